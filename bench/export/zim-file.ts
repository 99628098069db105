/**
 * A tree of HTML files into a ZIM: our writer against openZIM's zimwriterfs (Debian's zim-tools), in turn, on the pages of archives.
 * zimwriterfs looks into every page for its title and makes an index of titles; ours takes the title by a pattern. With `--index` both
 * look into every page for title and text and make both indexes: zimwriterfs with what Xapian makes of a text, ours with more terms
 * (words/index.ts), so that Kiwix finds words in scripts without spaces, too. CPU time is that of all threads.
 *
 *   node dist/bench/export/zim-file.js pages.warc.gz… [--pages 20000] [--rounds 2] [--index] [--save]
 *
 * Archives with fewer pages than that are gone through again, with a line that makes each page another. `--save` writes
 * bench/results/zim-file.json.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { exchangeOf, readArchive } from '../../src/archive/index.js'
import { createZimWriter } from '../../src/export/zim/file/index.js'
import { createZimIndex } from '../../src/export/zim/words/index.js'
import { analyse } from '../../src/page/index.js'
import { measure, type Cost } from './measure.js'

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
async function writeTree(tree: string, out: string, isIndexed: boolean): Promise<void> {
  const scratch = join(out, '..')
  const writer = await createZimWriter({ path: out, scratch })
  const index = isIndexed ? createZimIndex({ scratch, languages: ['eng'] }) : null
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
    const { title, text } = index === null ? { title: titleIn(body), text: '' } : wordsIn(body)
    await index?.add({ path, title, text, keywords: '', language: 'eng' })
    await writer.addContent({ path, title, mime: 'text/html', isFront: true, body })
  }
  writer.setMainPage(WELCOME)
  const databases = await index?.finish()
  if (databases !== undefined) {
    await writer.addIndex('fulltext/xapian', databases.fulltext)
    await writer.addIndex('title/xapian', databases.title)
  }
  await writer.finish()
}

function titleIn(body: Buffer): string {
  return /<title>([^<]{1,200})/i.exec(body.toString('utf8', 0, 2_000))?.[1] ?? ''
}

function wordsIn(body: Buffer): { title: string; text: string } {
  return analyse({
    ok: true,
    url: 'http://tree.example/',
    startedAt: 0,
    fetchMs: 0,
    ip: null,
    protocol: 'http/1.1',
    requestHeaders: [],
    status: 200,
    statusText: 'OK',
    headers: [['Content-Type', 'text/html']],
    body,
    truncated: null,
  })
}

interface ZimCost extends Cost {
  readonly bytes: number
}

async function measured(command: string, args: readonly string[], out: string): Promise<ZimCost> {
  rmSync(out, { force: true })
  const { cost } = await measure(command, args)
  return { ...cost, bytes: statSync(out).size }
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      pages: { type: 'string', default: '20000' },
      rounds: { type: 'string', default: '2' },
      save: { type: 'boolean', default: false },
      index: { type: 'boolean', default: false },
      write: { type: 'string' },
    },
  })
  if (values.write !== undefined) return writeTree(positionals[0], values.write, values.index)

  const directory = mkdtempSync(join(tmpdir(), 'longtail-bench-zim-'))
  try {
    const source = join(directory, 'tree')
    const tree = await makeTree(source, positionals, Number(values.pages))
    const costs: Record<'longtail' | 'zimwriterfs', ZimCost[]> = { longtail: [], zimwriterfs: [] }
    const texts = ['language=eng', 'title=b', 'description=b', 'creator=b', 'publisher=b', 'illustration=i.png'].map(
      text => `--${text}`,
    )
    const indexed = values.index ? ['--index'] : []
    for (let round = 0; round < Number(values.rounds); round++) {
      const ours = join(directory, 'ours.zim')
      const theirs = join(directory, 'theirs.zim')
      const itself = fileURLToPath(import.meta.url)
      costs.longtail.push(await measured(process.execPath, [itself, source, '--write', ours, ...indexed], ours))
      const args = [...(values.index ? [] : ['--withoutFTIndex']), `--welcome=${WELCOME}`, ...texts, source, theirs]
      costs.zimwriterfs.push(await measured('zimwriterfs', args, theirs))
    }
    const result = {
      tree,
      isIndexed: values.index,
      machine: cpus()[0]?.model,
      cores: cpus().length,
      load: loadavg()[0],
      costs,
    }
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
