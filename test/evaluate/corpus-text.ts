/**
 * Boilerplate removal on home pages of cc-dev whose lines were marked by hand (corpus-marks.json, rules in docs/export-corpus-text.md):
 * the text that goes into a corpus against @mozilla/readability on linkedom, as its users run it, and against all visible text.
 *
 * Compared are runs of SHINGLE characters without white space, as multisets: no method is judged by how it breaks lines or words, and
 * scripts without spaces count like the others. Per page, then averaged; pages without any content count for the overall precision
 * alone. LONGTAIL_DISAGREEMENTS=1 lists the pages of the development half, LONGTAIL_LINES=<URL> the lines of a page with their marks.
 */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'
import { exchangeOf } from '../../src/archive/exchange-of.js'
import { readWarc } from '../../src/archive/warc-reader.js'
import type { Exchange } from '../../src/contracts.js'
import { analyse } from '../../src/page/analyse.js'
import { decodeContent } from '../../src/page/http/content-coding.js'
import { decodeText } from '../../src/page/charset/decode.js'
import { readHeaders } from '../../src/page/http/page-headers.js'
import { charsetIn } from '../../src/page/html/meta.js'
import { proseOf } from '../../src/page/text/prose.js'
import { linesOf } from './corpus-lines.js'
import { f1, precision, recall, type Counts, type Measurement } from './measure.js'

export interface CorpusMarks {
  readonly pages: readonly PageMarks[]
}

interface PageMarks {
  readonly url: string
  readonly group: string
  readonly half: 'development' | 'held out'
  /** Beginning of the sha256 of the page's lines. */
  readonly lines: string
  /** `7-16 62`: lines that are content. */
  readonly content: string
}

interface Outcome {
  readonly marks: PageMarks
  readonly counts: Readonly<Record<Method, Counts>>
}

const SHINGLE = 6
type Method = 'longtail' | 'main-text' | 'readability' | 'all'
const METHODS: readonly Method[] = ['longtail', 'main-text', 'readability', 'all']

export async function evaluateCorpusText(data: string, { pages }: CorpusMarks): Promise<Measurement[]> {
  const marked = new Map(pages.map(page => [page.url, page]))
  const outcomes: Outcome[] = []
  for await (const record of readWarc(join(data, 'cc-dev.warc.gz'))) {
    const exchange = exchangeOf(record)
    const marks = exchange === null ? undefined : marked.get(exchange.url)
    if (exchange !== null && marks !== undefined) outcomes.push(measurePage(exchange, marks))
  }
  if (outcomes.length !== pages.length)
    throw new Error(`${pages.length} pages are marked, ${outcomes.length} are there`)
  const development = outcomes.filter(({ marks }) => marks.half === 'development')
  const heldOut = outcomes.filter(({ marks }) => marks.half === 'held out')
  if (process.env.LONGTAIL_DISAGREEMENTS !== undefined) development.forEach(describe)
  const groups = [...new Set(pages.map(({ group }) => group))]
  return [
    ...summary('', outcomes),
    ...summary('development.', development),
    ...summary('held-out.', heldOut),
    ...groups.flatMap(group =>
      summary(
        `${group.toLowerCase().replaceAll(/[ ,]+/g, '-')}.`,
        outcomes.filter(({ marks }) => marks.group === group),
      ),
    ),
  ]
}

function measurePage(exchange: Exchange, marks: PageMarks): Outcome {
  const headers = readHeaders(exchange.headers)
  const html = decodeText(decodeContent(exchange.body, headers.contentEncoding), charsetIn(headers.contentType)).text
  const lines = linesOf(html)
  const fingerprint = createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, marks.lines.length)
  if (fingerprint !== marks.lines) throw new Error(`${marks.url}: other lines than those that were marked`)
  const content = contentNumbers(marks.content)
  if (process.env.LONGTAIL_LINES === marks.url)
    lines.forEach((line, i) => console.log(`${content.has(i) ? '+' : ' '} ${i} ${line}`))
  const page = analyse(exchange)
  const texts: Record<Method, string> = {
    longtail: proseOf(page),
    'main-text': page.text,
    readability: readable(html),
    all: page.fullText,
  }
  const wanted = shingles(lines.filter((_, i) => content.has(i)).join('\n'))
  const count = (method: Method): Counts => compare(shingles(texts[method]), wanted)
  return {
    marks,
    counts: {
      longtail: count('longtail'),
      'main-text': count('main-text'),
      readability: count('readability'),
      all: count('all'),
    },
  }
}

function contentNumbers(ranges: string): Set<number> {
  const numbers = new Set<number>()
  for (const range of ranges.split(' ')) {
    const [first, last = first] = range.split('-').map(Number)
    if (range !== '') for (let i = first; i <= last; i++) numbers.add(i)
  }
  return numbers
}

function readable(html: string): string {
  const { document } = parseHTML(html)
  return new Readability(document).parse()?.textContent ?? ''
}

/** How often each run of characters occurs. What nobody sees is no character. */
function shingles(text: string): Map<string, number> {
  const signs = [...text.normalize('NFC').replaceAll(/[\s\p{Cc}\p{Cf}]/gu, '')]
  const counts = new Map<string, number>()
  for (let i = 0; i + SHINGLE <= signs.length; i++) {
    const shingle = signs.slice(i, i + SHINGLE).join('')
    counts.set(shingle, (counts.get(shingle) ?? 0) + 1)
  }
  return counts
}

function compare(found: Map<string, number>, wanted: Map<string, number>): Counts {
  let truePositive = 0
  let foundAll = 0
  let wantedAll = 0
  for (const count of wanted.values()) wantedAll += count
  for (const [shingle, count] of found) {
    foundAll += count
    truePositive += Math.min(count, wanted.get(shingle) ?? 0)
  }
  return { truePositive, falsePositive: foundAll - truePositive, falseNegative: wantedAll - truePositive }
}

function summary(name: string, outcomes: readonly Outcome[]): Measurement[] {
  const withContent = outcomes.filter(({ marks }) => marks.content !== '')
  return METHODS.flatMap(method => {
    const each = withContent.map(({ counts }) => counts[method])
    const total = outcomes.reduce((sum, { counts }) => add(sum, counts[method]), NOTHING)
    const detail = [
      `macro precision ${mean(each.map(precision)).toFixed(3)} recall ${mean(each.map(recall)).toFixed(3)} of ${each.length} pages;`,
      `overall precision ${precision(total).toFixed(3)} recall ${recall(total).toFixed(3)} F1 ${f1(total).toFixed(3)} of ${outcomes.length}`,
    ].join(' ')
    return [{ id: `corpus-text.${name}${method}.f1`, value: mean(each.map(f1)), detail }]
  })
}

const NOTHING: Counts = { truePositive: 0, falsePositive: 0, falseNegative: 0 }

function add(a: Counts, b: Counts): Counts {
  return {
    truePositive: a.truePositive + b.truePositive,
    falsePositive: a.falsePositive + b.falsePositive,
    falseNegative: a.falseNegative + b.falseNegative,
  }
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}

function describe({ marks, counts }: Outcome): void {
  const cells = METHODS.map(method => {
    const { truePositive, falsePositive, falseNegative } = counts[method]
    return `${method} ${f1(counts[method]).toFixed(2)} (+${truePositive} wrong ${falsePositive} missed ${falseNegative})`
  })
  console.log(`${marks.url.padEnd(46)} ${cells.join('  ')}`)
}
