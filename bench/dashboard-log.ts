/**
 * How fast the dashboard reads the log of a crawl for the first time, and how long the rest of the process waits meanwhile: the log
 * given, written again and again into a temporary file until it has so many megabytes.
 *
 *   node dist/bench/dashboard-log.js DIR/crawl.log.jsonl [megabytes]
 */
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { crawlDirectory } from '../src/collection/index.js'
import { LogTail } from '../src/portal/dashboard/log-tail.js'

const [source, megabytes = '1000'] = process.argv.slice(2)
if (source === undefined) throw new Error('name a crawl log')
const directory = mkdtempSync(join(tmpdir(), 'longtail-dashboard-log-'))
const path = join(directory, 'crawl.log.jsonl')
try {
  const log = readFileSync(source)
  do appendFileSync(path, log)
  while (statSync(path).size < Number(megabytes) * 1e6)

  const TICK_MS = 5
  let longest = 0
  let last = performance.now()
  const clock = setInterval(() => {
    const now = performance.now()
    longest = Math.max(longest, now - last - TICK_MS)
    last = now
  }, TICK_MS)
  const startedAt = performance.now()
  const cpuBefore = process.cpuUsage()
  const tail = new LogTail(crawlDirectory(directory))
  await tail.follow(3_600_000)
  const seconds = (performance.now() - startedAt) / 1000
  const { user, system } = process.cpuUsage(cpuBefore)
  clearInterval(clock)
  const { survey } = tail
  console.log(`${cpus().length} × ${cpus()[0]?.model}, load ${loadavg()[0].toFixed(1)}`)
  console.log(
    `${(statSync(path).size / 1e6).toFixed(0)} MB, ${survey.pages} pages, ${survey.relevant} relevant, ${survey.damage || 'no damage'}: ` +
      `${seconds.toFixed(1)} s, ${((user + system) / 1e6).toFixed(1)} s of the processor, ` +
      `longest wait of others ${longest.toFixed(0)} ms, resident ${(process.memoryUsage().rss / 1e6).toFixed(0)} MB`,
  )
} finally {
  rmSync(directory, { recursive: true, force: true })
}
