import { existsSync, readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { Command } from 'commander'
import { exchangeOf, isArchiveFile, readArchive } from '../archive/index.js'
import { loadCampaign, type Campaign } from '../campaign/index.js'
import type { Exchange, Judge, Verdict } from '../contracts.js'
import { LongtailError } from '../errors.js'
import { createJudge } from '../judge/index.js'
import { analyse, canonicalUrl } from '../page/index.js'
import { userAgent } from '../version.js'
import { createHttpWeb } from '../web/index.js'

interface JudgeFlags {
  campaign?: string
  language?: string[]
  policy?: string
  json?: boolean
}

interface JudgedPage extends Pick<Verdict, 'relevant' | 'score' | 'language' | 'share' | 'reasons'> {
  readonly url: string
  readonly charset: string
}

const MAX_FILE_BYTES = 64 * 1024 * 1024

export function addJudgeCommand(program: Command): void {
  program
    .command('judge')
    .description('say of pages whether a campaign wants them, and why')
    .argument('<page...>', 'HTML files, URLs, or archives (WARC, ARC, WACZ)')
    .option('--campaign <file>', 'the campaign whose target judges')
    .option('--language <code...>', 'judge for these languages without a campaign')
    .option('--policy <name>', 'modern, strict, textcat-or or textcat-meta-first')
    .option('--json', 'print one JSON object')
    .action(async (inputs: string[], flags: JudgeFlags) => {
      const { judge, campaign } = openJudge(flags)
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
    })
}

function openJudge(flags: JudgeFlags): { judge: Judge; campaign: Campaign | null } {
  const campaign = flags.campaign === undefined ? null : loadCampaign(flags.campaign).campaign
  const languages = flags.language ?? campaign?.target.language
  if (languages === undefined)
    throw new LongtailError('E_USAGE', 'judge: name a campaign with --campaign, or languages with --language')
  const policy = flags.policy ?? campaign?.target.policy ?? 'modern'
  return {
    judge: createJudge({ kind: 'language', languages, policy, minShare: campaign?.target['min-share'] }),
    campaign,
  }
}

async function* exchangesOf(input: string, campaign: Campaign | null): AsyncGenerator<Exchange> {
  if (/^https?:\/\//i.test(input)) yield await fetchOne(input, campaign)
  else if (!existsSync(input))
    throw new LongtailError('E_USAGE', `${input}: no such file; give HTML files, URLs or archives`)
  else if (isArchiveFile(input)) {
    for await (const record of readArchive(input)) {
      const exchange = record.type === 'response' || record.type === 'resource' ? exchangeOf(record) : null
      if (exchange !== null && exchange.status >= 200 && exchange.status < 300) yield exchange
    }
  } else yield fileExchange(input)
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
  const web = createHttpWeb({
    userAgent: userAgent(campaign.contact),
    proxy: network.proxy,
    hosts: network.hosts,
    allowPrivate: network['allow-private'],
    connectionsPerHost: 1,
    limits: { maxBodyBytes: network['max-body'], totalTimeoutMs: network.timeout },
  })
  try {
    const outcome = await web.fetch(url, new AbortController().signal)
    if (outcome.ok) return outcome
    throw new LongtailError('E_USAGE', `${url}: ${outcome.code}: ${outcome.message}`)
  } finally {
    await web.close()
  }
}

function fileExchange(path: string): Exchange {
  const body = readFileSync(path)
  if (body.length > MAX_FILE_BYTES) throw new LongtailError('E_USAGE', `${path}: larger than 64 MiB; not a page`)
  return {
    ok: true,
    url: pathToFileURL(path).href,
    startedAt: Date.now(),
    fetchMs: 0,
    ip: null,
    protocol: 'http/1.1',
    requestHeaders: [],
    status: 200,
    statusText: 'OK',
    headers: [['Content-Type', path.endsWith('.txt') ? 'text/plain' : 'text/html']],
    body,
    truncated: null,
  }
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
    end: () => process.stdout.write(opening === ',' ? ']}\n' : '{"pages":[]}\n'),
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
    end: () => {},
  }
}
