/**
 * Words into a Xapian database: our writer against Xapian itself (Debian's python3-xapian and xapian-tools), in turn, on the words of pages
 * of archives. Each reads a file with the words of a page in a line, cuts it at blanks and counts. Memory is the largest resident set.
 *
 *   node dist/bench/export/xapian.js pages.warc.gz… [--times 1] [--rounds 2] [--python python3]
 */
import { execFileSync } from 'node:child_process'
import { appendFileSync, createReadStream, mkdtempSync, rmSync, statSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { exchangeOf, readArchive } from '../../src/archive/index.js'
import { XapianWriter } from '../../src/export/xapian/index.js'

/** Longer ones Xapian's own cutting leaves out. */
const MAX_WORD = 60

async function writeWords(archives: readonly string[], out: string): Promise<{ pages: number; bytes: number }> {
  let pages = 0
  for (const archive of archives)
    for await (const record of readArchive(archive)) {
      const exchange = exchangeOf(record)
      if (exchange === null || !exchange.ok || exchange.status !== 200) continue
      const text = Buffer.from(exchange.body)
        .toString()
        .replace(/<(script|style)\b[^]*?<\/\1/gi, ' ')
        .replace(/<[^>]*>/g, ' ')
      const words = text
        .toLowerCase()
        .match(/[a-z0-9à-ɏ]+/g)
        ?.filter(word => word.length < MAX_WORD)
      if (words === undefined) continue
      appendFileSync(out, `${words.join(' ')}\n`)
      pages++
    }
  return { pages, bytes: statSync(out).size }
}

/** What the child process does. */
async function writeDatabase(words: string, out: string, isWithPositions: boolean): Promise<void> {
  const writer = new XapianWriter({ path: out, scratch: dirname(out), metadata: {} })
  let number = 0
  for await (const line of createInterface({ input: createReadStream(words), crlfDelay: Infinity })) {
    number++
    const terms = new Map<string, { wdf: number; positions: number[] }>()
    let position = 0
    for (const word of line.split(' ')) {
      position++
      let term = terms.get(word)
      if (term === undefined) terms.set(word, (term = { wdf: 0, positions: [] }))
      term.wdf++
      if (isWithPositions) term.positions.push(position)
    }
    await writer.add({ data: `page/${number}`, values: new Map([[0, `Page ${number}`]]), terms })
  }
  await writer.finish()
  const { user, system } = process.cpuUsage()
  console.log((user + system) / 1e6, process.resourceUsage().maxRSS / 1024)
}

function measure(
  command: string,
  args: readonly string[],
  out: string,
): { cpuSeconds: number; peakMb: number; mb: number } {
  rmSync(out, { force: true })
  const said = execFileSync(command, args, { encoding: 'utf8' })
  const [cpuSeconds, peakMb] = said.trim().split(' ').map(Number)
  execFileSync('xapian-check', [out], { stdio: 'ignore' })
  return { cpuSeconds, peakMb, mb: statSync(out).size / 1e6 }
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      times: { type: 'string', default: '1' },
      rounds: { type: 'string', default: '2' },
      python: { type: 'string', default: 'python3' },
      write: { type: 'string' },
      positions: { type: 'boolean', default: false },
    },
  })
  if (values.write !== undefined) return writeDatabase(positionals[0], values.write, values.positions)

  const directory = mkdtempSync(join(tmpdir(), 'longtail-bench-xapian-'))
  try {
    const words = join(directory, 'words')
    const archives = Array.from({ length: Number(values.times) }, () => positionals).flat()
    const { pages, bytes } = await writeWords(archives, words)
    console.log(`${pages} pages, ${(bytes / 1e6).toFixed(1)} MB; ${cpus()[0]?.model}, load ${loadavg()[0].toFixed(1)}`)
    const itself = fileURLToPath(import.meta.url)
    const script = fileURLToPath(new URL('../../../bench/export/xapian-index.py', import.meta.url))
    const out = join(directory, 'out')
    const rows: object[] = []
    for (const kind of ['none', 'positions']) {
      const flags = kind === 'positions' ? ['--positions'] : []
      for (let round = 0; round < Number(values.rounds); round++)
        for (const [name, command, args] of [
          ['longtail', process.execPath, [itself, words, '--write', out, ...flags]],
          ['xapian', values.python, [script, words, out, kind]],
        ] as const) {
          const { cpuSeconds, peakMb, mb } = measure(command, args, out)
          rows.push({ name, positions: kind, cpuSeconds, mbPerCpuSecond: bytes / 1e6 / cpuSeconds, peakMb, mb })
          console.log(
            `positions: ${kind.padEnd(9)} ${name.padEnd(8)} ${cpuSeconds.toFixed(1)} CPU-seconds,` +
              ` ${(bytes / 1e6 / cpuSeconds).toFixed(1)} MB per CPU-second, file ${mb.toFixed(2)} MB, peak ${peakMb.toFixed(0)} MB`,
          )
        }
    }
    console.log(JSON.stringify({ pages, bytes, rows }))
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

await main()
