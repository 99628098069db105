/**
 * Every command, in the order in which help lists them. commands/ has names, flags and help and loads in no time; each action imports
 * its code when it runs, so that "status" waits for nothing of the crawler and "--version" for nothing at all (test/cli/start.test.ts
 * counts what is loaded).
 */
import type { Command } from 'commander'

export const COMMANDS: Readonly<Record<string, () => Promise<(program: Command) => void | Promise<void>>>> = {
  demo: async () => (await import('./demo.js')).addDemoCommand,
  init: async () => (await import('./init.js')).addInitCommand,
  crawl: async () => (await import('./crawl.js')).addCrawlCommand,
  worker: async () => (await import('./worker.js')).addWorkerCommand,
  'fetch-store': async () => (await import('./fetch-store.js')).addFetchStoreCommand,
  status: async () => (await import('./status.js')).addStatusCommand,
  log: async () => (await import('./log.js')).addLogCommand,
  report: async () => (await import('./report.js')).addReportCommand,
  diff: async () => (await import('./diff.js')).addDiffCommand,
  dashboard: async () => (await import('./dashboard.js')).addDashboardCommand,
  portal: async () => (await import('./portal.js')).addPortalCommand,
  export: async () => (await import('./export.js')).addExportCommand,
  judge: async () => (await import('./judge.js')).addJudgeCommand,
  blacklist: async () => (await import('./blacklist.js')).addBlacklistCommand,
  languages: async () => (await import('./languages.js')).addLanguagesCommand,
  seeds: async () => (await import('./seeds.js')).addSeedsCommand,
  train: async () => (await import('../train.js')).addTrainCommand,
  graph: async () => (await import('./graph.js')).addGraphCommand,
  simulate: async () => (await import('./simulate.js')).addSimulateCommand,
  study: async () => (await import('./study.js')).addStudyCommand,
  strategies: async () => (await import('./strategies.js')).addStrategiesCommand,
  doctor: async () => (await import('./doctor.js')).addDoctorCommand,
  completion: async () => (await import('./completion.js')).addCompletionCommand,
  man: async () => (await import('./man.js')).addManCommand,
}

/** Puts all of them, or those that are named, into a program. */
export async function addCommands(
  program: Command,
  names: readonly string[] = Object.keys(COMMANDS),
): Promise<Command> {
  for (const name of names) await (await COMMANDS[name]())(program)
  return program
}

/** Help begins with what people type, and ends with how flags are set by environment. */
export async function addExamples(program: Command): Promise<void> {
  const { EXAMPLES } = await import('../examples.js')
  const { environmentHelp } = await import('../environment.js')
  for (const command of program.commands.flatMap(top => [top, ...top.commands])) {
    const examples = EXAMPLES[pathOf(command).slice(1).join(' ')]
    command.addHelpText('after', environmentHelp(command))
    if (examples !== undefined) command.addHelpText('before', `${examples.map(line => `  $ ${line}`).join('\n')}\n`)
  }
}

/** `longtail portal build`, word by word. */
export function pathOf(command: Command): string[] {
  return command.parent === null ? [command.name()] : [...pathOf(command.parent), command.name()]
}
