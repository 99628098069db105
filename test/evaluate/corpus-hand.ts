/**
 * Masks and signals of quality on paragraphs of cc-dev and webkb that one reader labelled before the program was run on them
 * (corpus-hand.json, docs/export-corpus.md). Signals are compared with those that a few plain lines compute from the published recipes.
 * LONGTAIL_DISAGREEMENTS=1 lists where they differ.
 */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { exchangeOf } from '../../src/archive/exchange-of.js'
import { readWarc } from '../../src/archive/warc-reader.js'
import { wordsByLine } from '../../src/export/corpus/line-words.js'
import { maskText, MASKS, type Mask } from '../../src/export/corpus/masks.js'
import { paragraphsOf } from '../../src/export/corpus/paragraphs.js'
import { qualityOf } from '../../src/export/corpus/quality.js'
import { stopHashes } from '../../src/export/corpus/stop-hashes.js'
import { tellingLanguage } from '../../src/export/corpus/telling-words.js'
import { analyse } from '../../src/page/analyse.js'
import { proseOf } from '../../src/page/index.js'
import { languageOf } from '../../src/page/language/page-language.js'
import { paragraphLanguages } from '../../src/page/language/paragraph-languages.js'
import { canonicalUrl } from '../../src/page/url/canonical.js'
import { tldOf } from '../../src/page/url/parts.js'
import { plainQuality } from './corpus-plain-quality.js'
import type { Measurement } from './measure.js'

interface HandParagraph {
  readonly url: string
  /** Beginning of the sha256 of the paragraph. */
  readonly text: string
  readonly language?: string
  /** Kind, first UTF-16 unit, length. */
  readonly masks?: readonly (readonly [kind: Mask, at: number, length: number])[]
}

export interface HandSamples {
  readonly samples: readonly {
    readonly name: string
    readonly archive: string
    readonly paragraphs: readonly HandParagraph[]
  }[]
}

interface ReadPage {
  readonly paragraphs: readonly string[]
  readonly languages: readonly string[]
  readonly language: string
}

export async function evaluateCorpusHand(data: string, { samples }: HandSamples): Promise<Measurement[]> {
  const wanted = new Set(samples.flatMap(({ paragraphs }) => paragraphs.map(({ url }) => url)))
  const pages = new Map<string, ReadPage>()
  for (const archive of new Set(samples.map(sample => sample.archive)))
    await readPages(join(data, `${archive}.warc.gz`), wanted, pages)
  return [
    ...samples.flatMap(({ name, paragraphs }) => measureMasks(name.replaceAll(/\W+/g, '-'), paragraphs, pages)),
    measureLanguages(samples[0].paragraphs, pages),
    measureQuality(samples[0].paragraphs, pages),
  ]
}

async function readPages(path: string, wanted: ReadonlySet<string>, pages: Map<string, ReadPage>): Promise<void> {
  for await (const record of readWarc(path)) {
    const exchange = exchangeOf(record)
    const url = exchange === null ? null : canonicalUrl(exchange.url)
    if (exchange?.status !== 200 || url === null || !wanted.has(url)) continue
    const page = analyse({ ...exchange, url })
    const paragraphs = paragraphsOf(proseOf(page))
    const text = paragraphs.join('\n')
    const hints = { declared: page.declared.language, tld: tldOf(page.url) }
    const main = languageOf({ ...page, text, fullText: text })
    pages.set(url, {
      paragraphs,
      languages: paragraphLanguages(
        paragraphs,
        hints,
        null,
        tellingLanguage(main, wordsByLine(paragraphs), paragraphs),
      ),
      language: main.language,
    })
  }
}

/** The page of a paragraph, and its place there. */
function find({ url, text }: HandParagraph, pages: ReadonlyMap<string, ReadPage>): { page: ReadPage; at: number } {
  const page = pages.get(url)
  const isIt = (paragraph: string): boolean => createHash('sha256').update(paragraph).digest('hex').startsWith(text)
  const at = page?.paragraphs.findIndex(isIt) ?? -1
  if (page === undefined || at === -1) throw new Error(`${url}: the paragraph ${text} that was read is not there`)
  return { page, at }
}

function measureMasks(
  name: string,
  paragraphs: readonly HandParagraph[],
  pages: ReadonlyMap<string, ReadPage>,
): Measurement[] {
  return MASKS.flatMap(mask => {
    let there = 0
    let masked = 0
    let right = 0
    for (const paragraph of paragraphs) {
      const { page, at } = find(paragraph, pages)
      const text = page.paragraphs[at]
      let found = 0
      maskText(text, new Set(MASKS), kind => (found += kind === mask ? 1 : 0))
      const own = paragraph.masks?.filter(([kind]) => kind === mask).length ?? 0
      there += own
      masked += found
      right += Math.min(own, found)
      if (own !== found) tell(`${name} ${mask}: ${own} read, ${found} masked: ${text.slice(0, 200)}`)
    }
    if (there === 0 && masked === 0) return []
    const detail = `${there} in ${paragraphs.length} paragraphs, ${masked} masked, ${right} right`
    return [
      { id: `corpus-hand.${name}.${mask}.precision`, value: masked === 0 ? 1 : right / masked, detail },
      { id: `corpus-hand.${name}.${mask}.recall`, value: there === 0 ? 1 : right / there, detail },
    ]
  })
}

function measureLanguages(paragraphs: readonly HandParagraph[], pages: ReadonlyMap<string, ReadPage>): Measurement {
  let right = 0
  for (const paragraph of paragraphs) {
    const { page, at } = find(paragraph, pages)
    if (page.languages[at] === paragraph.language) right++
    else tell(`${paragraph.language} read, ${page.languages[at]} found: ${page.paragraphs[at].slice(0, 100)}`)
  }
  return { id: 'corpus-hand.language', value: right / paragraphs.length, detail: `${right} of ${paragraphs.length}` }
}

/** Rounded to three places by the program; characters beyond the first plane are counted in two ways. */
const ALIKE = 0.0015

function measureQuality(paragraphs: readonly HandParagraph[], pages: ReadonlyMap<string, ReadPage>): Measurement {
  let right = 0
  let all = 0
  const read = new Set(paragraphs.map(paragraph => find(paragraph, pages).page))
  for (const { paragraphs: lines, language } of read) {
    const found = new Map(
      Object.entries(qualityOf(lines, wordsByLine(lines), stopHashes(language))).map(([name, value]) => [
        name,
        [value].flat().map(Number),
      ]),
    )
    for (const [name, plain] of Object.entries(plainQuality(lines, language))) {
      const own = found.get(name) ?? []
      const isAlike = own.length === plain.length && plain.every((value, i) => Math.abs(value - own[i]) <= ALIKE)
      all++
      if (isAlike) right++
      else tell(`${name}: ${own.join(' ')} instead of ${plain.join(' ')}: ${lines[0].slice(0, 60)}`)
    }
  }
  const detail = `${right} of ${all} values of ${read.size} pages as the recipes give them`
  return { id: 'corpus-hand.quality', value: right / all, detail }
}

function tell(text: string): void {
  if (process.env.LONGTAIL_DISAGREEMENTS !== undefined) console.log(text)
}
