import { basename, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { checkNoCampaign, writeCampaignTemplate } from '../campaign/index.js'
import type { Asker } from './init-questions.js'
import { INTERRUPTED } from './work-display.js'

export interface InitFlags {
  yes?: boolean
}

/** On a terminal it asks; elsewhere, and with --yes, the file is to be filled in by hand. */
export async function writeCampaign(directory: string, { yes }: InitFlags): Promise<void> {
  checkNoCampaign(directory)
  if (yes === true || !process.stdin.isTTY || !process.stdout.isTTY) {
    const path = writeCampaignTemplate(directory)
    return console.log(`${path} written. Fill in contact, target and seeds, then run: longtail crawl ${path}`)
  }
  const { askForCampaign } = await import('./init-questions.js')
  const { filledTemplate } = await import('../campaign/filled-template.js')
  const { asker, close, left } = onTerminal()
  const folder = basename(resolve(directory))
  const name = /^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u.test(folder) ? folder : 'my-campaign'
  const answers = await Promise.race([askForCampaign(asker, name), left])
  close()
  if (answers === null) {
    console.log('\nNothing was written.')
    process.exitCode = INTERRUPTED
    return
  }
  const path = writeCampaignTemplate(directory, filledTemplate(answers))
  console.log(`\n${path} written; it explains all other settings. Next:\n`)
  console.log(
    `  longtail crawl ${path} --dry-run    # shows which seeds answer, and what robots.txt says\n  longtail crawl ${path}`,
  )
}

/** `left`: null at Ctrl-C and at the end of the input. */
function onTerminal(): { asker: Asker; close: () => void; left: Promise<null> } {
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  const left = new Promise<null>(resolve =>
    lines.once('close', () => resolve(null)).once('SIGINT', () => lines.close()),
  )
  // a question that nobody answers any more is no mistake of ours
  const ask = (question: string): Promise<string> =>
    lines.question(question).catch(() => new Promise<string>(() => undefined))
  return { asker: { ask, say: text => console.log(text) }, close: () => lines.close(), left }
}
