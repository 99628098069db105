/** How a crawl that does not run goes on: the command for a shell. */
import type { Glance } from './glance.js'

export function resumeCommand({ crawl, live }: Pick<Glance, 'crawl' | 'live'>): string {
  const campaign = live === null || live.campaign === null ? 'CAMPAIGN.yaml' : quoted(live.campaign)
  return `longtail crawl ${campaign} --out ${quoted(crawl.syllabus || crawl.directory.path)}`
}

/** For a POSIX shell. */
function quoted(path: string): string {
  return /^[\w./@%+=:,-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`
}
