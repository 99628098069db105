/**
 * WARC, ARC and WACZ files of any tool, and Common Crawl's WAT, which are WARC files too: told apart record by record.
 *
 * Pages are HTML answers with status 200 to requests that only asked (no POST); of several captures of a URL the first
 * one counts. Redirects are hops. Everything else that pages link to is known by its URL alone.
 */
import { createArchiveFiles, type ArchiveFiles } from '../../archive/archive-files.js'
import { CaptureTable, type Capture, type CaptureFacts } from '../../archive/capture-table.js'
import {
  answerOf,
  SafeResponses,
  exchangeOf,
  namesOf,
  readRecordAt,
  recordsOf,
  targetUri,
  type ByteFile,
  type WarcRecord,
} from '../../archive/index.js'
import type { Exchange, Page } from '../../contracts.js'
import { LongtailError } from '../../errors.js'
import { readPage } from '../../documents/read-page.js'
import { analyse, canonicalUrl } from '../../page/index.js'
import { languageOf } from '../../page/language/page-language.js'
import { serverCountry } from '../../server-country.js'
import type { PageFacts } from '../builder.js'
import { charsetFamily, languageCode } from '../codes.js'
import type { ImportContext } from './context.js'
import { isWatRecord, readWatRecord } from './wat.js'

/** A page larger than this is cut: of text 10 MB are read at most, documents have 50 (network.max-document). */
const MAX_BLOCK_BYTES = 64 * 1024 * 1024
const POSTED = 'answers to POST and other requests that change something'
const CAPTURED_AGAIN = 'further captures of a page'

/** Reads archives one after the other. Revisits wait until all are read, since they may repeat what is in any of them. */
export class ArchiveImport {
  private readonly archives: ArchiveFiles
  private readonly files: ByteFile[] = []
  private readonly captures = new CaptureTable()
  /** Answers that were met and not imported yet: to read a document takes a thread. */
  private readonly met: WarcRecord[] = []
  /** Numbers of those of pages that nothing else captured before. */
  private readonly revisits: number[] = []

  /** `count`: how many paths will be read. */
  constructor(
    private readonly context: ImportContext,
    count: number,
  ) {
    this.archives = createArchiveFiles(count)
  }

  async read(path: string): Promise<void> {
    let records = 0
    for (const file of await this.archives.open(path)) {
      this.files.push(file)
      records += await this.readFile(file)
    }
    if (records === 0) throw new LongtailError('E_GRAPH', `${path} holds no record that can be read`)
    this.context.signal?.throwIfAborted()
  }

  /** After the last archive. */
  async finish(): Promise<void> {
    const { context, captures } = this
    captures.seal()
    for (const number of this.revisits) {
      context.signal?.throwIfAborted()
      const { payload, ...place } = captures.at(number)
      const revisit = payload === null ? null : await this.recordAt(place)
      const original = payload === null ? null : await this.recordAt(payload)
      const answer = revisit === null ? null : answerOf(revisit, original)
      if (answer === null) context.skip('revisit records without the page they repeat')
      else await importAnswer(answer, context)
    }
  }

  close(): Promise<void> {
    return this.archives.close()
  }

  private async readFile(file: ByteFile): Promise<number> {
    const { context } = this
    const { skip } = context
    let records = 0
    const answers = new SafeResponses(
      record => this.met.push(record),
      () => skip(POSTED),
    )
    const onDamage = (): void => skip('damaged records')
    for await (const record of recordsOf(file, { onDamage, maxBlockBytes: MAX_BLOCK_BYTES })) {
      context.signal?.throwIfAborted()
      context.progress(record.offset)
      records++
      answers.see(record)
      await this.importMet()
      if (isWatRecord(record)) readWatRecord(record, context)
      else if (record.type === 'conversion') skip('conversion records (WET), which have no links')
    }
    answers.end()
    await this.importMet()
    return records
  }

  private async importMet(): Promise<void> {
    for (const record of this.met.splice(0))
      if (record.type === 'revisit') this.readRevisit(record)
      else await this.readResponse(record)
  }

  private async readResponse(record: WarcRecord): Promise<void> {
    const exchange = exchangeOf(record)
    if (exchange !== null) {
      await importAnswer(exchange, this.context)
      const key = canonicalUrl(exchange.url)
      if (key !== null) this.note(record, key, null)
    } else if (!/^(?:dns|whois|urn|metadata):/i.test(targetUri(record)))
      this.context.skip('records that hold no HTTP answer')
  }

  /** Of a page that was read before nothing is missing. Of another one the payload is looked up: mirrors are pages too. */
  private readRevisit(revisit: WarcRecord): void {
    const { builder, skip } = this.context
    const url = canonicalUrl(targetUri(revisit))
    if (url === null) return
    const id = builder.find(url)
    if (id !== -1 && builder.isCaptured(id)) {
      skip(CAPTURED_AGAIN)
      return
    }
    const { uri, originalAt } = namesOf(revisit)
    const number = this.note(revisit, url, { refersTo: canonicalUrl(uri) ?? '', originalAt })
    if (number !== null) this.revisits.push(number)
    else skip('revisit records without the page they repeat')
  }

  /** Null: in the middle of a gzip member, where nobody finds it again by its offset. */
  private note(record: WarcRecord, key: string, revisit: CaptureFacts['revisit']): number | null {
    if (record.inner !== 0) return null
    const { at, digest } = namesOf(record)
    const { offset, length } = record
    return this.captures.add({ key, at, digest, revisit }, { file: this.files.length - 1, offset, length })
  }

  private async recordAt({ file, offset, length }: Capture): Promise<WarcRecord | null> {
    try {
      return await readRecordAt(this.files[file], offset, length)
    } catch (error) {
      if (error instanceof LongtailError) return null
      throw error
    }
  }
}

async function importAnswer(exchange: Exchange, context: ImportContext): Promise<void> {
  const url = canonicalUrl(exchange.url)
  const { status } = exchange
  if (url === null) context.skip('records of other addresses than http and https')
  else if (status === 200) await importPage(url, exchange, context)
  else if (status >= 300 && status < 400) importRedirect(url, exchange, context)
  else context.skip('answers with another status than 200')
}

function importRedirect(url: string, exchange: Exchange, { builder, skip }: ImportContext): void {
  const lead = analyse({ ...exchange, url }).links.find(link => link.kind === 'redirect')
  if (lead === undefined) skip('redirects that lead nowhere')
  else builder.redirect(builder.page(url), builder.page(lead.url))
}

async function importPage(url: string, exchange: Exchange, context: ImportContext): Promise<void> {
  const { builder, skip, isAnchorInTarget, keepsNofollow, text } = context
  const known = builder.find(url)
  // before the page is read: archives of several crawls consist mostly of what is known
  if (known !== -1 && builder.isCaptured(known)) {
    skip(CAPTURED_AGAIN)
    return
  }
  const page = await readPage({ ...exchange, url }, text !== null)
  if (page.document === undefined && !/html/.test(page.mime)) {
    skip('answers that are neither HTML nor documents')
    return
  }
  const id = builder.page(url)
  builder.capture(id)
  builder.describe(id, factsOf(page, context))
  const columns = text?.links(page)
  if (text !== null) builder.country(id, serverCountry(exchange.ip))
  let nofollow = 0
  for (let i = 0; i < page.links.length; i++) {
    const link = page.links[i]
    if ((page.nofollow || link.nofollow) && !keepsNofollow) nofollow++
    else builder.link(id, builder.page(link.url), isAnchorInTarget?.(link.anchor), columns, i)
  }
  if (nofollow > 0) skip('links marked nofollow', nofollow)
}

function factsOf(page: Page, { judge, wanted, isRelevant }: ImportContext): PageFacts {
  const { charset: name, charsetSource } = page.declared
  const isDeclared = charsetSource !== 'evidence' && charsetSource !== 'default'
  const charset = charsetFamily(isDeclared ? name : '', wanted)
  if (judge !== null) {
    const { relevant, score, language } = judge.judge(page)
    return { language: languageCode(language, wanted), relevant, score, charset, simhash: page.simhash }
  }
  const language = languageCode(languageOf(page).language)
  return { language, relevant: isRelevant(language), charset, simhash: page.simhash }
}
