/**
 * Nearly equal paragraphs: those that `export corpus --dedupe near` removes, against the share of five-word rows that they really have in
 * common with an earlier paragraph. Paragraphs of the prose of all pages, of at least 14 words, equal ones left out.
 */
import { join } from 'node:path'
import { exchangeOf } from '../../src/archive/exchange-of.js'
import { readWarc } from '../../src/archive/warc-reader.js'
import { bandKeys, hashWord } from '../../src/export/corpus/min-hash.js'
import { foldParagraph, paragraphsOf } from '../../src/export/corpus/paragraphs.js'
import { analyse } from '../../src/page/analyse.js'
import { proseOf } from '../../src/page/index.js'
import { NearDuplicates } from '../../src/page/text/near-duplicate.js'
import { simhash } from '../../src/page/text/simhash.js'
import { wordsOf } from '../../src/page/words/words.js'
import type { Measurement } from './measure.js'

const ARCHIVES = ['webkb', 'wikischools-dev', 'cc-dev']
const ROW = 5
const LEAST_WORDS = 14
/** Rows that more paragraphs have say nothing: their pairs have others in common, too. */
const MAX_PARAGRAPHS = 300
/** Shared rows from which a paragraph is nearly equal, and under which it is not. */
const NEAR = 0.8
const FAR = 0.5

interface Compared {
  /** Largest share of rows in common with an earlier paragraph. */
  readonly shared: number
  readonly byMinHash: boolean
  readonly bySimhash: boolean
}

export async function evaluateCorpusNear(data: string): Promise<Measurement[]> {
  const measurements: Measurement[] = []
  for (const name of ARCHIVES) {
    const compared = await compareParagraphs(join(data, `${name}.warc.gz`))
    const near = compared.filter(({ shared }) => shared >= NEAR)
    const found = near.filter(({ byMinHash }) => byMinHash).length
    const folded = near.filter(({ bySimhash }) => bySimhash).length
    const removed = compared.filter(({ byMinHash }) => byMinHash)
    const right = removed.filter(({ shared }) => shared >= FAR).length
    const between = compared.filter(({ shared }) => shared >= FAR && shared < NEAR).length
    measurements.push(
      {
        id: `corpus-near.${name}.found`,
        value: found / near.length,
        detail: `${found} of ${near.length} paragraphs that share ${NEAR} (simhash: ${folded}); ${compared.length} paragraphs`,
      },
      {
        id: `corpus-near.${name}.share-half`,
        value: right / removed.length,
        detail: `${right} of ${removed.length}; between ${FAR} and ${NEAR}: ${right - found} of ${between}`,
      },
    )
  }
  return measurements
}

async function compareParagraphs(path: string): Promise<Compared[]> {
  const equal = new Set<string>()
  const keys = new Set<string>()
  const folded = new NearDuplicates()
  const byRow = new Map<string, number[]>()
  const sizes: number[] = []
  const compared: Compared[] = []
  for await (const record of readWarc(path)) {
    const exchange = exchangeOf(record)
    if (exchange?.status !== 200) continue
    for (const paragraph of paragraphsOf(proseOf(analyse(exchange)))) {
      const words = wordsOf(paragraph, Infinity)
      const same = foldParagraph(paragraph)
      if (words.length < LEAST_WORDS || equal.has(same)) continue
      equal.add(same)
      const rows = new Set(words.slice(ROW - 1).map((_, i) => words.slice(i, i + ROW).join(' ')))
      const bands = bandKeys(words.map(word => hashWord(word, 0, word.length)))
      compared.push({
        shared: mostShared(rows, byRow, sizes),
        byMinHash: bands.some(key => keys.has(key)),
        bySimhash: folded.findOrAdd(...simhash(paragraph), compared.length) !== -1,
      })
      for (const key of bands) keys.add(key)
    }
  }
  return compared
}

/** Over all earlier paragraphs; adds this one to them. */
function mostShared(rows: ReadonlySet<string>, byRow: Map<string, number[]>, sizes: number[]): number {
  const common = new Map<number, number>()
  const id = sizes.push(rows.size) - 1
  for (const row of rows) {
    const others = byRow.get(row)
    if (others === undefined) byRow.set(row, [id])
    else {
      for (const other of others) common.set(other, (common.get(other) ?? 0) + 1)
      if (others.length < MAX_PARAGRAPHS) others.push(id)
    }
  }
  let most = 0
  for (const [other, count] of common) most = Math.max(most, count / (rows.size + sizes[other] - count))
  return most
}
