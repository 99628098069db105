import type { Command } from 'commander'
import type { InitFlags } from '../init.js'

export function addInitCommand(program: Command): void {
  program
    .command('init')
    .description('write a commented campaign.yaml; on a terminal it asks what is wanted')
    .argument('[dir]', 'where to write it', '.')
    .option('--yes', 'ask nothing: contact, target and seeds are to be filled in')
    .action(async (directory: string, flags: InitFlags) => (await import('../init.js')).writeCampaign(directory, flags))
}
