/** Which seeds answer, and what robots.txt says about them: a few, one request at a time, with the delays of the campaign. */
import type { Campaign } from '../campaign/index.js'
import type { Web } from '../contracts.js'
import { hostOf } from '../page/url/parts.js'
import { createRobotsCache, fetchInTurn, type Politeness, type RobotsDecision } from '../web/index.js'
import { USER_AGENT_TOKEN } from '../version.js'
import type { Excludes } from './excludes.js'
import { reasonOf } from './unfetched.js'

export interface AskedSeed {
  readonly url: string
  /** In words: "HTTP 200", an error, or why it was not asked. */
  readonly answer: string
  /** An answer came, whatever it says. */
  readonly answered: boolean
  /** In words; '' when robots.txt is not obeyed, or was not asked. */
  readonly robots: string
}

export interface SeedCheck {
  readonly campaign: Campaign
  readonly seeds: readonly string[]
  readonly excludes: Excludes
  readonly web: Web
  readonly politeness: Politeness
  readonly signal: AbortSignal
  readonly onStep: (line: string) => void
}

/** The first seed of each host. */
const MOST_ASKED = 20

export async function askSeeds(check: SeedCheck): Promise<AskedSeed[]> {
  const { campaign, seeds, excludes, web, signal, onStep } = check
  // it waits for its turn as all requests do
  const patient: Web = { fetch: (url, stop) => fetchInTurn(web, url, stop), close: () => Promise.resolve() }
  const isAsked = campaign.politeness.robots && campaign.network.archive.length === 0
  const robots = isAsked ? createRobotsCache({ web: patient, userAgentToken: USER_AGENT_TOKEN }) : null
  const chosen = firstOfHosts(seeds)
  const asked: AskedSeed[] = []
  for (const [number, url] of chosen.entries()) {
    if (signal.aborted) break
    onStep(`requesting seed ${number + 1} of ${chosen.length}: ${url}`)
    const { reason, rule } = excludes.explain(url)
    if (reason !== null) {
      const by = rule === '' ? '' : ` by "${rule}"`
      asked.push({ url, answer: `not asked: ${reason}${by}`, answered: false, robots: '' })
      continue
    }
    const decision = robots === null ? null : await robots.check(url, signal)
    if (decision !== null) check.politeness.setCrawlDelay(hostOf(url), decision.crawlDelayMs)
    const said = decision === null ? '' : inWords(decision)
    if (decision !== null && !decision.allowed) {
      asked.push({ url, answer: `not asked: ${said}`, answered: false, robots: said })
      continue
    }
    const outcome = await patient.fetch(url, signal)
    const answer = outcome.ok ? `HTTP ${outcome.status}` : reasonOf(outcome)
    asked.push({ url, answer, answered: outcome.ok, robots: said })
  }
  return asked
}

function firstOfHosts(seeds: readonly string[]): string[] {
  const byHost = new Map<string, string>()
  for (const url of seeds) if (!byHost.has(hostOf(url)) && byHost.size < MOST_ASKED) byHost.set(hostOf(url), url)
  return [...byHost.values()]
}

function inWords({ allowed, reason, crawlDelayMs, failure }: RobotsDecision): string {
  const delay = crawlDelayMs > 0 ? `, and asks for ${crawlDelayMs / 1000} s between requests` : ''
  if (reason === 'unavailable') return `there is no robots.txt${delay}`
  if (allowed) return `robots.txt allows it${delay}`
  if (reason === 'denied') return 'robots.txt forbids it'
  return `robots.txt could not be fetched${failure === null ? '' : ` (${reasonOf(failure)})`}`
}
