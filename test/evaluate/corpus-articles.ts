/**
 * The text of articles on real pages, mostly German: a quarter of a public benchmark (extraction-dev.jsonl.gz). People noted for each
 * page segments that belong to its text and segments that do not; a text is right about a segment when it holds it, or does not. The
 * rules were chosen on pages with even numbers; those with odd ones are held out. LONGTAIL_DISAGREEMENTS=1 lists what is wrong on even pages.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'
import type { Page } from '../../src/contracts.js'
import { analyse } from '../../src/page/analyse.js'
import { proseOf } from '../../src/page/text/prose.js'
import { exchange } from '../archive/samples.js'
import { f1, precision, recall, type Counts, type Measurement } from './measure.js'

interface MarkedArticle {
  readonly url: string
  readonly html: string
  readonly with: readonly string[]
  readonly without: readonly string[]
}

type Method = 'longtail' | 'main-text' | 'readability' | 'all'
const METHODS: readonly Method[] = ['longtail', 'main-text', 'readability', 'all']

type Readings = Readonly<Record<Method, Counts>>

export function evaluateCorpusArticles(data: string): Measurement[] {
  const lines = gunzipSync(readFileSync(join(data, 'extraction-dev.jsonl.gz')))
    .toString()
    .trim()
    .split('\n')
  const pages = lines.map((line): MarkedArticle => JSON.parse(line))
  const readings = pages.map(readPage)
  const show = process.env.LONGTAIL_DISAGREEMENTS !== undefined
  if (show) pages.filter((_, i) => i % 2 === 0).forEach(describe)
  return [
    ...summary('', readings),
    ...summary(
      'development.',
      readings.filter((_, i) => i % 2 === 0),
    ),
    ...summary(
      'held-out.',
      readings.filter((_, i) => i % 2 === 1),
    ),
    ...(['longtail', 'readability'] as const).map(method => speed(method, pages)),
  ]
}

function pageOf({ url, html }: MarkedArticle): Page {
  return analyse(exchange({ url, headers: [['Content-Type', 'text/html; charset=utf-8']], body: Buffer.from(html) }))
}

function readPage(marked: MarkedArticle): Readings {
  const page = pageOf(marked)
  const count = (method: Method): Counts => countsIn(textBy(method, marked, page), marked)
  return {
    longtail: count('longtail'),
    'main-text': count('main-text'),
    readability: count('readability'),
    all: count('all'),
  }
}

function textBy(method: Method, { html }: MarkedArticle, page: Page): string {
  switch (method) {
    case 'longtail':
      return proseOf(page)
    case 'main-text':
      return page.text
    case 'all':
      return page.fullText
    case 'readability':
      return new Readability(parseHTML(html).document).parse()?.textContent ?? ''
  }
}

function countsIn(text: string, marked: MarkedArticle): Counts {
  const folded = fold(text)
  const found = marked.with.filter(segment => folded.includes(fold(segment))).length
  const wrong = marked.without.filter(segment => folded.includes(fold(segment))).length
  return { truePositive: found, falsePositive: wrong, falseNegative: marked.with.length - found }
}

function fold(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function summary(name: string, readings: readonly Readings[]): Measurement[] {
  return METHODS.map(method => {
    const counts = { truePositive: 0, falsePositive: 0, falseNegative: 0 }
    for (const { [method]: one } of readings) {
      counts.truePositive += one.truePositive
      counts.falsePositive += one.falsePositive
      counts.falseNegative += one.falseNegative
    }
    const detail = `precision ${precision(counts).toFixed(3)} recall ${recall(counts).toFixed(3)} of ${readings.length} pages`
    return { id: `corpus-articles.${name}${method}.f1`, value: f1(counts), detail }
  })
}

/** For information: a timing is never a floor. The text of pages that were just analysed, as an export has them. */
function speed(method: Method, pages: readonly MarkedArticle[]): Measurement {
  let microseconds = 0
  for (const marked of pages) {
    const page = pageOf(marked)
    const before = process.cpuUsage()
    textBy(method, marked, page)
    const { user, system } = process.cpuUsage(before)
    microseconds += user + system
  }
  const value = (pages.length / microseconds) * 1e6
  return { id: `corpus-articles.${method}.speed`, value, detail: 'pages per CPU-second' }
}

function describe(marked: MarkedArticle): void {
  const text = fold(proseOf(pageOf(marked)))
  const missed = marked.with.filter(segment => !text.includes(fold(segment)))
  const wrong = marked.without.filter(segment => text.includes(fold(segment)))
  if (missed.length + wrong.length > 0) console.log(marked.url, { missed, wrong })
}
