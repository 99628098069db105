/** Pages judged one by one, as a crawl would judge them: files, URLs, and all pages of archives. */
import { statSync } from 'node:fs'
import { archivedPages, fileExchange, isArchive } from '../archive/stored-pages.js'
import type { Campaign } from '../campaign/index.js'
import type { Exchange, Judge, Page, Verdict } from '../contracts.js'
import { LongtailError } from '../errors.js'
import { createJudge, type Policy, type WrittenLanguage } from '../judge/index.js'
import { readPage } from '../documents/read-page.js'
import { judgedDocument } from '../judge/judged-document.js'
import { analyse, canonicalUrl } from '../page/index.js'
import { fetchInTurn } from '../web/index.js'
import type { JudgeRenderer } from './judge-rendered.js'
import { openWeb, type OpenWeb } from './open-web.js'
import { judgeSpecOf } from './target.js'

export interface JudgePagesOptions {
  /** Whose target judges, and whose contact and network count where a URL is fetched. */
  readonly campaign?: Campaign
  /** Judge for these languages instead; needed without a campaign. */
  readonly languages?: readonly WrittenLanguage[]
  readonly policy?: Policy
  /** Through a browser; what it asks for is asked as the campaign says. */
  readonly render?: boolean
  /** What was left out, in words, after each input that something was left out of. */
  readonly onLeftOut?: (message: string) => void
}

export interface JudgedPage extends Pick<Verdict, 'relevant' | 'score' | 'language' | 'share' | 'reasons'> {
  readonly url: string
  readonly charset: string
  /** With a browser: what it changed. */
  readonly rendered?: RenderedDifference
}

type Judged = Pick<Verdict, 'relevant' | 'score' | 'language' | 'share'>

/** `text`: characters that a reader sees, and `links`: before and after. */
export type RenderedDifference =
  | {
      readonly before: Judged
      readonly text: readonly [before: number, after: number]
      readonly links: readonly [before: number, after: number]
      readonly requests: number
      readonly refused: number
      readonly ms: number
    }
  | { readonly failed: string }

const MAX_FILE_BYTES = 64 * 1024 * 1024

/** Throws E_USAGE before the first page when an input is none. */
export async function* judgePages(
  inputs: readonly string[],
  options: JudgePagesOptions,
): AsyncGenerator<JudgedPage, void> {
  const judge = judgeFor(options)
  for (const input of inputs) checkInput(input)
  let skipped = 0
  const live = new LiveWeb(options.campaign)
  const renderer = options.render === true ? await openJudgeRenderer(options.campaign, live) : null
  try {
    for (const input of inputs) {
      for await (const exchange of exchangesOf(input, live, options)) {
        const page = await readPage(exchange)
        if (page.links.some(link => link.kind === 'redirect') || !isReadable(page)) {
          if (!isUrl(input) && isArchive(input)) skipped++
          else
            options.onLeftOut?.(
              `${input}: not a page but ${page.mime}; only HTML, plain text and documents (PDF, EPUB, Word, PowerPoint, Excel, OpenDocument, RTF) can be judged`,
            )
          continue
        }
        const { charset } = page.declared
        const sent = judgedDocument(page, judge.judge(page))
        const made = renderer === null || !page.mime.includes('html') ? null : await renderer.render(exchange, charset)
        const difference = made === null ? {} : differenceOf(made, page, sent)
        const { relevant, score, language, share, reasons } =
          made === null || typeof made === 'string' ? sent : judge.judge(analyse(made.exchange))
        yield { url: page.url, relevant, score, language, share, charset, reasons, ...difference }
      }
    }
  } finally {
    await renderer?.close()
    await live.close()
  }
  if (skipped > 0) options.onLeftOut?.(`${skipped} redirects and files that are not text were skipped`)
}

function isReadable({ mime, document }: Page): boolean {
  return document !== undefined || /html|text\/plain/.test(mime)
}

async function openJudgeRenderer(campaign: Campaign | undefined, live: LiveWeb): Promise<JudgeRenderer> {
  const { JudgeRenderer } = await import('./judge-rendered.js')
  return new JudgeRenderer(campaign, () => live.open())
}

type Made = Awaited<ReturnType<JudgeRenderer['render']>>

function differenceOf(made: Made, before: Page, verdict: Verdict): { readonly rendered: RenderedDifference } {
  if (typeof made === 'string') return { rendered: { failed: made } }
  const after = analyse(made.exchange)
  const { relevant, score, language, share } = verdict
  const { asked, refused, ms } = made.result
  return {
    rendered: {
      before: { relevant, score, language, share },
      text: [before.fullText.length, after.fullText.length],
      links: [before.links.length, after.links.length],
      ...{ requests: asked, refused, ms },
    },
  }
}

function judgeFor({ campaign, languages, policy }: JudgePagesOptions): Judge {
  const target = campaign === undefined ? undefined : { ...campaign.target, ...(policy && { policy }) }
  if (languages !== undefined) {
    const { policy: how = 'modern', 'min-share': minShare } = target ?? { policy }
    return createJudge({ kind: 'language', languages, policy: how, minShare })
  }
  if (target === undefined)
    throw new LongtailError('E_USAGE', 'judge: give a campaign with --campaign, or languages with --language')
  return createJudge(judgeSpecOf(target))
}

function checkInput(input: string): void {
  if (isUrl(input)) return
  const stat = statSync(input, { throwIfNoEntry: false })
  if (stat === undefined)
    throw new LongtailError('E_USAGE', `${input}: the file does not exist; give HTML files, URLs or archives`)
  if (!stat.isFile()) throw new LongtailError('E_USAGE', `${input}: not a file; give HTML files, URLs or archives`)
}

function isUrl(input: string): boolean {
  return /^https?:\/\//i.test(input)
}

async function* exchangesOf(input: string, live: LiveWeb, { onLeftOut }: JudgePagesOptions): AsyncGenerator<Exchange> {
  if (isUrl(input)) yield await live.fetch(input)
  else if (isArchive(input)) {
    let damaged = 0
    yield* archivedPages(input, () => damaged++)
    if (damaged > 0) onLeftOut?.(`${input}: ${damaged} damaged records were skipped`)
  } else yield pageInFile(input)
}

/** One web for all inputs, so that a host keeps its delay between them; opened by the first URL. */
class LiveWeb {
  private opened: Promise<OpenWeb> | null = null

  constructor(private readonly campaign: Campaign | undefined) {}

  async fetch(input: string): Promise<Exchange> {
    const { campaign } = this
    if (campaign === undefined)
      throw new LongtailError(
        'E_USAGE',
        `${input}: fetching a page needs --campaign, whose contact tells the site who you are`,
      )
    const url = canonicalUrl(input)
    if (url === null) throw new LongtailError('E_USAGE', `${input}: not a URL`)
    const outcome = await fetchInTurn((await this.open()).web, url, new AbortController().signal)
    if (outcome.ok) return outcome
    const isArchived = campaign.network.archive.length > 0
    const next = isArchived ? 'the campaign reads network.archive, not the live Web' : 'try again later'
    throw new LongtailError('E_FETCH_CONNECT', `${url}: ${outcome.code}: ${outcome.message}; ${next}`)
  }

  open(): Promise<OpenWeb> {
    const { campaign } = this
    if (campaign === undefined) throw new LongtailError('E_USAGE', 'a page is fetched with a campaign only')
    return (this.opened ??= openWeb(campaign))
  }

  async close(): Promise<void> {
    await (await this.opened)?.web.close()
  }
}

function pageInFile(path: string): Exchange {
  if (statSync(path).size > MAX_FILE_BYTES)
    throw new LongtailError('E_USAGE', `${path}: larger than 64 MiB; not a page`)
  return fileExchange(path)
}
