/** `longtail`: one thin file per command. Exit codes: 0 done or stopped by limit or Ctrl-C, 1 damage or refusal, 2 bad use. */
import { Command, CommanderError } from 'commander'
import { isErrno, LongtailError, messageOf, type ErrorCode } from '../errors.js'
import { VERSION } from '../version.js'

/**
 * commands/ has names, flags and help and loads in no time; each action imports its code when it runs, so that "status" waits for
 * nothing of the crawler and "--version" for nothing at all (test/cli/start.test.ts counts what is loaded).
 */
const COMMANDS: Readonly<Record<string, () => Promise<(program: Command) => void | Promise<void>>>> = {
  demo: async () => (await import('./commands/demo.js')).addDemoCommand,
  init: async () => (await import('./commands/init.js')).addInitCommand,
  crawl: async () => (await import('./commands/crawl.js')).addCrawlCommand,
  status: async () => (await import('./commands/status.js')).addStatusCommand,
  log: async () => (await import('./commands/log.js')).addLogCommand,
  report: async () => (await import('./commands/report.js')).addReportCommand,
  portal: async () => (await import('./commands/portal.js')).addPortalCommand,
  export: async () => (await import('./commands/export.js')).addExportCommand,
  judge: async () => (await import('./commands/judge.js')).addJudgeCommand,
  blacklist: async () => (await import('./commands/blacklist.js')).addBlacklistCommand,
  train: async () => (await import('./train.js')).addTrainCommand,
  graph: async () => (await import('./commands/graph.js')).addGraphCommand,
  simulate: async () => (await import('./commands/simulate.js')).addSimulateCommand,
}

const BAD_USE: ReadonlySet<ErrorCode> = new Set(['E_USAGE', 'E_CAMPAIGN', 'E_STRATEGY', 'E_LANGUAGE'])

// `longtail judge … | head` closes our output when it has seen enough
process.stdout.on('error', error => {
  if (isErrno(error, 'EPIPE')) process.exit(0)
  throw error
})

const program = new Command('longtail')
  .description('A focused crawler for the long tail of the Web.')
  .version(VERSION)
  .showHelpAfterError('("longtail --help" and "longtail <command> --help" show the usage)')
  .exitOverride()

try {
  const named = namedCommands(process.argv[2])
  for (const name of named) await (await COMMANDS[name]())(program)
  for (const command of program.commands.flatMap(top => [top, ...top.commands]))
    command.exitOverride().showHelpAfterError('("--help" shows the usage)')
  await program.parseAsync()
} catch (error) {
  process.exitCode = await report(error)
}

function namedCommands(first = ''): readonly string[] {
  if (first === '--version' || first === '-V') return []
  return Object.hasOwn(COMMANDS, first) ? [first] : Object.keys(COMMANDS)
}

async function report(error: unknown): Promise<number> {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  if (error instanceof LongtailError) {
    process.stderr.write(`${error.code}: ${error.message}\n`)
    return BAD_USE.has(error.code) ? 2 : 1
  }
  const { diskError, isDiskError } = await import('../disk/disk-error.js')
  // a disk may fill up anywhere; wherever it was, the answer is the same
  if (isDiskError(error)) return report(diskError(('path' in error && String(error.path)) || 'the disk', error))
  process.stderr.write(`longtail: unexpected: ${messageOf(error)}\n`)
  if (process.env.LONGTAIL_DEBUG !== undefined && error instanceof Error) process.stderr.write(`${error.stack}\n`)
  else process.stderr.write('(LONGTAIL_DEBUG=1 shows where; please report this)\n')
  return 1
}
