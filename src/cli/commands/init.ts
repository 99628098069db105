import type { Command } from 'commander'
import type { InitFlags } from '../init.js'

export function addInitCommand(program: Command): void {
  program
    .command('init')
    .description('write a commented campaign.yaml; on a terminal, ask for its settings first')
    .argument('[dir]', 'directory to write it to', '.')
    .option('--yes', 'ask nothing; you fill in contact, target and seeds')
    .action(async (directory: string, flags: InitFlags) => (await import('../init.js')).writeCampaign(directory, flags))
}
