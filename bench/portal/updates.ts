/**
 * Updates of a portal, measured: the size of an update against the portal, the time to apply it against a full build, what readers notice
 * meanwhile, and kills at random moments.
 *
 *   LONGTAIL_DATA=… node dist/bench/portal/updates.js [--pages 8000] [--kills 50] [--runs 5] [--folder DIR]
 *
 * LONGTAIL_DATA names the folder with the archives. Pages are made from real ones (made-pages.ts), with links to 20 others each; one page
 * in a hundred changes, in an archive of its own. Builds and applies are processes of their own, one after the other, as a user runs them.
 */
import { createWriteStream, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { once } from 'node:events'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildExchangeRecords } from '../../src/archive/index.js'
import type { Exchange } from '../../src/contracts.js'
import { random as seededDraw } from '../../src/demo/random.js'
import { escapeText } from '../../src/markup.js'
import { packPortal, signingKey, trustKey } from '../../src/portal/updates/index.js'
import { runCli, startCli } from '../../test/crawl/run-cli.js'
import { checkArchives, killUpdates } from '../../test/portal/killed-updates.js'
import { createPageMaker, htmlExchange, readRealPages, seeded, type MadePage } from './made-pages.js'

const { values: flags } = parseArgs({
  options: {
    pages: { type: 'string', default: '8000' },
    kills: { type: 'string', default: '50' },
    runs: { type: 'string', default: '5' },
    folder: { type: 'string' },
  },
})
const LINKS = 20

type Make = (id: number) => MadePage

function exchangeOf(page: MadePage, count: number, make: Make, round: number): Exchange {
  const draw = seeded(-page.id)
  const links = Array.from({ length: LINKS }, () => {
    const { url, anchor } = make(1 + Math.floor(count * draw() ** 2))
    return `<a href="${url}">${escapeText(anchor)}</a>`
  })
  const news =
    round === 0
      ? ''
      : make(count + page.id)
          .text.split('\n')
          .slice(0, 2)
          .map(line => `<p>${escapeText(line)}</p>`)
          .join('')
  const text = page.text
    .split('\n')
    .map(line => `<p>${escapeText(line)}</p>`)
    .join('\n')
  const body = `<title>${escapeText(page.title)}</title><h1>${escapeText(page.headings[0])}</h1>${news}${text}<ul><li>${links.join('<li>')}</ul>`
  return htmlExchange(page.url, Date.UTC(2026, round, 1), body)
}

async function writeArchive(
  path: string,
  ids: readonly number[],
  count: number,
  make: Make,
  round: number,
): Promise<void> {
  const file = createWriteStream(path)
  for (const id of ids) {
    const { bytes } = buildExchangeRecords(exchangeOf(make(id), count, make, round), [], { compression: 6 })
    if (!file.write(bytes)) await once(file, 'drain')
  }
  file.end()
  await once(file, 'close')
}

async function timed(...args: string[]): Promise<number> {
  const from = performance.now()
  const { code, stderr } = await runCli(...args)
  if (code !== 0) throw new Error(stderr)
  return (performance.now() - from) / 1000
}

const round = (value: number): number => Number(value.toFixed(3))

/** Asks all the time while `work` runs, and some seconds more; answers how long readers waited, and what failed. */
async function whileRead(portal: string, urls: readonly string[], work: () => Promise<void>) {
  const server = startCli(['portal', 'serve', portal, '--port', '0', '--json'])
  const origin = await new Promise<string>(found =>
    server.child.stdout?.on('data', (text: string) => {
      const address = /"url":"([^"]+)"/.exec(text)?.[1]
      if (address !== undefined) found(address)
    }),
  )
  const waits: number[] = []
  let failed = 0
  let isOver = false
  const ask = async (paths: readonly string[]): Promise<void> => {
    for (let i = 0; !isOver; i++) {
      const from = performance.now()
      const answer = await fetch(origin + paths[i % paths.length])
      const text = await answer.text()
      waits.push(performance.now() - from)
      if (answer.status !== 200 || text === '') failed++
    }
  }
  const readers = [
    ask(urls.map(url => `raw/${url}`)),
    ask(urls.map(url => `web/${url}`)),
    ask(['search?q=university', '', 'search?q=science', 'sites']),
  ]
  await work()
  await new Promise(done => setTimeout(done, 3000))
  isOver = true
  await Promise.all(readers)
  server.child.kill('SIGINT')
  await server.result
  waits.sort((a, b) => a - b)
  return {
    answers: waits.length,
    failed,
    medianMs: Math.round(waits[waits.length >> 1]),
    slowestMs: Math.round(waits[waits.length - 1]),
  }
}

const folder = flags.folder ?? mkdtempSync(join(tmpdir(), 'longtail-bench-'))
try {
  const count = Number(flags.pages)
  const make = createPageMaker(await readRealPages(process.env.LONGTAIL_DATA ?? ''))
  const all = Array.from({ length: count }, (_, i) => i + 1)
  const changed = all.filter(id => id % 100 === 0)
  const [first, news] = [join(folder, 'first.warc.gz'), join(folder, 'news.warc.gz')]
  await writeArchive(first, all, count, make, 0)
  await writeArchive(news, changed, count, make, 1)
  const portal = join(folder, 'library')
  const school = join(folder, 'school')
  const saved = join(folder, 'saved')
  const key = join(folder, 'sender.key')
  trustKey(school, signingKey(key).text)
  await timed('portal', 'build', first, '--out', portal)
  const whole = await packPortal({ portal, out: join(folder, 'whole.ltu'), key })
  const wholeSeconds = await timed('portal', 'apply', school, whole.files[0])
  cpSync(school, saved, { recursive: true })
  await timed('portal', 'build', first, news, '--out', portal)
  const update = await packPortal({ portal, out: join(folder, 'update.ltu'), since: whole.state, key })
  console.log(
    JSON.stringify({
      pages: count,
      changed: changed.length,
      portalMb: round(update.portalBytes / 1e6),
      updateMb: round(update.bytes / 1e6),
      share: `${((100 * update.bytes) / update.portalBytes).toFixed(2)} %`,
      wholeMb: round(whole.bytes / 1e6),
      wholeApplySeconds: round(wholeSeconds),
    }),
  )
  const builds: number[] = []
  const applies: number[] = []
  for (let run = 0; run < Number(flags.runs); run++) {
    const fresh = join(folder, 'fresh')
    rmSync(fresh, { recursive: true, force: true })
    builds.push(await timed('portal', 'build', first, news, '--out', fresh))
    rmSync(school, { recursive: true, force: true })
    cpSync(saved, school, { recursive: true })
    applies.push(await timed('portal', 'apply', school, update.files[0]))
  }
  const [build, apply] = [Math.min(...builds), Math.min(...applies)]
  console.log(
    JSON.stringify({
      buildSeconds: builds.map(round),
      applySeconds: applies.map(round),
      best: `${((100 * apply) / build).toFixed(1)} %`,
      load: loadavg().map(Math.round),
    }),
  )
  rmSync(school, { recursive: true, force: true })
  cpSync(saved, school, { recursive: true })
  const urls = [...changed.slice(0, 20), 1, 2, 3].map(id => make(id).url)
  console.log(
    JSON.stringify(
      await whileRead(school, urls, async () => void (await timed('portal', 'apply', school, update.files[0]))),
    ),
  )
  const draw = seededDraw('kills of the benchmark')
  const states = new Map([whole.state, update.state].map(state => [state, 0]))
  const counts = await killUpdates({
    saved,
    school,
    update: update.files[0],
    kills: Number(flags.kills),
    random: () => draw.next(),
    check(state) {
      if (!states.has(state)) throw new Error(`a state that nobody packed: ${state}`)
      states.set(state, (states.get(state) ?? 0) + 1)
      checkArchives(school)
    },
  })
  const files = readdirSync(join(school, 'archives')).map(name => statSync(join(school, 'archives', name)).size)
  console.log(
    JSON.stringify({
      kills: Number(flags.kills),
      ...counts,
      after: [readFileSync(join(school, 'portal.json')).length > 0, files],
    }),
  )
} finally {
  if (flags.folder === undefined) rmSync(folder, { recursive: true, force: true })
}
