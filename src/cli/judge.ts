import { statSync } from 'node:fs'
import { archivedPages, fileExchange, isArchive } from '../archive/stored-pages.js'
import { loadCampaign, type Campaign } from '../campaign/index.js'
import type { Exchange, Judge, Verdict } from '../contracts.js'
import { LongtailError } from '../errors.js'
import { judgeSpecOf } from '../crawl/target.js'
import { createJudge, type Policy } from '../judge/index.js'
import { analyse, canonicalUrl } from '../page/index.js'
import { identifierName, identifierNote } from '../page/language/identify.js'
import { VERSION } from '../version.js'
import { createArchiveWeb } from '../web/archive-web.js'
import { createHttpWeb, formatUserAgent } from '../web/index.js'

export interface JudgeFlags {
  campaign?: string
  language?: string[]
  policy?: Policy
  json?: boolean
}

interface JudgedPage extends Pick<Verdict, 'relevant' | 'score' | 'language' | 'share' | 'reasons'> {
  readonly url: string
  readonly charset: string
}

const MAX_FILE_BYTES = 64 * 1024 * 1024

export async function judgePages(inputs: string[], flags: JudgeFlags): Promise<void> {
  const { judge, campaign } = openJudge(flags)
  for (const input of inputs) checkInput(input)
  const print = flags.json === true ? jsonPrinter() : textPrinter()
  let skipped = 0
  for (const input of inputs) {
    for await (const exchange of exchangesOf(input, campaign)) {
      const page = analyse(exchange)
      if (page.links.some(link => link.kind === 'redirect') || !/html|text\/plain/.test(page.mime)) {
        skipped++
        continue
      }
      const { relevant, score, language, share, reasons } = judge.judge(page)
      print.page({ url: page.url, relevant, score, language, share, charset: page.declared.charset, reasons })
    }
  }
  print.end()
  if (skipped > 0) process.stderr.write(`${skipped} redirects and files that are not text were left out\n`)
}

function openJudge(flags: JudgeFlags): { judge: Judge; campaign: Campaign | null } {
  const campaign = flags.campaign === undefined ? null : loadCampaign(flags.campaign).campaign
  const target = campaign === null ? undefined : { ...campaign.target, ...(flags.policy && { policy: flags.policy }) }
  if (flags.language !== undefined) {
    const { policy = 'modern', 'min-share': minShare } = target ?? { policy: flags.policy }
    return { judge: createJudge({ kind: 'language', languages: flags.language, policy, minShare }), campaign }
  }
  if (target === undefined)
    throw new LongtailError('E_USAGE', 'judge: name a campaign with --campaign, or languages with --language')
  return { judge: createJudge(judgeSpecOf(target)), campaign }
}

function checkInput(input: string): void {
  if (isUrl(input)) return
  const stat = statSync(input, { throwIfNoEntry: false })
  if (stat === undefined)
    throw new LongtailError('E_USAGE', `${input}: no such file; give HTML files, URLs or archives`)
  if (!stat.isFile()) throw new LongtailError('E_USAGE', `${input}: not a file; give HTML files, URLs or archives`)
}

function isUrl(input: string): boolean {
  return /^https?:\/\//i.test(input)
}

async function* exchangesOf(input: string, campaign: Campaign | null): AsyncGenerator<Exchange> {
  if (isUrl(input)) yield await fetchOne(input, campaign)
  else if (isArchive(input)) yield* archivedExchanges(input)
  else yield pageInFile(input)
}

async function* archivedExchanges(path: string): AsyncGenerator<Exchange> {
  let damaged = 0
  yield* archivedPages(path, () => damaged++)
  if (damaged > 0) process.stderr.write(`${path}: ${damaged} damaged places were passed over\n`)
}

async function fetchOne(input: string, campaign: Campaign | null): Promise<Exchange> {
  if (campaign === null)
    throw new LongtailError(
      'E_USAGE',
      `${input}: fetching a page needs --campaign, whose contact tells the site who asks`,
    )
  const url = canonicalUrl(input)
  if (url === null) throw new LongtailError('E_USAGE', `${input}: not a URL`)
  const { network } = campaign
  const isArchived = network.archive.length > 0
  const web = isArchived
    ? await createArchiveWeb(network.archive)
    : createHttpWeb({
        userAgent: formatUserAgent(VERSION, campaign.contact),
        proxy: network.proxy,
        hosts: network.hosts,
        allowPrivate: network['allow-private'],
        limits: { maxBodyBytes: network['max-body'], totalTimeoutMs: network.timeout },
      })
  try {
    const outcome = await web.fetch(url, new AbortController().signal)
    if (outcome.ok) return outcome
    const next = isArchived ? 'the campaign reads network.archive, not the live Web' : 'try again later'
    throw new LongtailError('E_FETCH_CONNECT', `${url}: ${outcome.code}: ${outcome.message}; ${next}`)
  } finally {
    await web.close()
  }
}

function pageInFile(path: string): Exchange {
  if (statSync(path).size > MAX_FILE_BYTES)
    throw new LongtailError('E_USAGE', `${path}: larger than 64 MiB; not a page`)
  return fileExchange(path)
}

interface Printer {
  page(page: JudgedPage): void
  end(): void
}

/** One object on one line, written as it grows: an archive may hold millions of pages. Nothing is written when the first input is bad. */
function jsonPrinter(): Printer {
  let opening = '{"pages":['
  return {
    page: page => {
      process.stdout.write(opening + JSON.stringify(page))
      opening = ','
    },
    end: () => {
      const identifier = JSON.stringify(identifierName())
      process.stdout.write(`${opening === ',' ? '' : opening}],"identifier":${identifier}}\n`)
    },
  }
}

function textPrinter(): Printer {
  return {
    page: page => {
      const share = page.share > 0 && page.share < 1 ? `, ${Math.round(100 * page.share)} % of the text` : ''
      console.log(
        `${page.relevant ? 'wanted    ' : 'not wanted'} ${page.score.toFixed(2)} ${page.language} ${page.charset} ${page.url}${share}`,
      )
      for (const reason of page.reasons) console.log(`           ${reason}`)
    },
    end: () => {
      const note = identifierNote(identifierName())
      if (note !== '') console.log(note)
    },
  }
}
