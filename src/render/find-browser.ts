/** A browser of this machine that Longtail can drive: Chromium, or one that is made from it. */
import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** As other tools have it: the path of a Chromium or Chrome. */
export const BROWSER_VARIABLE = 'CHROME_PATH'

/** The first one that is there. Headless shells have no windows, and render a page in a fifth of the CPU time (docs/rendering.md). */
export const BROWSER_NAMES: readonly string[] = [
  'chromium-headless-shell',
  'chrome-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
]
const ELSEWHERE = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** How to get one, for messages. */
export const BROWSER_ADVICE = `install Chromium ("apt install chromium-headless-shell", or "chromium" where that is unknown) or Chrome, or set ${BROWSER_VARIABLE} to the path of one`

/** Its path; null when there is none. Starts nothing. */
export function findBrowser(env: NodeJS.ProcessEnv = process.env): string | null {
  const named = env[BROWSER_VARIABLE] ?? ''
  if (named !== '') return isProgram(named) ? named : null
  // on Windows programs inherit no pipes of the kind that a browser is driven by
  if (process.platform === 'win32') return null
  const directories = (env.PATH ?? '').split(delimiter).filter(directory => directory !== '')
  const places = BROWSER_NAMES.flatMap(name => directories.map(directory => join(directory, name)))
  return [...places, ...ELSEWHERE].find(isProgram) ?? null
}

/** Why there is none. */
export function noBrowser(env: NodeJS.ProcessEnv = process.env): string {
  const named = env[BROWSER_VARIABLE] ?? ''
  return named === ''
    ? 'no browser was found'
    : `${BROWSER_VARIABLE} names ${named}, which cannot be started as a program`
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
