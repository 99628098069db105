/** Archives as several tools write them, and libraries seen from outside, for the tests of portal/build. */
import { join } from 'node:path'
import { buildPortal, type BuildOptions, type BuildSummary } from '../../src/portal/build/index.js'
import { openEngine } from '../../src/portal/search/engine.js'
import { openLibrary } from '../../src/portal/store/library.js'
import type { Library } from '../../src/portal/contracts.js'

export interface Sample {
  readonly url: string
  readonly body?: string | Uint8Array
  readonly type?: string
  readonly status?: number
  readonly date?: string
  readonly location?: string
  /** A revisit of a payload with this digest. */
  readonly revisitOf?: string
  readonly digest?: string
  /** Writes the request beside it, too. */
  readonly method?: string
}

export function warcOf(samples: readonly Sample[]): Buffer {
  return Buffer.concat(samples.flatMap(sample => [recordOf(sample), ...requestOf(sample)]))
}

function recordOf(sample: Sample): Buffer {
  const { body = '', type = 'text/html; charset=utf-8', status = 200, location, revisitOf, digest } = sample
  const lines = [`HTTP/1.1 ${status} OK`, `Content-Type: ${type}`]
  if (location !== undefined) lines.push(`Location: ${location}`)
  const block = Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), Buffer.from(body)])
  const known = revisitOf ?? digest
  return record(sample, revisitOf === undefined ? 'response' : 'revisit', block, [
    ...(known === undefined ? [] : [`WARC-Payload-Digest: ${known}`]),
  ])
}

function requestOf(sample: Sample): Buffer[] {
  if (sample.method === undefined) return []
  return [record(sample, 'request', Buffer.from(`${sample.method} / HTTP/1.1\r\nHost: x\r\n\r\n`), [])]
}

let serial = 0

function record({ url, date = '2026-03-01T10:00:00Z' }: Sample, type: string, block: Buffer, more: string[]): Buffer {
  const head = [
    'WARC/1.0',
    `WARC-Type: ${type}`,
    `WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-${String(serial++).padStart(12, '0')}>`,
    `WARC-Target-URI: ${url}`,
    `WARC-Date: ${date}`,
    `Content-Type: application/http; msgtype=${type === 'request' ? 'request' : 'response'}`,
    `Content-Length: ${block.length}`,
    ...more,
  ]
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), block, Buffer.from('\r\n\r\n')])
}

const WORDS =
  'river stone garden winter teacher village harvest lantern copper meadow thunder basket candle bridge forest island pepper saddle timber violet'.split(
    ' ',
  )

/** A text of its own for each number: eighty words, the same every time. */
export function textOf(number: number): string {
  let state = number * 7919 + 17
  const words: string[] = []
  for (let i = 0; i < 80; i++) {
    state = (state * 1103515245 + 12345) % 2147483648
    words.push(WORDS[Math.floor(state / 65536) % WORDS.length])
  }
  return `${words.join(' ')} number${number}`
}

export function htmlOf(number: number, links: readonly string[] = [], title = `Page ${number}`): string {
  const anchors = links.map(url => `<a href="${url}">about ${url.replace(/^.*\//, '')}</a>`)
  return `<title>${title}</title><h1>Chapter ${number}</h1><p>${textOf(number)}.</p><p>${anchors.join(' and ')}</p>`
}

export function build(
  out: string,
  sources: readonly string[],
  more: Partial<BuildOptions> = {},
): Promise<BuildSummary> {
  return buildPortal({ sources, out, title: 'Samples', ...more })
}

/** All that a reader can see of a library, without numbers of pages and times of builds. */
export function seen(out: string, queries: readonly string[] = []): unknown {
  const library = openLibrary(out)
  const engine = openEngine(join(out, 'index.db'))
  try {
    const range = { offset: 0, limit: 10_000 }
    const { builtAt, ...facts } = library.facts()
    const pages = library.sites(range).flatMap(({ host }) => library.sitePages(host, range))
    return {
      built: builtAt > 0,
      facts,
      topics: library.topics(),
      sites: library.sites(range),
      best: library.bestPages(range).map(({ url }) => url),
      pages: pages.map(({ id, ...card }) => ({
        ...card,
        text: library.textOf(id),
        linkedFrom: library.linkedFrom(id, 100).map(({ url }) => url),
        archived: statusOf(library, card.url),
      })),
      found: queries.map(text => {
        const filters = {}
        const asked = { text, filters, perSite: 0, clusters: false, verbatim: true, offset: 0, limit: 2000 }
        const { total, hits, facets } = engine.search(asked)
        // the order of equals is nobody's promise
        const counts = facets.sites.map(({ value, count }) => `${value} ${count}`).sort()
        return { text, total, counts, hits: hits.map(({ page, duplicates }) => `${page.url} ${duplicates}`).sort() }
      }),
    }
  } finally {
    engine.close()
    library.close()
  }
}

function statusOf(library: Library, url: string): string {
  const capture = library.capture(url)
  return capture === null ? 'no' : `${capture.status} ${capture.mime} ${capture.at}`
}
