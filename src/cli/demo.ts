import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseCampaign } from '../campaign/index.js'
import { crawlDirectory, LogFold, readLog } from '../collection/index.js'
import { runCrawl, type CrawlSummary } from '../crawl/index.js'
import { buildDemoWeb, serveDemoWeb, type DemoServer, type DemoWeb } from '../demo/web.js'
import { cumulativeShare, plotCurves } from '../report/index.js'
import { DEFAULT_STRATEGY } from '../strategy/default-strategy.js'
import { openDemoPortal, type DemoPortal } from './demo-portal.js'
import { showProgress } from './show-progress.js'
import { showWork, untilInterrupted } from './work-display.js'

export interface DemoFlags {
  language: string
  pages: number
  out?: string
  port?: number
  serve: boolean
  webOnly?: boolean
  json?: boolean
}

export async function demo(flags: DemoFlags): Promise<void> {
  const say =
    flags.json === true ? (text: string) => process.stderr.write(`${text}\n`) : (text: string) => console.log(text)
  const web = buildDemoWeb({ target: flags.language })
  const wanted = web.pages.filter(
    page => page.kind === 'page' && page.language === flags.language && !page.disallowed,
  ).length
  const server = await serveDemoWeb(web)
  const out = flags.out === undefined ? mkdtempSync(join(tmpdir(), 'longtail-demo-')) : resolve(flags.out)
  let portal: DemoPortal | null = null
  try {
    say(
      `A web of ${web.hosts.length} servers and ${web.pages.length} pages in many languages, ${wanted} of them in "${flags.language}".`,
    )
    say(`Two crawls from the same seeds, ${flags.pages} pages each:\n`)
    const runs = []
    for (const [letter, strategy] of [
      ['b', 'breadth-first'],
      ['f', DEFAULT_STRATEGY],
    ] as const) {
      const directory = join(out, strategy)
      const summary = await crawlDemo(web, server, { directory, strategy, flags })
      runs.push({ letter, strategy, directory, summary, verdicts: await verdicts(directory) })
      const harvest = (100 * summary.harvest).toFixed(1)
      say(
        `  ${strategy.padEnd(20)} ${summary.pages} pages, ${summary.relevant} relevant: harvest ${harvest} %, ${summary.seconds.toFixed(1)} s`,
      )
    }
    const curves = runs.map(run => ({
      letter: run.letter,
      label: `${run.strategy}: ${run.summary.relevant} of about ${wanted} pages found`,
      points: cumulativeShare(run.verdicts),
    }))
    say(
      `\n${plotCurves(curves, { title: 'Harvest: share of relevant pages among the pages fetched so far', xLabel: 'pages fetched', xMax: flags.pages })}\n`,
    )
    const focused = runs[runs.length - 1]
    const work = showWork(process.stderr, 'stopping')
    try {
      portal = await openDemoPortal({
        crawl: focused.directory,
        out: join(out, 'portal'),
        serve: flags.serve,
        port: flags.port,
        signal: work.signal,
      })
    } catch (error) {
      // Ctrl-C is no failure, and nothing is left behind
      if (work.signal.aborted) return
      throw error
    } finally {
      work.end()
    }
    say(`A library of ${portal.pages} pages was built from the focused crawl in ${portal.seconds.toFixed(1)} s.`)
    if (flags.out !== undefined)
      say(`The archives (WARC) and logs are in ${out}, the library is in ${join(out, 'portal')}.`)
    if (flags.json === true)
      console.log(
        JSON.stringify({
          language: flags.language,
          wanted,
          runs: runs.map(({ strategy, summary }) => ({ strategy, ...summary })),
          portal: portal.url === null ? { pages: portal.pages } : { pages: portal.pages, url: portal.url },
        }),
      )
    if (portal.url !== null) {
      const ended = untilInterrupted()
      sayWhatToOpen(portal, say)
      sayHowToCrawl(server, web, flags.language, say)
      await ended
    }
  } finally {
    await portal?.close()
    await server.close()
    if (flags.out === undefined) rmSync(out, { recursive: true, force: true })
  }
}

interface DemoCrawl {
  readonly directory: string
  readonly strategy: string
  readonly flags: DemoFlags
}

async function crawlDemo(
  web: DemoWeb,
  server: DemoServer,
  { directory, strategy, flags }: DemoCrawl,
): Promise<CrawlSummary> {
  const campaign = parseCampaign(demoCampaign(server, web, flags, strategy), 'demo campaign')
  const display = showProgress(process.stderr)
  const summary = await runCrawl({
    campaign,
    campaignPath: null,
    seeds: web.seeds[flags.language] ?? [],
    out: directory,
    warn: message => display.note(`warning: ${message}`),
    onProgress: process.stderr.isTTY ? display.update : () => {},
    onStart: stop => display.onInterrupt(stop),
  })
  display.end()
  return summary
}

/** The campaign as a user would write it; JSON is YAML. */
function demoCampaign(server: DemoServer, web: DemoWeb, flags: DemoFlags, strategy: string): string {
  return JSON.stringify({
    name: 'demo',
    contact: 'https://longtail.example/demo',
    target: { language: flags.language },
    seeds: web.seeds[flags.language] ?? [],
    strategy,
    limits: { pages: flags.pages },
    politeness: { delay: '20ms', 'max-crawl-delay': '100ms' },
    // the crawl that becomes the portal keeps images and styles, so that pages open as they looked
    archive: { embeds: strategy === DEFAULT_STRATEGY ? 'relevant' : 'none' },
    network: { hosts: { '*': server.origin } },
  })
}

async function verdicts(directory: string): Promise<boolean[]> {
  const relevant: boolean[] = []
  const fold = new LogFold({ answer: (entry, kind) => kind === 'page' && relevant.push(entry.relevant) })
  for await (const { entry } of readLog(crawlDirectory(directory))) fold.add(entry)
  return relevant
}

function sayWhatToOpen(portal: DemoPortal, say: (text: string) => void): void {
  say(`\nOpen ${portal.url} in a browser: search, open pages as they looked, make a lesson. It needs no network.`)
  if (portal.password !== null) say(`The administrator's password is ${portal.password}\n`)
}

function sayHowToCrawl(server: DemoServer, web: DemoWeb, language: string, say: (text: string) => void): void {
  say(`The portal and the demo web (${server.origin}) run until you press Ctrl-C.`)
  say(`To crawl the demo web yourself, write this to demo.yaml:\n`)
  say(`  name: my-demo`)
  say(`  contact: you@example.org`)
  say(`  target: {language: ${language}}`)
  say(`  seeds: ${JSON.stringify(web.seeds[language] ?? [])}`)
  say(`  politeness: {delay: 50ms}`)
  say(`  network: {hosts: {'*': '${server.origin}'}}\n`)
  say(`and run, in another terminal: npx longtail crawl demo.yaml --max-pages 300`)
}
