/**
 * What rendering finds and costs: a web of sites that need a browser in many ways (test/render/cases.ts) among sites that need none,
 * crawled with `never`, `when-needed` and `always`, and by Crawlee's adaptive crawler (install-peers.sh); and the cost of looking on a
 * web that needs none.
 *
 *   node dist/bench/render/run.js [--every N] [--plain N] [--rounds N] [--only NAMES] [--large N]
 *
 * `--large`: four sites of N pages each (large-sites.ts) instead of the many small ones.
 * `--every`: each N-th of the sites that need a browser; `--plain`: sites that need none; `--only`: names of the first column. The
 * crawls follow each other; the comparison without any need alternates. CPU: of the crawler with its threads (ours has the web in it),
 * and of the browser as far as it was seen.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { crawlDirectory, readLog, readStatus, type PageEntry } from '../../src/collection/index.js'
import { CASES } from '../../test/render/cases.js'
import { crawlRendering, renderingCampaign, serveRenderingWeb, sitesOf } from '../../test/render/rendering-web.js'
import { frameworkCases } from '../../test/render/frameworks/cases.js'
import { crawleeMissing, crawlWithCrawlee, CRAWLEE_SETTINGS } from './crawlee.js'
import { LARGE_SITES, serveLargeSites } from './large-sites.js'
import type { Outcome } from './outcome.js'
import { html, serveSmallWeb, type SmallWeb } from '../../test/crawl/small-web.js'

const OURS = ['never', 'when-needed', 'always']

const { values } = parseArgs({
  options: {
    every: { type: 'string', default: '1' },
    plain: { type: 'string', default: '350' },
    large: { type: 'string', default: '0' },
    rounds: { type: 'string', default: '5' },
    only: { type: 'string', default: [...OURS, ...CRAWLEE_SETTINGS.map(({ name }) => name)].join() },
  },
})

const directory = mkdtempSync(join(tmpdir(), 'longtail-render-bench-'))

async function pagesOf(out: string): Promise<PageEntry[]> {
  const pages: PageEntry[] = []
  for await (const { entry } of readLog(crawlDirectory(out))) if (entry.t === 'page') pages.push(entry)
  return pages
}

async function crawl(campaign: Record<string, unknown>, name: string): Promise<Outcome> {
  const out = join(directory, name)
  const startedAt = performance.now()
  const cpu = process.cpuUsage()
  await crawlRendering(campaign, out)
  const { user, system } = process.cpuUsage(cpu)
  const pages = await pagesOf(out)
  const wanted = new Set(pages.filter(({ relevant }) => relevant).map(({ url }) => url))
  const rendered = pages.filter(one => one.rendered !== undefined)
  const outcome = {
    pages: pages.length,
    wanted,
    rendered: rendered.length,
    needed: rendered.filter(one => one.rendered?.brought === true).length,
    seconds: (performance.now() - startedAt) / 1000,
    cpuSeconds: (user + system) / 1e6,
    browserSeconds: (readStatus(crawlDirectory(out))?.browserCpuMs ?? 0) / 1000,
  }
  rmSync(out, { recursive: true, force: true })
  return outcome
}

const HEADS = ['pages', 'wanted', 'rendered', 'brought something', 'seconds', 'CPU-s', 'CPU-s of the browser']

/** Pages that send their readers on by script: whose text is counted there depends on when it is looked at. */
const SENDS_ON = /^http:\/\/(?:script-redirect|redirect-replaced)\.test\/(?:p0)?$/

function showOutcome(name: string, { pages, wanted, rendered, needed, ...times }: Outcome): void {
  const { seconds, cpuSeconds, browserSeconds } = times
  const cells = [
    pages,
    [...wanted].filter(url => !SENDS_ON.test(url)).length,
    rendered,
    needed ?? '?',
    Math.round(seconds),
    cpuSeconds.toFixed(1),
    browserSeconds.toFixed(1),
  ]
  console.log([name.padEnd(15), ...cells.map((cell, i) => String(cell).padStart(HEADS[i].length))].join('  '))
}

async function compareFound(): Promise<void> {
  const all = [...CASES, ...(await frameworkCases())]
  const needy = all.filter(({ needs }) => needs).filter((_one, i) => i % Number(values.every) === 0)
  const cases = [...needy, ...all.filter(({ needs }) => !needs)]
  const options = { cases, plainSites: Number(values.plain) }
  await compareOn(await serveRenderingWeb(options), [...sitesOf(options).keys()], needy.length)
}

async function compareLarge(pages: number): Promise<void> {
  await compareOn(
    await serveLargeSites(pages),
    LARGE_SITES.map(site => `${site}.test`),
    2,
  )
}

async function compareOn(web: SmallWeb, hosts: readonly string[], needy: number): Promise<void> {
  try {
    const seeds = hosts.map(host => `http://${host}/`)
    console.log(`${hosts.length} sites, ${needy} of them need a browser`)
    console.log([' '.repeat(15), ...HEADS].join('  '))
    for (const render of values.only.split(',').filter(one => OURS.includes(one)))
      showOutcome(render, await crawl(renderingCampaign(web, {}, { seeds, render }), render))
    for (const setting of CRAWLEE_SETTINGS.filter(({ name }) => values.only.split(',').includes(name))) {
      const missing = crawleeMissing()
      if (missing !== null) {
        console.log(`${setting.name.padEnd(15)}  not measured: ${missing}`)
        continue
      }
      const folder = join(directory, setting.name)
      const where = { hosts, origin: web.origin, folder, language: 'tha' }
      showOutcome(setting.name, await crawlWithCrawlee(setting, where))
    }
  } finally {
    await web.close()
  }
}

const PARAGRAPH = 'มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ '
const PAGES = 3000

/** Pages of usual size with a script or two, as most pages have. */
function usualPage(n: number): string {
  const links = Array.from(
    { length: 40 },
    (_none, i) => `<li><a href="/p${(n * 7 + i * 13) % PAGES}">page ${i}</a></li>`,
  )
  const text = Array.from(
    { length: 30 },
    (_none, i) => `<p class="text part-${i}">${PARAGRAPH.repeat(3)} ${n} ${i}</p>`,
  )
  const scripts = `<script src="/jquery.js"></script><script>${'window.tracker = window.tracker || []; tracker.push("page");'.repeat(5)}</script>`
  return `<!doctype html><html><head><title>Page ${n}</title>${scripts}</head><body><ul>${links.join('')}</ul>${text.join('')}</body></html>`
}

async function compareCost(): Promise<void> {
  const web = await serveSmallWeb(({ path }, response) =>
    html(response, usualPage(Number(/^\/p(\d+)$/.exec(path)?.[1] ?? 0))),
  )
  const times: Record<string, number[]> = { never: [], 'when-needed': [] }
  try {
    for (let round = 0; round < Number(values.rounds); round++)
      for (const render of round % 2 === 0 ? ['never', 'when-needed'] : ['when-needed', 'never']) {
        web.requests.length = 0
        const limits = { pages: PAGES }
        const { cpuSeconds, rendered } = await crawl(
          {
            ...renderingCampaign(web),
            seeds: ['http://usual.test/p0'],
            limits,
            render,
            politeness: { delay: '0s', robots: false },
          },
          `${render}-${round}`,
        )
        if (rendered > 0) throw new Error('a page of this web was rendered')
        times[render].push(cpuSeconds)
      }
  } finally {
    await web.close()
  }
  for (const [render, all] of Object.entries(times))
    console.log(
      `${render.padEnd(12)} CPU-s for ${PAGES} pages: best ${Math.min(...all).toFixed(2)}, all ${all.map(one => one.toFixed(2)).join(' ')}`,
    )
  const overhead = Math.min(...times['when-needed']) / Math.min(...times.never) - 1
  console.log(`looking for pages that need a browser: ${(100 * overhead).toFixed(1)} % (best of each)`)
}

console.log(`${availableParallelism()} processors, load ${loadavg()[0].toFixed(1)}, Node ${process.versions.node}`)
await (Number(values.large) > 0 ? compareLarge(Number(values.large)) : compareFound())
if (Number(values.rounds) > 0) await compareCost()
rmSync(directory, { recursive: true, force: true })
