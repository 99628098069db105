import type { Command } from 'commander'

export function addBlacklistCommand(program: Command): void {
  program
    .command('blacklist')
    .description('manage lists of hosts and URL patterns that are neither fetched nor shown (docs/blacklists.md)')
    .command('merge')
    .description('merge lists into one, sorted; of two lines with the same pattern, the one with the later date counts')
    .argument('<files...>', 'blacklists')
    .option('--out <file>', 'where to write the list (default: standard output); may be one of the input files')
    .action(async (files: readonly string[], flags: { out?: string }) =>
      (await import('../blacklist.js')).mergeFiles(files, flags),
    )
}
