import type { CrawlSummary } from '../crawl/index.js'
import { many } from './many.js'

const MOST_REASONS = 10

/** A crawl without a single page has failed, whatever ended it; only somebody who interrupts it knows better. */
export async function tellUnfetched(
  { pages, stopped, unfetched }: CrawlSummary,
  say: (line: string) => void,
): Promise<void> {
  if (pages > 0 || stopped === 'interrupted' || (stopped !== 'finished' && unfetched.length === 0)) return
  const { reasonInWords } = await import('../report/crawl/words.js')
  say(unfetched.length === 0 ? 'nothing could be fetched: no URL was queued' : 'nothing could be fetched:')
  for (const { reason, urls, example } of unfetched.slice(0, MOST_REASONS)) {
    const words = reasonInWords(reason)
    say(`  ${many(urls, 'URL')}: ${words === '' ? reason : `${words} (${reason})`}, such as ${example}`)
  }
  say('Run the same command to try again: hosts that did not resolve or connect are retried.')
  process.exitCode = 1
}
