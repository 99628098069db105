/** How a crawl that does not run goes on: the command for a shell. */
import { shellWord } from '../../shell-word.js'
import type { Glance } from './glance.js'

/** Null when nobody knows the campaign file. */
export function crawlArguments({
  crawl,
  live,
}: Pick<Glance, 'crawl' | 'live'>): { campaign: string; out: string } | null {
  const campaign = crawl.campaign || (live?.campaign ?? '')
  return campaign === '' ? null : { campaign, out: crawl.syllabus || crawl.directory.path }
}

export function resumeCommand(glance: Pick<Glance, 'crawl' | 'live'>): string {
  const { crawl } = glance
  const words = crawlArguments(glance)
  const campaign = words === null ? 'CAMPAIGN.yaml' : shellWord(words.campaign)
  return `longtail crawl ${campaign} --out ${shellWord(crawl.syllabus || crawl.directory.path)}`
}
