import type { Command } from 'commander'

export function addBlacklistCommand(program: Command): void {
  program
    .command('blacklist')
    .description('lists of hosts and URL patterns that are neither fetched nor shown (docs/blacklists.md)')
    .command('merge')
    .description(
      'make one list of several: the union, sorted; of two lines about one pattern the later dated one counts',
    )
    .argument('<files...>', 'blacklists')
    .option('--out <file>', 'where to write the list (default: standard output); it may be one of those that are read')
    .action(async (files: readonly string[], flags: { out?: string }) =>
      (await import('../blacklist.js')).mergeFiles(files, flags),
    )
}
