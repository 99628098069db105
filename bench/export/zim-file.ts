/**
 * A tree of HTML files into a ZIM: our writer against openZIM's zimwriterfs (Debian's zim-tools), in turn, on the pages of archives.
 * Neither makes a full-text index. zimwriterfs also looks into every page for its title and makes an index of titles; ours takes the title
 * by a pattern. CPU time is that of all threads, memory the largest resident set.
 *
 *   node dist/bench/export/zim-file.js pages.warc.gz… [--pages 20000] [--rounds 2] [--save]
 *
 * Archives with fewer pages than that are gone through again, with a line that makes each page another. `--save` writes
 * bench/results/zim-file.json.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { exchangeOf, readArchive } from '../../src/archive/index.js'
import { createZimWriter } from '../../src/export/zim/file/index.js'

const WELCOME = '000/000001.html'
const FOLDER_FILES = 500
/** 1 × 1, which zimwriterfs takes as well. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg=='

interface Tree {
  readonly pages: number
  readonly bytes: number
  /** Of the pages, so that runs can be compared. */
  readonly checksum: string
}

async function makeTree(directory: string, archives: readonly string[], count: number): Promise<Tree> {
  const hash = createHash('sha256')
  let pages = 0
  let bytes = 0
  for (let turn = 0; pages < count; turn++) {
    const before = pages
    for (const archive of archives)
      for await (const record of readArchive(archive)) {
        const exchange = pages < count ? exchangeOf(record) : null
        if (exchange === null || !exchange.ok || exchange.status !== 200 || exchange.body.length < 200) continue
        if (!exchange.headers.some(([name, value]) => /^content-type$/i.test(name) && /html/i.test(value))) continue
        // zimwriterfs ends at one that leads out of the tree
        if (/http-equiv\s*=\s*["']?refresh/i.test(Buffer.from(exchange.body).toString('latin1'))) continue
        pages++
        const folder = join(directory, String(Math.floor(pages / FOLDER_FILES)).padStart(3, '0'))
        mkdirSync(folder, { recursive: true })
        const page = turn === 0 ? exchange.body : Buffer.concat([Buffer.from(`<!-- ${pages} -->\n`), exchange.body])
        writeFileSync(join(folder, `${String(pages).padStart(6, '0')}.html`), page)
        hash.update(page)
        bytes += page.length
      }
    if (pages === before) throw new Error('these archives hold no HTML pages')
  }
  writeFileSync(join(directory, 'i.png'), Buffer.from(PNG, 'base64'))
  return { pages, bytes, checksum: hash.digest('hex').slice(0, 16) }
}

/** What the child process does: the tree as zimwriterfs would take it. */
async function writeTree(tree: string, out: string): Promise<void> {
  const writer = await createZimWriter({ path: out, scratch: join(out, '..') })
  const metadata = {
    Name: 'b',
    Title: 'b',
    Creator: 'b',
    Publisher: 'b',
    Date: '2026-01-01',
    Description: 'b',
    Language: 'eng',
  }
  for (const [name, value] of Object.entries(metadata)) await writer.addMetadata(name, value)
  await writer.addMetadata('Illustration_48x48@1', readFileSync(join(tree, 'i.png')))
  for (const path of readdirSync(tree, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!path.endsWith('.html')) continue
    const body = readFileSync(join(tree, path))
    const title = /<title>([^<]{1,200})/i.exec(body.toString('utf8', 0, 2_000))?.[1] ?? ''
    await writer.addContent({ path, title, mime: 'text/html', isFront: true, body })
  }
  writer.setMainPage(WELCOME)
  await writer.finish()
}

interface Cost {
  readonly cpuSeconds: number
  readonly wallSeconds: number
  readonly peakMb: number
  readonly bytes: number
}

/** Ticks of Linux's clock for processes. */
const TICKS_PER_SECOND = 100

/** The system's own account of the process, looked up until it ends. */
async function measure(command: string, args: readonly string[], out: string): Promise<Cost> {
  rmSync(out, { force: true })
  const started = performance.now()
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  let cpuSeconds = 0
  let peakMb = 0
  const look = (): void => {
    try {
      const stat = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1].split(' ')
      cpuSeconds = Math.max(cpuSeconds, (Number(stat[11]) + Number(stat[12])) / TICKS_PER_SECOND)
      const peak = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))
      peakMb = Math.max(peakMb, Number(peak?.[1] ?? 0) / 1024)
    } catch {
      // it has ended
    }
  }
  const timer = setInterval(look, 20)
  const code = await new Promise<number | null>(resolve => child.once('exit', resolve))
  clearInterval(timer)
  if (code !== 0) throw new Error(`${command} ended with code ${code}`)
  return { cpuSeconds, wallSeconds: (performance.now() - started) / 1000, peakMb, bytes: statSync(out).size }
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      pages: { type: 'string', default: '20000' },
      rounds: { type: 'string', default: '2' },
      save: { type: 'boolean', default: false },
      write: { type: 'string' },
    },
  })
  if (values.write !== undefined) return writeTree(positionals[0], values.write)

  const directory = mkdtempSync(join(tmpdir(), 'longtail-bench-zim-'))
  try {
    const source = join(directory, 'tree')
    const tree = await makeTree(source, positionals, Number(values.pages))
    const costs: Record<'longtail' | 'zimwriterfs', Cost[]> = { longtail: [], zimwriterfs: [] }
    const texts = ['language=eng', 'title=b', 'description=b', 'creator=b', 'publisher=b', 'illustration=i.png'].map(
      text => `--${text}`,
    )
    for (let round = 0; round < Number(values.rounds); round++) {
      const ours = join(directory, 'ours.zim')
      const theirs = join(directory, 'theirs.zim')
      const itself = fileURLToPath(import.meta.url)
      costs.longtail.push(await measure(process.execPath, [itself, source, '--write', ours], ours))
      const args = ['--withoutFTIndex', `--welcome=${WELCOME}`, ...texts, source, theirs]
      costs.zimwriterfs.push(await measure('zimwriterfs', args, theirs))
    }
    const result = { tree, machine: cpus()[0]?.model, cores: cpus().length, load: loadavg()[0], costs }
    for (const [name, rounds] of Object.entries(costs)) {
      const best = rounds.reduce((one, other) => (one.cpuSeconds < other.cpuSeconds ? one : other))
      const worst = Math.max(...rounds.map(({ cpuSeconds }) => cpuSeconds))
      console.log(
        `${name.padEnd(12)} ${(tree.pages / best.cpuSeconds).toFixed(0)} pages and ${(tree.bytes / 1e6 / best.cpuSeconds).toFixed(1)} MB per CPU-second` +
          ` (${best.cpuSeconds.toFixed(1)}–${worst.toFixed(1)} s), peak ${best.peakMb.toFixed(0)} MB, file ${(best.bytes / 1e6).toFixed(1)} MB`,
      )
    }
    console.log(JSON.stringify(result))
    if (values.save)
      writeFileSync(
        fileURLToPath(new URL('../../../bench/results/zim-file.json', import.meta.url)),
        `${JSON.stringify(result, null, 2)}\n`,
      )
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

await main()
