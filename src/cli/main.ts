/** `longtail`: one thin file per command. Exit codes: 0 done or stopped by limit or Ctrl-C, 1 damage or refusal, 2 bad use. */
import { Command, CommanderError } from 'commander'
import { isErrno, LongtailError, messageOf, type ErrorCode } from '../errors.js'
import { VERSION } from '../version.js'
import { addCommands, addExamples, COMMANDS } from './commands/index.js'

const BAD_USE: ReadonlySet<ErrorCode> = new Set(['E_USAGE', 'E_CAMPAIGN', 'E_STRATEGY', 'E_LANGUAGE'])

// `longtail judge … | head` closes our output when it has seen enough
process.stdout.on('error', error => {
  if (isErrno(error, 'EPIPE')) process.exit(0)
  throw error
})

const program = (await emptyProgram())
  .description('A focused crawler for the long tail of the Web.')
  .version(VERSION)
  .showHelpAfterError('("longtail --help" and "longtail <command> --help" show the usage)')
  .exitOverride()

try {
  // "help portal build" is another way to say "portal build --help"
  const isKnown = Object.hasOwn(COMMANDS, process.argv[3] ?? '')
  if (process.argv[2] === 'help' && isKnown) process.argv.splice(2, Infinity, ...process.argv.slice(3), '--help')
  // and "help frobnicate" fails as "frobnicate" does
  else if (process.argv[2] === 'help' && /^[^-]/.test(process.argv[3] ?? '')) process.argv.splice(2, 1)
  await addCommands(program, namedCommands(process.argv[2]))
  if (process.argv.some(word => word === '--help' || word === '-h')) await addExamples(program)
  for (const command of program.commands.flatMap(top => [top, ...top.commands]))
    command.exitOverride().showHelpAfterError('("--help" shows the usage)')
  await program.parseAsync()
} catch (error) {
  process.exitCode = await report(error)
}

/** Settings by environment are looked at where there are any. */
async function emptyProgram(): Promise<Command> {
  if (!Object.keys(process.env).some(name => name.startsWith('LONGTAIL_'))) return new Command('longtail')
  return new (await import('./environment.js')).EnvironmentCommand('longtail')
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
