/**
 * pages.jsonl: a line for each page with its title, its text and what the crawl said about it. Lines are written in the order in which
 * the pages lie in the archives, one archive after the other, so that each part of a divided export takes a stretch of them.
 *
 * All pages are in this one list. ReplayWeb.page searches extraPages.jsonl alone as soon as there is one, and lists nothing of it.
 */
import { open, type FileHandle } from 'node:fs/promises'
import { inflateRawSync } from 'node:zlib'
import { idSeed } from '../../archive/record-id.js'
import { createExtractPool, type Unreadable } from '../../portal/build/extract-pool.js'
import { extractAll, type Extract, type ExtractJob } from '../../portal/build/extract.js'
import type { Holding, Holdings } from '../../portal/build/holdings.js'
import type { AskedAddresses } from './addresses.js'
import { keyOf } from './archives.js'

export interface PageList {
  readonly path: string
  /** By the archive that the pages are in (keyOf). */
  readonly stretches: ReadonlyMap<string, PageStretch>
  readonly pages: number
  /** Pages that could not be read. */
  readonly failed: number
}

export interface PageStretch {
  readonly start: number
  readonly size: number
  readonly pages: number
  /** The page to begin with. */
  readonly main: MainPage | null
}

export interface MainPage {
  readonly url: string
  readonly ts: string
  /** The lower the better: the page that was asked for, seeds in their order, the first page. */
  readonly rank: number
}

export interface PageListOptions {
  readonly holdings: Holdings
  readonly path: string
  readonly addresses: AskedAddresses
  readonly hasText: boolean
  /** Canonical URLs in their order. */
  readonly seeds: ReadonlyMap<string, number>
  /** Canonical, or ''. */
  readonly mainPage: string
  readonly signal?: AbortSignal
  readonly onProgress: (done: number, total: number) => void
  readonly onWarning: (message: string) => void
}

const BATCH = 32

interface Batch {
  readonly holdings: readonly Holding[]
  readonly answers: Promise<readonly (Extract | Unreadable)[]>
}

export async function writePageList(options: PageListOptions): Promise<PageList> {
  const { holdings, path, signal, onProgress, onWarning } = options
  const pool = createExtractPool<ExtractJob, Extract>(holdings.pages, {
    worker: new URL('../../portal/build/extract-worker.js', import.meta.url),
    extractAll,
  })
  const file = await open(path, 'w')
  const writer = new ListWriter(file, options)
  const waiting: Batch[] = []
  let done = 0
  let failed = 0
  let firstError = ''
  // answers are written in the order of the pages, whichever comes first
  const takeFirst = async (): Promise<void> => {
    const batch = waiting.shift()
    if (batch === undefined) return
    const answers = await batch.answers
    signal?.throwIfAborted()
    for (const [i, answer] of answers.entries()) {
      if ('error' in answer) {
        failed++
        firstError ||= answer.error
      } else await writer.add(batch.holdings[i], answer)
    }
    done += answers.length
    onProgress(done, holdings.pages)
  }
  signal?.addEventListener('abort', pool.stop)
  try {
    for (const held of batchesOf(holdings.list())) {
      signal?.throwIfAborted()
      const answers = pool.run(held.map(jobOf))
      // whoever waits for it is told; nobody may be waiting yet
      answers.catch(() => undefined)
      waiting.push({ holdings: held, answers })
      if (waiting.length >= 2 * pool.width) await takeFirst()
    }
    while (waiting.length > 0) await takeFirst()
    await writer.end()
  } finally {
    signal?.removeEventListener('abort', pool.stop)
    await pool.close()
    await file.close()
  }
  if (failed > 0) onWarning(`${failed} pages could not be read and are not in the list, among them ${firstError}`)
  return { path, stretches: writer.stretches, pages: done - failed, failed }
}

function* batchesOf(holdings: Iterable<Holding>): Generator<readonly Holding[]> {
  let batch: Holding[] = []
  for (const holding of holdings) {
    batch.push(holding)
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

function jobOf({ url, place, payload, verdict }: Holding): ExtractJob {
  const language = verdict === null || verdict.language === 'und' ? '' : verdict.language
  return { url, place, payload, language, share: verdict?.share ?? 0 }
}

const WRITE_CHARACTERS = 256 * 1024

class ListWriter {
  readonly stretches = new Map<string, PageStretch>()
  #key = ''
  #start = 0
  #end = 0
  #pages = 0
  #main: MainPage | null = null
  #text = ''

  constructor(
    private readonly file: FileHandle,
    private readonly options: Pick<PageListOptions, 'addresses' | 'hasText' | 'seeds' | 'mainPage'>,
  ) {}

  async add(holding: Holding, extract: Extract): Promise<void> {
    const key = keyOf(holding.place)
    if (key !== this.#key) await this.#turnTo(key)
    const { addresses, seeds, mainPage, hasText } = this.options
    const url = addresses.find(key, holding.place.offset) || holding.url
    const ts = new Date(holding.at).toISOString()
    const seed = seeds.get(holding.url)
    const rank = holding.url === mainPage ? -1 : (seed ?? Infinity)
    if (this.#main === null || rank < this.#main.rank) this.#main = { url, ts, rank }
    this.#text += `${JSON.stringify(lineOf(holding, extract, url, ts, seed !== undefined, hasText))}\n`
    this.#pages++
    if (this.#text.length > WRITE_CHARACTERS) await this.#flush()
  }

  async end(): Promise<void> {
    await this.#turnTo('')
  }

  async #turnTo(key: string): Promise<void> {
    await this.#flush()
    const size = this.#end - this.#start
    if (this.#key !== '')
      this.stretches.set(this.#key, { start: this.#start, size, pages: this.#pages, main: this.#main })
    this.#key = key
    this.#start = this.#end
    this.#pages = 0
    this.#main = null
  }

  async #flush(): Promise<void> {
    const bytes = Buffer.from(this.#text)
    this.#text = ''
    await this.file.appendFile(bytes)
    this.#end += bytes.length
  }
}

/** Fields after `text` are ours; `relevant` and `score` are there where a crawl judged the page. */
function lineOf(
  { at, mime, verdict }: Holding,
  { title, text, language, share }: Extract,
  url: string,
  ts: string,
  isSeed: boolean,
  hasText: boolean,
): object {
  return {
    id: idSeed(url, at).slice(0, 20),
    url,
    ts,
    title: title === '' ? url : title,
    ...(hasText ? { text: inflateRawSync(text).toString('utf8') } : {}),
    mime,
    ...(isSeed ? { seed: true } : {}),
    ...(verdict === null ? {} : { relevant: verdict.relevant, score: verdict.score }),
    language: verdict?.language ?? language,
    share: verdict === null ? share : verdict.share,
  }
}
