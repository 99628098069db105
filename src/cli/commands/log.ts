import type { Command } from 'commander'

export function addLogCommand(program: Command): void {
  program
    .command('log')
    .description('print the log of a crawl as lines of JSON, for grep and jq')
    .argument('<dir>', 'directory of the crawl; it may be running')
    .action(async (path: string) => (await import('../log.js')).printLog(path))
}
