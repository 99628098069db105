/** Which seeds answer, and what robots.txt says about them: a few, one request at a time, with the delays of the campaign. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Campaign } from '../campaign/index.js'
import type { Web } from '../contracts.js'
import { hostOf } from '../page/url/parts.js'
import { createPoliteness, createRobotsCache, findHeader, type RobotsDecision } from '../web/index.js'
import { steadyNow } from '../steady-clock.js'
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
  readonly signal: AbortSignal
  readonly onStep: (line: string) => void
}

/** The first seed of each host. */
const MOST_ASKED = 20

export async function askSeeds({ campaign, seeds, excludes, web, signal, onStep }: SeedCheck): Promise<AskedSeed[]> {
  const { politeness, network } = campaign
  const isArchive = network.archive.length > 0
  const waits = createPoliteness({
    delayMs: isArchive ? 0 : politeness.delay,
    maxDelayMs: Math.max(politeness.delay, politeness['max-crawl-delay']),
  })
  const robots = politeness.robots && !isArchive ? createRobotsCache({ web, userAgentToken: USER_AGENT_TOKEN }) : null
  const chosen = firstOfHosts(seeds)
  const asked: AskedSeed[] = []
  for (const [host, url] of chosen.entries()) {
    if (signal.aborted) break
    onStep(`asking seed ${host + 1} of ${chosen.length}: ${url}`)
    const { reason, rule } = excludes.explain(url)
    if (reason !== null) {
      asked.push({
        url,
        answer: `not asked: ${reason}${rule === '' ? '' : ` by "${rule}"`}`,
        answered: false,
        robots: '',
      })
      continue
    }
    const decision = robots === null ? null : await robots.check(url, signal)
    if (decision !== null) {
      waits.setCrawlDelay(host, decision.crawlDelayMs)
      waits.onResponse(host, null, { status: 200, fetchMs: 0, retryAfter: null }, steadyNow())
    }
    const said = decision === null ? '' : inWords(decision)
    if (decision !== null && !decision.allowed) {
      asked.push({ url, answer: `not asked: ${said}`, answered: false, robots: said })
      continue
    }
    await sleep(Math.max(0, waits.readyAt(host, null, steadyNow()) - steadyNow()), undefined, { signal }).catch(
      () => {},
    )
    const outcome = await web.fetch(url, signal)
    const retryAfter = outcome.ok ? findHeader(outcome.headers, 'retry-after') : null
    waits.onResponse(host, null, { status: outcome.ok ? outcome.status : 0, fetchMs: 0, retryAfter }, steadyNow())
    asked.push({
      url,
      answer: outcome.ok ? `HTTP ${outcome.status}` : reasonOf(outcome),
      answered: outcome.ok,
      robots: said,
    })
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
  return `robots.txt is out of reach${failure === null ? '' : ` (${reasonOf(failure)})`}`
}
