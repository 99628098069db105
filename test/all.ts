/**
 * Runs the tests: `node dist/test/all.js [--long | --all] [--times=FILE] [--processes=N] [PART…]`. The parts name files by parts
 * of their paths. See docs/testing.md.
 */
import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { chooseFiles } from './run/choose-files.js'
import { longestFirst, readDurations, writeDurations } from './run/durations.js'
import { Report } from './run/report.js'
import { END_OF_PROCESS, runFiles } from './run/run-files.js'

/** Many times what the slowest file takes: machines are busy. */
const FILE_LIMIT_MS = 10 * 60_000
/** What all its files made is closed and removed then: among it installed packages and crawls. */
const END_LIMIT_MS = 5 * 60_000

const folder = dirname(fileURLToPath(import.meta.url))
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    long: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
    times: { type: 'string' },
    processes: { type: 'string', default: String(availableParallelism()) },
  },
})
const suite = values.all ? 'all' : values.long ? 'long' : 'short'
const durations = readDurations()
const files = longestFirst(chooseFiles(folder, { suite, parts: positionals }), durations)
const report = new Report(text => process.stdout.write(text))
const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => {
    stop.abort()
    process.exitCode = 130
  })
await runFiles(
  files.map(file => join(folder, file)),
  {
    processes: Number(values.processes),
    limitMs: FILE_LIMIT_MS,
    endLimitMs: END_LIMIT_MS,
    signal: stop.signal,
    ended: result => {
      const isFile = !result.file.startsWith(END_OF_PROCESS)
      const file = isFile ? relative(folder, result.file) : result.file
      if (isFile) durations.set(file, Math.round(result.ms))
      report.add({ ...result, file })
    },
  },
)
writeDurations(durations)
if (values.times !== undefined) writeFileSync(values.times, report.times())
process.stdout.write(report.summary())
if (!report.good) process.exitCode ||= 1
