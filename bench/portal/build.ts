/**
 * The whole of `longtail portal build`, from a WARC to a library: reading, extracting, linking, indexing; then again with nothing new,
 * and with one page in a hundred changed.
 *
 *   node dist/bench/portal/build.js [--sizes 2000,10000] [--folder DIR]
 *
 * LONGTAIL_DATA names the folder with the archives. Pages are made from real ones (made-pages.ts), with links to 20 others each. Every
 * size runs in a process of its own, so that memory is its own. Processor time is that of all threads.
 */
import { fork } from 'node:child_process'
import { createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { buildExchangeRecords } from '../../src/archive/index.js'
import type { Exchange } from '../../src/contracts.js'
import { escapeText } from '../../src/markup.js'
import { buildPortal } from '../../src/portal/build/index.js'
import { createPageMaker, htmlExchange, readRealPages, seeded, type MadePage } from './made-pages.js'

const { values: flags } = parseArgs({
  options: {
    sizes: { type: 'string', default: '2000,10000' },
    folder: { type: 'string' },
    // one size, in a process that this one started
    one: { type: 'string' },
  },
})
const LINKS = 20

async function writeArchive(path: string, count: number, make: (id: number) => MadePage, round: number): Promise<void> {
  const file = createWriteStream(path)
  for (let id = 1; id <= count; id++) {
    const isChanged = round > 0 && id % 100 === 0
    const { bytes } = buildExchangeRecords(exchangeOf(make(id), count, make, isChanged ? round : 0), [], {
      compression: 1,
    })
    if (!file.write(bytes)) await once(file, 'drain')
  }
  file.end()
  await once(file, 'close')
}

function exchangeOf(page: MadePage, count: number, make: (id: number) => MadePage, round: number): Exchange {
  const random = seeded(-page.id)
  const links = Array.from({ length: LINKS }, () => {
    const { url, anchor } = make(1 + Math.floor(count * random() ** 2))
    return `<a href="${url}">${escapeText(anchor)}</a>`
  })
  const text = page.text.split('\n').map(line => `<p>${escapeText(line)}</p>`)
  const body = `<title>${escapeText(page.title)}</title><h1>${escapeText(page.headings[0])}</h1>${text.join('\n')}<p>version${round}</p>
    <ul><li>${links.join('<li>')}</ul>`
  return htmlExchange(page.url, Date.UTC(2026, 0, 1 + round), body)
}

async function measure(count: number, folder: string): Promise<void> {
  const make = createPageMaker(await readRealPages(process.env.LONGTAIL_DATA ?? ''))
  const archive = join(folder, `${count}.warc.gz`)
  const out = join(folder, `library-${count}`)
  for (const [round, name] of ['first build', 'nothing new', 'one in 100 changed'].entries()) {
    if (round !== 1) await writeArchive(archive, count, make, round)
    const before = process.cpuUsage()
    const { pages, added, changed, seconds } = await buildPortal({ sources: [archive], out, title: 'Benchmark' })
    const { user, system } = process.cpuUsage(before)
    const cpuSeconds = (user + system) / 1e6
    const row = {
      name,
      pages,
      added,
      changed,
      cpuSeconds: Number(cpuSeconds.toFixed(1)),
      pagesPerCpuSecond: Math.round(pages / cpuSeconds),
      seconds: Number(seconds.toFixed(1)),
      peakRssMb: Math.round(process.resourceUsage().maxRSS / 1024),
      indexMb: Math.round(statSync(join(out, 'index.db')).size / 1e6),
      load: loadavg().map(Math.round),
    }
    console.log(JSON.stringify(row))
  }
}

const folder = flags.folder ?? mkdtempSync(join(tmpdir(), 'longtail-bench-'))
try {
  if (flags.one !== undefined) await measure(Number(flags.one), folder)
  else
    for (const size of flags.sizes.split(',')) {
      const child = fork(fileURLToPath(import.meta.url), ['--one', size, '--folder', folder])
      await once(child, 'exit')
    }
} finally {
  if (flags.folder === undefined) rmSync(folder, { recursive: true, force: true })
}
