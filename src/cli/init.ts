import type { Command } from 'commander'
import { writeCampaignTemplate } from '../campaign/index.js'

export function addInitCommand(program: Command): void {
  program
    .command('init')
    .description('write a commented campaign.yaml')
    .argument('[dir]', 'where to write it', '.')
    .action((directory: string) => {
      const path = writeCampaignTemplate(directory)
      console.log(`${path} written. Fill in contact, target and seeds, then: longtail crawl ${path}`)
    })
}
