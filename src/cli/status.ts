import { existsSync, readFileSync } from 'node:fs'
import type { Command } from 'commander'
import {
  crawlDirectory,
  lockHolder,
  readIdentity,
  readLog,
  type CrawlDirectory,
  type Progress,
} from '../crawl/index.js'
import { LongtailError } from '../errors.js'
import { progressLine } from './show-progress.js'

export function addStatusCommand(program: Command): void {
  program
    .command('status')
    .description('where a crawl stands')
    .argument('<dir>', 'directory of the crawl')
    .option('--json', 'print one JSON object')
    .action(async (path: string, flags: { json?: boolean }) => {
      const directory = crawlDirectory(path)
      const identity = existsSync(directory.identity) ? readIdentity(directory) : null
      if (identity === null)
        throw new LongtailError(
          'E_CRAWL_DIR',
          `${directory.path} holds no crawl; name the directory given to "longtail crawl --out"`,
        )
      const holder = lockHolder(directory)
      const progress = readStatus(directory)
      const { lines, stopped } = await summariseLog(directory)
      const state =
        holder > 0
          ? `running (process ${holder})`
          : stopped === ''
            ? 'not running; it did not stop by itself and will be repaired when it goes on'
            : `stopped: ${stopped}`
      if (flags.json === true) {
        console.log(
          JSON.stringify({
            name: identity.name,
            target: identity.target,
            running: holder > 0,
            stopped,
            ...lines,
            progress,
          }),
        )
        return
      }
      console.log(`${identity.name}: ${state}`)
      console.log(
        `${lines.pages} pages, ${lines.relevant} relevant, ${lines.redirects} redirects, ${lines.skipped} skipped, ${lines.runs} ${lines.runs === 1 ? 'run' : 'runs'} in the log`,
      )
      if (progress !== null) console.log(`at ${progress.at}: ${progressLine(progress)}`)
    })
}

function readStatus(directory: CrawlDirectory): Progress | null {
  try {
    return JSON.parse(readFileSync(directory.status, 'utf8'))
  } catch {
    return null
  }
}

/** The log is the truth; status.json may be some seconds old, or from before a kill. */
async function summariseLog(directory: CrawlDirectory) {
  const lines = { pages: 0, relevant: 0, redirects: 0, skipped: 0, runs: 0 }
  let stopped = ''
  if (!existsSync(directory.log)) return { lines, stopped }
  for await (const { entry } of readLog(directory.log)) {
    stopped = entry.t === 'stop' ? entry.reason : ''
    if (entry.t === 'page') {
      lines.pages++
      if (entry.relevant) lines.relevant++
    } else if (entry.t === 'redirect') lines.redirects++
    else if (entry.t === 'skip') lines.skipped++
    else if (entry.t === 'run') lines.runs++
  }
  return { lines, stopped }
}
