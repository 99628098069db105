/**
 * Languages on real pages: text of a language between the lines of English home pages of cc-dev, in shares of 20, 50 and 80 %.
 * `node dist/bench/languages/mixed.js [part of a name]` with LONGTAIL_DATA.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { identifyLanguage } from '../../src/page/language/identify.js'
import { openLearnedLanguages } from '../../src/page/language/learned/learned-languages.js'
import { readCcDev, type LabelledPage } from '../../test/evaluate/cc-dev.js'
import { packageRoot } from '../../test/package-root.js'
import { learnFrom } from './protocol.js'
import { readSources, split, type Source } from './texts.js'

const BYTES = 30_000
export const SHARES = [0.2, 0.5, 0.8] as const
const TEMPLATES = 12
/** Characters of a page. */
const LEAST_PAGE = 1500
const LONGEST_PAGE = 6000

export interface MixedResult {
  readonly share: number
  /** Of pages that are found: with a share of half of what it is, or more. */
  readonly found: number
  /** Mean distance from the true share. */
  readonly error: number
  /** Of the same pages with the other languages in them. */
  readonly wrong: number
}

/** Pages that somebody wrote: menus, notices and prose. */
export function templatesOf(pages: readonly LabelledPage[]): string[] {
  return pages
    .filter(({ page, label }) => label === 'eng' && page.fullText.length >= LEAST_PAGE)
    .slice(0, TEMPLATES)
    .map(({ page }) => page.fullText.slice(0, LONGEST_PAGE))
}

/** Lines of the language after some of the template's, so many that they are the share of all letters. */
export function mixedPage(template: string, lines: readonly string[], share: number, start: number): string {
  const frame = template.split('\n')
  const wanted = (template.length * share) / (1 - share)
  const text: string[] = []
  for (let i = start, size = 0; size < wanted; i++) {
    const line = lines[i % lines.length].slice(0, wanted - size + 20)
    text.push(line)
    size += line.length
  }
  const at = Math.floor(frame.length / 3)
  return [...frame.slice(0, at), ...text, ...frame.slice(at)].join('\n')
}

export function tryMixed(source: Source, sources: readonly Source[], templates: readonly string[]): MixedResult[] {
  const model = learnFrom(source, sources, BYTES, 'declared')
  const learned = openLearnedLanguages([model])
  const shareIn = (text: string): number =>
    learned.revise(text, identifyLanguage(text), {}).languages.find(one => one.language === model.code)?.share ?? 0
  const others = sources.filter(one => one.language !== source.language && one.script === source.script)
  return SHARES.map(share => {
    const { rest } = split(source, BYTES)
    const shares = templates.map((template, i) => shareIn(mixedPage(template, rest, share, i * 7)))
    const wrong = others.flatMap((other, i) =>
      templates.slice(i % 4, (i % 4) + 2).map(template => shareIn(mixedPage(template, other.lines, share, 100))),
    )
    // letters beside another script count half (identify.ts): only Latin text compares
    return {
      share,
      found: shares.filter(one => one >= share / 2).length / shares.length,
      error: shares.reduce((sum, one) => sum + Math.abs(one - share), 0) / shares.length,
      wrong: wrong.filter(one => one >= share / 2).length / Math.max(1, wrong.length),
    }
  })
}

if (process.argv[1]?.endsWith('mixed.js')) {
  const data = process.env.LONGTAIL_DATA ?? ''
  const corrections = readFileSync(join(packageRoot, 'test', 'evaluate', 'cc-dev-corrections.json'), 'utf8')
  const templates = templatesOf(await readCcDev(data, JSON.parse(corrections)))
  const sources = readSources(data)
  const results = sources
    .filter(({ id, isKnown }) => !isKnown && process.argv.slice(2).every(part => id.includes(part)))
    .map(source => {
      const result = tryMixed(source, sources, templates)
      const shown = result.map(
        one => `${one.share}: ${one.found.toFixed(2)} ±${one.error.toFixed(2)} wrong ${one.wrong.toFixed(2)}`,
      )
      console.log(`${source.id.padEnd(18)} ${shown.join('   ')}`)
      return result
    })
  SHARES.forEach((share, i) => {
    const mean = (of: (one: MixedResult) => number): string =>
      (results.reduce((sum, result) => sum + of(result[i]), 0) / results.length).toFixed(3)
    console.log(
      `${share}: found ${mean(one => one.found)}, error ${mean(one => one.error)}, wrong ${mean(one => one.wrong)}`,
    )
  })
}
