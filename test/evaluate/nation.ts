/**
 * How right is the nation judge? Thailand on the home pages of cc-dev, by labels that a reader gave (cc-dev-nation.json), and
 * other countries on the encyclopaedia for schools (wikischools-nations.json): which country a page is about. Constants were
 * fitted on one part of both (hashPart 0); floors are for the other part.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { exchangeOf } from '../../src/archive/exchange-of.js'
import { readWarc } from '../../src/archive/warc-reader.js'
import type { Exchange, Judge, Page } from '../../src/contracts.js'
import { createJudge } from '../../src/judge/index.js'
import { createNationJudge } from '../../src/judge/nation/index.js'
import { analyse } from '../../src/page/analyse.js'
import { packageRoot } from '../package-root.js'
import type { Measurement } from './measure.js'
import { countsOf, f1, precision, recall } from './measure.js'

interface NationLabel {
  readonly url: string
  /** `about`: the nation is its subject; `part`: of one part of it, not counted either way; `thai`: written in Thai. */
  readonly label: 'about' | 'part' | 'thai' | 'not'
  readonly note?: string
}

interface Judged {
  readonly url: string
  readonly is: boolean
  readonly said: boolean
  readonly score: number
}

/** So many of the other pages are judged for each country, beside all pages about any country. */
const ONE_IN = 6
const COUNTRIES = 20

function readJson<T>(name: string): T {
  return JSON.parse(readFileSync(join(packageRoot, 'test', 'evaluate', name), 'utf8'))
}

export async function evaluateNation(data: string): Promise<Measurement[]> {
  return [...(await thailand(data)), ...(await otherCountries(data))]
}

async function thailand(data: string): Promise<Measurement[]> {
  const labels = new Map(readJson<NationLabel[]>('cc-dev-nation.json').map(one => [one.url, one]))
  const exchanges = await readExchanges(join(data, 'cc-dev.warc.gz'))
  const pages = exchanges.map(exchange => analyse(exchange))
  const judge = createNationJudge({ country: 'TH' })
  const lists = ['provinces.csv', 'districts.csv'].map(name => join(data, 'thai', name))
  const withLists = createNationJudge({ country: 'TH', dictionary: lists })
  const judgedBy = (one: Judge): Judged[] =>
    pages.flatMap(page => {
      const label = labels.get(page.url)?.label
      if (label !== 'about' && label !== 'not') return []
      const { relevant, score } = one.judge(page)
      return [{ url: page.url, is: label === 'about', said: relevant, score }]
    })
  const judged = judgedBy(judge)
  // language AND nation, as a national library asks: its own language has its own crawl
  const foreign = createJudge({
    kind: 'all',
    of: [
      { kind: 'language', languages: ['eng', 'jpn', 'rus', 'deu', 'fra', 'zho'], policy: 'modern' },
      { kind: 'nation', country: 'TH' },
    ],
  })
  const thai = pages.filter(page => labels.get(page.url)?.label === 'thai')
  const kept = thai.filter(page => !foreign.judge(page).relevant).length
  return [
    ...quality('nation.cc-dev', judged),
    ...quality(
      'nation.cc-dev.held-out',
      judged.filter(({ url }) => hashPart(url) === 1),
    ),
    ...quality('nation.cc-dev.with-lists', judgedBy(withLists)),
    { id: 'nation.cc-dev.foreign-only', value: kept / thai.length, detail: `of ${thai.length} pages in Thai left out` },
    ...speed(exchanges, pages, page => judge.judge(page)),
  ]
}

async function otherCountries(data: string): Promise<Measurement[]> {
  const labels = new Map(Object.entries(readJson<Record<string, string>>('wikischools-nations.json')))
  const exchanges = await readExchanges(join(data, 'wikischools-dev.warc.gz'))
  const pages = exchanges
    .filter(({ url }) => labels.has(url) || hash(url) % ONE_IN === 0)
    .map(exchange => analyse(exchange))
  const countries = [...new Set(labels.values())].sort().filter(country => hashPart(country) === 1)
  const judged = countries.slice(0, COUNTRIES).flatMap(country => {
    const judge = createNationJudge({ country })
    return pages.map(page => {
      const { relevant, score } = judge.judge(page)
      return { url: `${country} ${page.url}`, is: labels.get(page.url) === country, said: relevant, score }
    })
  })
  return quality('nation.wikischools.held-out', judged)
}

function quality(id: string, judged: readonly Judged[]): Measurement[] {
  const counts = countsOf(
    judged,
    ({ is }) => is,
    ({ said }) => said,
  )
  const detail = `${counts.truePositive} right, ${counts.falsePositive} wrong, ${counts.falseNegative} missed of ${judged.length}`
  if (process.env.LONGTAIL_DISAGREEMENTS !== undefined)
    for (const { url, is, said, score } of judged)
      if (is !== said) console.log(`${id}: ${is ? 'missed' : 'wrong'} ${score.toFixed(2)} ${url}`)
  return [
    { id: `${id}.precision`, value: precision(counts), detail },
    { id: `${id}.recall`, value: recall(counts), detail },
    { id: `${id}.f1`, value: f1(counts), detail },
  ]
}

/** Beside the analysis of the same pages: a machine under load is slow for both. */
function speed(exchanges: readonly Exchange[], pages: readonly Page[], judge: (page: Page) => unknown): Measurement[] {
  const judging = cpuMs(() => pages.forEach(page => judge(page)))
  const analysing = cpuMs(() => exchanges.forEach(exchange => analyse(exchange)))
  const perSecond = Math.round(pages.length / (judging / 1000))
  return [
    { id: 'nation.speed.analyse-over-judge', value: analysing / judging, detail: `${perSecond} pages per CPU-second` },
  ]
}

function cpuMs(run: () => void): number {
  const before = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

async function readExchanges(path: string): Promise<Exchange[]> {
  const exchanges: Exchange[] = []
  for await (const record of readWarc(path)) {
    const exchange = exchangeOf(record)
    if (exchange !== null) exchanges.push(exchange)
  }
  return exchanges
}

/** 0 was for choosing constants, 1 is for reporting. */
export function hashPart(key: string): number {
  return hash(key) % 2
}

/** FNV-1a. */
function hash(key: string): number {
  let value = 0x811c9dc5
  for (let i = 0; i < key.length; i++) value = Math.imul(value ^ key.charCodeAt(i), 0x01000193) >>> 0
  return (value ^ (value >>> 15)) >>> 0
}
