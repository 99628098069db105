/**
 * Every command, in the order in which help lists them. commands/ has names, flags and help and loads in no time; each action imports
 * its code when it runs, so that "status" waits for nothing of the crawler and "--version" for nothing at all (test/cli/start.test.ts
 * counts what is loaded).
 */
import type { Command } from 'commander'

export const COMMANDS: Readonly<Record<string, () => Promise<(program: Command) => void | Promise<void>>>> = {
  demo: async () => (await import('./demo.js')).addDemoCommand,
  init: async () => (await import('./init.js')).addInitCommand,
  doctor: async () => (await import('./doctor.js')).addDoctorCommand,
  crawl: async () => (await import('./crawl.js')).addCrawlCommand,
  status: async () => (await import('./status.js')).addStatusCommand,
  report: async () => (await import('./report.js')).addReportCommand,
  log: async () => (await import('./log.js')).addLogCommand,
  diff: async () => (await import('./diff.js')).addDiffCommand,
  dashboard: async () => (await import('./dashboard.js')).addDashboardCommand,
  worker: async () => (await import('./worker.js')).addWorkerCommand,
  'fetch-store': async () => (await import('./fetch-store.js')).addFetchStoreCommand,
  portal: async () => (await import('./portal.js')).addPortalCommand,
  export: async () => (await import('./export.js')).addExportCommand,
  judge: async () => (await import('./judge.js')).addJudgeCommand,
  languages: async () => (await import('./languages.js')).addLanguagesCommand,
  seeds: async () => (await import('./seeds.js')).addSeedsCommand,
  train: async () => (await import('../train.js')).addTrainCommand,
  blacklist: async () => (await import('./blacklist.js')).addBlacklistCommand,
  simulate: async () => (await import('./simulate.js')).addSimulateCommand,
  study: async () => (await import('./study.js')).addStudyCommand,
  strategies: async () => (await import('./strategies.js')).addStrategiesCommand,
  graph: async () => (await import('./graph.js')).addGraphCommand,
  completion: async () => (await import('./completion.js')).addCompletionCommand,
  man: async () => (await import('./man.js')).addManCommand,
}

/** What help lists from here on stands under a heading of its own. */
const HEADINGS: Readonly<Record<string, string>> = {
  demo: 'Start:',
  crawl: 'Crawl:',
  worker: 'Crawl with many machines:',
  portal: 'Use what was collected:',
  judge: 'Describe what you want:',
  simulate: 'Compare strategies:',
  completion: 'Shell:',
}

/** Puts all of them, or those that are named, into a program. */
export async function addCommands(
  program: Command,
  names: readonly string[] = Object.keys(COMMANDS),
): Promise<Command> {
  // the usage of a command has its arguments; a list of commands is easier to read without
  program.configureHelp({ subcommandTerm: command => command.name() })
  for (const name of names) {
    if (Object.hasOwn(HEADINGS, name)) program.commandsGroup(HEADINGS[name])
    await (
      await COMMANDS[name]()
    )(program)
  }
  program.helpCommand(true)
  return program
}

/** Help begins with what people type, and ends with how flags are set by environment. */
export async function addExamples(program: Command): Promise<void> {
  const { EXAMPLES, FIRST_STEPS } = await import('../examples.js')
  const { environmentHelp } = await import('../environment.js')
  program.addHelpText('before', asTyped(FIRST_STEPS))
  program.addHelpText('after', '\n"longtail help COMMAND" shows the flags of a command, and examples.')
  for (const command of program.commands.flatMap(top => [top, ...top.commands])) {
    const examples = EXAMPLES[pathOf(command).slice(1).join(' ')]
    command.addHelpText('after', environmentHelp(command))
    if (examples !== undefined) command.addHelpText('before', asTyped(examples))
  }
}

function asTyped(examples: readonly string[]): string {
  return `${examples.map(line => `  $ ${line}`).join('\n')}\n`
}

/** `longtail portal build`, word by word. */
export function pathOf(command: Command): string[] {
  return command.parent === null ? [command.name()] : [...pathOf(command.parent), command.name()]
}
