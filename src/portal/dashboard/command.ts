/** How a crawl that does not run goes on: the command for a shell. */
import { shellWord } from '../../shell-word.js'
import type { Glance } from './glance.js'

export function resumeCommand({ crawl, live }: Pick<Glance, 'crawl' | 'live'>): string {
  const campaign = live === null || live.campaign === null ? 'CAMPAIGN.yaml' : shellWord(live.campaign)
  return `longtail crawl ${campaign} --out ${shellWord(crawl.syllabus || crawl.directory.path)}`
}
