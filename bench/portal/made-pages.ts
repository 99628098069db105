/**
 * As many pages as wanted, made from real ones: there are some 5,000 in the development data. A made page is a stretch of a real
 * page's text and a stretch of another's, in which two words of a hundred are replaced by other real words and one of three
 * hundred is new, so that the vocabulary grows with the collection as it does on the Web. Its title is the real one with a word
 * of the text. Seeded: the same number gives the same page.
 */
import { join } from 'node:path'
import { exchangeOf } from '../../src/archive/exchange-of.js'
import { readWarc } from '../../src/archive/warc-reader.js'
import type { Exchange } from '../../src/contracts.js'
import { analyse } from '../../src/page/index.js'
import { identifyLanguage } from '../../src/page/language/identify.js'

export interface RealPage {
  readonly title: string
  readonly language: string
  readonly lines: readonly string[]
}

export interface MadePage {
  readonly id: number
  readonly url: string
  readonly site: number
  readonly title: string
  readonly headings: readonly string[]
  readonly anchor: string
  readonly text: string
  readonly language: string
  readonly topic: number
}

export const TOPICS = 20
const PAGES_PER_SITE = 40
/** Letters of a made page: the middle half of webkb's and cc-dev's pages lies between 700 and 4,000. */
const LEAST = 800
const MOST = 7000

const ARCHIVES: readonly (readonly [string, number])[] = [
  ['wikischools-dev.warc.gz', 2000],
  ['cc-dev.warc.gz', 1000],
  ['webkb.warc.gz', 2000],
]

export async function readRealPages(data: string): Promise<RealPage[]> {
  const pages: RealPage[] = []
  for (const [name, most] of ARCHIVES) {
    let count = 0
    for await (const record of readWarc(join(data, name))) {
      const exchange = exchangeOf(record)
      if (exchange === null) continue
      const { title, text } = analyse(exchange)
      const lines = text.split('\n').filter(line => line.length > 30)
      if (lines.length === 0) continue
      const language = identifyLanguage(text.slice(0, 2000), { declared: '', tld: '' }).languages[0]?.language ?? 'und'
      pages.push({ title, language, lines })
      if (++count === most) break
    }
  }
  return pages
}

export function createPageMaker(real: readonly RealPage[]): (id: number) => MadePage {
  const byLanguage = new Map<string, RealPage[]>()
  for (const page of real) {
    const known = byLanguage.get(page.language)
    if (known === undefined) byLanguage.set(page.language, [page])
    else known.push(page)
  }
  return id => {
    const random = seeded(id)
    const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]
    const base = pick(real)
    const others = byLanguage.get(base.language) ?? [base]
    const letters = LEAST + (MOST - LEAST) * random() ** 2
    const text = [
      ...stretch(base.lines, letters * 0.7, random),
      ...stretch(pick(others).lines, letters * 0.3, random),
    ].join('\n')
    const varied = vary(text, pick(others).lines.join(' ').split(' '), random)
    const site = Math.floor((id / PAGES_PER_SITE) * random() ** 0.5) + 1
    const words = varied.split(/\s+/)
    return {
      id,
      url: `http://site${site}.example/${id.toString(36)}.html`,
      site,
      title: `${base.title.slice(0, 120)} ${pick(words).slice(0, 30)}`.trim(),
      headings: [words.slice(0, 5).join(' ').slice(0, 80)],
      anchor: base.title.slice(0, 60),
      text: varied,
      language: base.language,
      topic: 1 + Math.floor(TOPICS * random() ** 2),
    }
  }
}

function stretch(lines: readonly string[], letters: number, random: () => number): string[] {
  const chosen: string[] = []
  let left = letters
  const start = Math.floor(random() * lines.length)
  for (let i = 0; i < lines.length && left > 0; i++) {
    const line = lines[(start + i) % lines.length].slice(0, Math.max(80, left))
    chosen.push(line)
    left -= line.length
  }
  return chosen
}

function vary(text: string, words: readonly string[], random: () => number): string {
  return text
    .split(' ')
    .map(word => {
      const dice = random()
      if (dice < 0.02) return words[Math.floor(random() * words.length)]
      return dice < 0.0233 ? `${word.slice(0, 4)}${Math.floor(random() * 1e6).toString(36)}` : word
    })
    .join(' ')
}

/** Mulberry32. */
export function seeded(seed: number): () => number {
  let state = (seed * 0x9e3779b1) | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** The answer of a server that sent this page. */
export function htmlExchange(url: string, startedAt: number, html: string): Exchange {
  return {
    ok: true,
    url,
    startedAt,
    fetchMs: 1,
    ip: null,
    protocol: 'http/1.1',
    requestHeaders: [],
    status: 200,
    statusText: 'OK',
    headers: [['Content-Type', 'text/html; charset=utf-8']],
    body: Buffer.from(html),
    truncated: null,
  }
}
