/** The home pages of cc-dev with their labels: heuristic ones from the table, corrected where somebody looked and found them wrong. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { exchangeOf } from '../../src/archive/exchange-of.js'
import { readWarc } from '../../src/archive/warc-reader.js'
import type { Page } from '../../src/contracts.js'
import { findLanguage } from '../../src/judge/index.js'
import { analyse } from '../../src/page/analyse.js'

export interface LabelledPage {
  readonly page: Page
  /** ISO 639-3 of the main language; 'und' where even a reader cannot say. */
  readonly label: string
  /** Also written in these in part, by hand. */
  readonly alsoIn: readonly string[]
  readonly heuristic: string
}

export interface Correction {
  readonly url: string
  /** As in the table. */
  readonly heuristic: string
  readonly label: string
  readonly alsoIn?: readonly string[]
  readonly reason: string
}

export async function readCcDev(data: string, corrections: readonly Correction[]): Promise<LabelledPage[]> {
  const heuristics = readLabels(join(data, 'cc-dev.pages.tsv.gz'))
  const corrected = new Map(corrections.map(correction => [correction.url, correction]))
  const pages: LabelledPage[] = []
  for await (const record of readWarc(join(data, 'cc-dev.warc.gz'))) {
    const exchange = exchangeOf(record)
    const heuristic = exchange === null ? undefined : heuristics.get(exchange.url)
    if (exchange === null || heuristic === undefined) continue
    const correction = corrected.get(exchange.url)
    if (correction !== undefined && correction.heuristic !== heuristic)
      throw new Error(`${exchange.url}: the table says ${heuristic}, the correction ${correction.heuristic}`)
    const label = correction?.label ?? findLanguage(heuristic)?.code ?? 'und'
    pages.push({ page: analyse(exchange), label, alsoIn: correction?.alsoIn ?? [], heuristic })
  }
  return pages
}

function readLabels(path: string): Map<string, string> {
  const [head, ...rows] = gunzipSync(readFileSync(path)).toString('utf8').trimEnd().split('\n')
  const columns = head.split('\t')
  const url = columns.indexOf('url')
  const lang = columns.indexOf('lang')
  return new Map(
    rows.map(row => {
      const cells = row.split('\t')
      return [cells[url], cells[lang]]
    }),
  )
}
