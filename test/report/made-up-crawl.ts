/** Crawl directories written by hand: what a log may hold, without crawling. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type Line = Readonly<Record<string, unknown>>

export const START = Date.UTC(2026, 0, 1)

/** Seconds after the start, as the log writes it. */
export function at(seconds: number): string {
  return new Date(START + seconds * 1000).toISOString()
}

export function runLine(seeds: readonly (string | number)[], seconds = 0): Line {
  return { t: 'run', version: 1, at: at(seconds), software: 'Longtail/0', strategy: 'soft-focused', seeds }
}

export function pageLine(id: number, url: string, parts: Line = {}): Line {
  return {
    t: 'page',
    id,
    url,
    hops: 0,
    at: at(id),
    ms: 5,
    status: 200,
    mime: 'text/html',
    bytes: 1000,
    relevant: false,
    score: 0.25,
    language: 'eng',
    share: 0.9,
    links: [],
    ...parts,
  }
}

/** `log` is text, or lines; null for a crawl that has none. */
export function writeCrawl(directory: string, log: readonly Line[] | string | null, parts: Line = {}): string {
  mkdirSync(directory, { recursive: true })
  const identity = {
    format: 'longtail-crawl',
    version: 1,
    name: 'made-up',
    target: { language: ['tha'] },
    created: at(0),
  }
  writeFileSync(join(directory, 'crawl.json'), JSON.stringify({ ...identity, ...parts }))
  const text = typeof log === 'string' ? log : (log ?? []).map(line => `${JSON.stringify(line)}\n`).join('')
  if (log !== null) writeFileSync(join(directory, 'crawl.log.jsonl'), text)
  return directory
}
