/**
 * pages.jsonl: a line for each page with its title, its text and what the crawl said about it. Lines are written in the order in which
 * the pages lie in the archives, one archive after the other, so that each part of a divided export takes a stretch of them.
 *
 * All pages are in this one list. ReplayWeb.page searches extraPages.jsonl alone as soon as there is one, and lists nothing of it.
 */
import { open, type FileHandle } from 'node:fs/promises'
import { idSeed } from '../../archive/record-id.js'
import type { Holding, Holdings } from '../../collection/holdings.js'
import { readInOrder } from '../read-in-order.js'
import type { AskedAddresses } from './addresses.js'
import { keyOf } from './archives.js'
import { isListedPage, readEntry, type EntryJob, type ListedPage } from './listed-page.js'

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

export async function writePageList(options: PageListOptions): Promise<PageList> {
  const { holdings, path, signal, onProgress, onWarning } = options
  const file = await open(path, 'w')
  const writer = new ListWriter(file, options)
  let done = 0
  let failed = 0
  let firstError = ''
  try {
    for await (const { holding, answer } of readInOrder<EntryJob, ListedPage>(holdings, {
      worker: new URL('./page-entry-worker.js', import.meta.url),
      isAnswer: isListedPage,
      extract: readEntry,
      jobOf: ({ url, place, payload, isDocument, verdict }) => {
        return { url, place, payload, isDocument, wantsText: options.hasText, wantsLanguage: verdict === null }
      },
      signal,
    })) {
      if ('error' in answer) {
        failed++
        firstError ||= answer.error
      } else await writer.add(holding, answer)
      if (done++ % PAGES_TOLD === 0) onProgress(done, holdings.pages)
    }
    await writer.end()
  } finally {
    await file.close()
  }
  if (failed > 0) onWarning(`${failed} pages could not be read and are not in the list, among them ${firstError}`)
  return { path, stretches: writer.stretches, pages: done - failed, failed }
}

/** Pages between two words about progress. */
const PAGES_TOLD = 16

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

  async add(holding: Holding, entry: ListedPage): Promise<void> {
    const key = keyOf(holding.place)
    if (key !== this.#key) await this.#turnTo(key)
    const { addresses, seeds, mainPage, hasText } = this.options
    const url = addresses.find(key, holding.place.offset) || holding.url
    const ts = new Date(holding.at).toISOString()
    const seed = seeds.get(holding.url)
    const rank = holding.url === mainPage ? -1 : (seed ?? Infinity)
    if (this.#main === null || rank < this.#main.rank) this.#main = { url, ts, rank }
    this.#text += `${JSON.stringify(lineOf(holding, entry, url, ts, seed !== undefined, hasText))}\n`
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
  { title, text, language, share }: ListedPage,
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
    ...(hasText ? { text } : {}),
    mime,
    ...(isSeed ? { seed: true } : {}),
    ...(verdict === null ? {} : { relevant: verdict.relevant, score: verdict.score }),
    language: verdict?.language ?? language,
    share: verdict === null ? share : verdict.share,
  }
}
