import type { Command } from 'commander'

export function addLogCommand(program: Command): void {
  program
    .command('log')
    .description('the log of a crawl as lines of JSON, from all its segments, for grep and jq')
    .argument('<dir>', 'directory of the crawl; it may be running')
    .action(async (path: string) => (await import('../log.js')).printLog(path))
}
