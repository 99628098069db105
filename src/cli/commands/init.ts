import type { Command } from 'commander'

export function addInitCommand(program: Command): void {
  program
    .command('init')
    .description('write a commented campaign.yaml')
    .argument('[dir]', 'where to write it', '.')
    .action(async (directory: string) => (await import('../init.js')).writeCampaign(directory))
}
