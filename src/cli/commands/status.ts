import type { Command } from 'commander'
import { wholeNumber } from '../options.js'
import type { StatusFlags } from '../status.js'

export function addStatusCommand(program: Command): void {
  program
    .command('status')
    .description('show the progress of a crawl')
    .argument('<dir>', 'directory of the crawl')
    .option(
      '--hosts [n]',
      'also list the hosts with the most pages, and the hosts that were given up last, with reasons (default: 20 of each)',
      wholeNumber,
    )
    .option('--json', 'print one JSON object')
    .action(async (path: string, flags: StatusFlags) => (await import('../status.js')).showStatus(path, flags))
}
