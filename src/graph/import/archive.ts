/**
 * WARC, ARC and WACZ files of any tool, and Common Crawl's WAT, which are WARC files too: told apart record by record.
 *
 * Pages are HTML answers with status 200 to requests that only asked (no POST); of several captures of a URL the first
 * one counts. Redirects are hops. Everything else that pages link to is known by its URL alone.
 */
import { createArchiveFiles } from '../../archive/archive-files.js'
import { exchangeOf, recordsOf, targetUri, type ByteFile, type WarcRecord } from '../../archive/index.js'
import type { Exchange, Page } from '../../contracts.js'
import { LongtailError } from '../../errors.js'
import { analyse, canonicalUrl, tldOf } from '../../page/index.js'
import { identifyLanguage } from '../../page/language/identify.js'
import { serverCountry } from '../../server-country.js'
import type { PageFacts } from '../builder.js'
import { charsetFamily, languageCode } from '../codes.js'
import type { ImportContext } from './context.js'
import { PayloadPlaces } from './payload-places.js'
import { isWatRecord, readWatRecord } from './wat.js'

/** A page larger than this is cut: analyse reads 10 MB of text at most. */
const MAX_BLOCK_BYTES = 32 * 1024 * 1024
/** What may change hands with a server without asking it to do something. */
const ASKING = /^(?:GET|HEAD) /i
const POSTED = 'answers to POST and other requests that change something'
const CAPTURED_AGAIN = 'further captures of a page'

/** Reads archives one after the other. It remembers where payloads are, since a revisit may repeat one of another file. */
export class ArchiveImport {
  private readonly payloads = new PayloadPlaces()

  constructor(private readonly context: ImportContext) {}

  async read(path: string): Promise<void> {
    const { context, payloads } = this
    const archive = createArchiveFiles(1)
    try {
      let records = 0
      for (const file of await archive.open(path)) {
        payloads.enter(path, file)
        records += await this.readFile(file)
      }
      if (records === 0) throw new LongtailError('E_GRAPH', `${path} holds no record that can be read`)
    } finally {
      payloads.leave()
      await archive.close()
    }
    context.signal?.throwIfAborted()
  }

  private async readFile(file: ByteFile): Promise<number> {
    const { context } = this
    const { skip } = context
    let records = 0
    // whether it was a POST is written in the request, which stands before or after its response
    let pending: WarcRecord | null = null
    let lastPost = ''
    const settle = (): void => {
      if (pending !== null && importResponse(pending, context)) this.payloads.add(pending)
      pending = null
    }
    const onDamage = (): void => skip('damaged records')
    for await (const record of recordsOf(file, { onDamage, maxBlockBytes: MAX_BLOCK_BYTES })) {
      context.signal?.throwIfAborted()
      context.progress(record.offset)
      records++
      if (record.type === 'request') {
        if (ASKING.test(record.block.toString('latin1', 0, 8))) continue
        lastPost = targetUri(record)
        if (pending === null || targetUri(pending) !== lastPost) continue
        skip(POSTED)
        pending = null
        lastPost = ''
        continue
      }
      settle()
      if (isWatRecord(record)) readWatRecord(record, context)
      else if (record.type === 'revisit') await this.readRevisit(record)
      else if (record.type === 'response' || record.type === 'resource') {
        if (lastPost !== '' && targetUri(record) === lastPost) skip(POSTED)
        else pending = record
        lastPost = ''
      } else if (record.type === 'conversion') skip('conversion records (WET), which have no links')
    }
    settle()
    return records
  }

  /** Of a page that was read before nothing is missing. Of another one the payload is looked up: mirrors are pages too. */
  private async readRevisit(revisit: WarcRecord): Promise<void> {
    const { context } = this
    const url = canonicalUrl(targetUri(revisit))
    if (url === null) return
    const id = context.builder.find(url)
    if (id !== -1 && context.builder.isCaptured(id)) {
      context.skip(CAPTURED_AGAIN)
      return
    }
    const original = await this.payloads.find(revisit)
    const exchange = original === null ? null : exchangeOf(original)
    if (exchange === null) context.skip('revisit records without the page they repeat')
    else importPage(url, exchange, context)
  }
}

/** True: it was a page. */
function importResponse(record: WarcRecord, context: ImportContext): boolean {
  const exchange = exchangeOf(record)
  if (exchange === null) {
    if (!/^(?:dns|whois|urn|metadata):/i.test(targetUri(record))) context.skip('records that hold no HTTP answer')
    return false
  }
  const url = canonicalUrl(exchange.url)
  if (url === null) {
    context.skip('records of other addresses than http and https')
    return false
  }
  const { status } = exchange
  if (status === 200) return importPage(url, exchange, context)
  if (status >= 300 && status < 400) importRedirect(url, exchange, context)
  else context.skip('answers with another status than 200')
  return false
}

function importRedirect(url: string, exchange: Exchange, { builder, skip }: ImportContext): void {
  const lead = analyse({ ...exchange, url }).links.find(link => link.kind === 'redirect')
  if (lead === undefined) skip('redirects that lead nowhere')
  else builder.redirect(builder.page(url), builder.page(lead.url))
}

function importPage(url: string, exchange: Exchange, context: ImportContext): boolean {
  const { builder, skip, isAnchorInTarget, keepsNofollow, text } = context
  const known = builder.find(url)
  // before the page is read: archives of several crawls consist mostly of what is known
  if (known !== -1 && builder.isCaptured(known)) {
    skip(CAPTURED_AGAIN)
    return false
  }
  const page = analyse({ ...exchange, url })
  if (!/html/.test(page.mime)) {
    skip('answers that are not HTML')
    return false
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
  return true
}

function factsOf(page: Page, { judge, wanted, isRelevant }: ImportContext): PageFacts {
  const { charset: name, charsetSource } = page.declared
  const isDeclared = charsetSource !== 'evidence' && charsetSource !== 'default'
  const charset = charsetFamily(isDeclared ? name : '', wanted)
  if (judge !== null) {
    const { relevant, score, language } = judge.judge(page)
    return { language: languageCode(language), relevant, score, charset, simhash: page.simhash }
  }
  const language = languageOf(page)
  return { language, relevant: isRelevant(language), charset, simhash: page.simhash }
}

/** Fewer letters, or a smaller share of them, name no language. */
const FEW_LETTERS = 20
const LEAST_SHARE = 0.25

function languageOf({ title, text, fullText, declared, url }: Page): string {
  const readable = text.length * 2 < fullText.length ? `${text}\n${fullText}` : text
  const found = identifyLanguage(`${title}\n${readable}`, { declared: declared.language, tld: tldOf(url) })
  const first = found.languages[0]
  const isClear = first !== undefined && found.letters >= FEW_LETTERS && !found.garbled && first.share >= LEAST_SHARE
  return isClear ? languageCode(first.language) : 'und'
}
