import type { Command } from 'commander'

export function addManCommand(program: Command): void {
  program
    .command('man')
    .description('print the manual page')
    .action(async () => (await import('../man-page.js')).printManPage())
}
