import { writeCampaignTemplate } from '../campaign/index.js'

export function writeCampaign(directory: string): void {
  const path = writeCampaignTemplate(directory)
  console.log(`${path} written. Fill in contact, target and seeds, then: longtail crawl ${path}`)
}
