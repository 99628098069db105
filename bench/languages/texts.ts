/** The development languages (LONGTAIL_DATA/languages): what is learned from, and pages to judge. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { identifyLanguage, type Identification } from '../../src/page/language/identify.js'
import { mainScript } from '../../src/page/language/learned/learn-language.js'

export interface Source {
  /** Folder and file, such as `min/nusax`. */
  readonly id: string
  /** ISO 639-3. */
  readonly language: string
  /** Known to the identifier: only told from, never learned. */
  readonly isKnown: boolean
  readonly script: string
  readonly lines: readonly string[]
}

export interface TestPage {
  readonly text: string
  readonly found: Identification
}

export type PageSize = 2000 | 200
export const SIZES: readonly PageSize[] = [2000, 200]

export function readSources(data: string): Source[] {
  const folder = join(data, 'languages')
  return readdirSync(folder, { withFileTypes: true })
    .filter(entry => entry.isDirectory())
    .flatMap(({ name }) =>
      readdirSync(join(folder, name)).map(file => {
        const lines = readFileSync(join(folder, name, file), 'utf8')
          .trimEnd()
          .split('\n')
        return {
          id: `${name}/${file.replace(/\.txt$/, '')}`,
          language: name.replace(/^known-/, ''),
          isKnown: name.startsWith('known-'),
          script: mainScript(lines.join('\n')),
          lines,
        }
      }),
    )
}

/** The first lines, as many bytes of them, and the rest. */
export function split({ lines }: Source, bytes: number): { first: string; rest: readonly string[] } {
  let size = 0
  let count = 0
  while (count < lines.length && size < bytes) size += Buffer.byteLength(lines[count++]) + 1
  return { first: lines.slice(0, count).join('\n'), rest: lines.slice(count) }
}

/** Pages of about this many characters, `most` of them, evenly from all that there are. */
export function pagesOf(lines: readonly string[], size: number, most: number): TestPage[] {
  const pages: string[] = []
  let open = ''
  for (const line of lines) {
    open += `${line}\n`
    if (open.length < size) continue
    pages.push(open.slice(0, size * 1.2))
    open = ''
  }
  const step = Math.max(1, pages.length / most)
  return Array.from({ length: Math.min(most, pages.length) }, (_, i) => pages[Math.floor(i * step)]).map(text => ({
    text,
    found: identifyLanguage(text),
  }))
}
