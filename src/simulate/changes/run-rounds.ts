/**
 * A year of rounds over a living web by one policy, with the policy's own code of the live crawl.
 *
 * The crawl has fetched all pages on day 0. Each round asks the policy once, then downloads in its order until the budget is spent, spread evenly over the
 * time until the next round. A new page that a visit leads to is fetched at once and costs a download, too; what the budget leaves is fetched
 * first in the next round.
 *
 * What is measured is exact, not sampled: when a copy goes out of date is known to the moment, so freshness and age are integrals over time.
 */
import type { WebGraph } from '../../graph/index.js'
import type { KnownPages } from '../../recrawl/index.js'
import { changeModel } from './change-model.js'
import { KnownColumns } from './known-columns.js'
import { ChangingWeb, type LiveVisit } from './changing-web.js'
import { policyOf } from './policy-of.js'
import type { RoundsJob, RoundsResult } from './result.js'

interface FoundPage {
  readonly page: number
  /** The page that led to it. */
  readonly via: number
}

/** `onRound` is told after each round; false stops the run. */
export function runRounds(
  graph: WebGraph,
  { policy: spec, budget: share, changes, days, every, seed }: RoundsJob,
  onRound: (day: number) => boolean = () => true,
): RoundsResult {
  const web = new ChangingWeb(graph, changeModel(changes), seed, days)
  const initial = web.count
  const known = new KnownColumns()
  const copies = new Copies(web, days)
  const fetchFirst = (page: number, at: number): boolean => {
    if (!web.firstVisit(page, at)) return false
    const { server, directory, worth } = web.columns
    known.add(page, at, web.kind[page], server[page], directory[page], worth[page])
    return true
  }
  for (let page = 0; page < initial; page++) fetchFirst(page, 0)

  const policy = policyOf(spec, (pages: KnownPages) => {
    const rates = new Float64Array(pages.count)
    for (let row = 0; row < pages.count; row++) rates[row] = web.columns.rate[known.columns.page[row]]
    return rates
  })
  const budget = Math.max(1, Math.round(initial * share * every))
  const visit: LiveVisit = { gone: false, changed: false, staleSince: 0 }
  const found: number[] = []
  /** Found, but the budget was spent. */
  const waiting: FoundPage[] = []
  let downloads = 0
  let newWanted = 0
  let planMs = 0
  let stopped: RoundsResult['stopped'] = 'finished'

  for (let now = every; now < days; now += every) {
    const began = performance.now()
    const chosen = policy.choose(known.view(), now, budget, every)
    planMs += performance.now() - began
    const gone: number[] = []
    let spent = 0
    const time = (): number => now + (every * ++spent) / (budget + 1)
    const fetchNew = ({ page, via }: FoundPage): void => {
      if (!fetchFirst(page, time()) || web.columns.wanted[page] === 0) return
      newWanted++
      const row = known.rowOf[via]
      if (row >= 0) known.columns.foundNew[row]++
    }
    for (const one of waiting.splice(0, budget)) fetchNew(one)
    for (let next = 0; next < chosen.length && spent < budget; next++) {
      const row = chosen[next]
      const { columns } = known
      const page = columns.page[row]
      const at = time()
      found.length = 0
      web.visit(page, at, visit, found)
      copies.replaced(page, columns.lastVisit[row], at, visit.staleSince)
      columns.visits[row]++
      columns.lastVisit[row] = at
      if (visit.changed) {
        columns.changes[row]++
        columns.lastChange[row] = at
      }
      if (visit.gone) gone.push(row)
      for (const born of found) {
        if (spent >= budget) waiting.push({ page: born, via: page })
        else fetchNew({ page: born, via: page })
      }
    }
    downloads += spent
    known.remove(gone)
    if (!onRound(now)) {
      stopped = 'interrupted'
      break
    }
  }
  const { columns, count } = known
  for (let row = 0; row < count; row++) {
    const page = columns.page[row]
    web.visit(page, days, visit, found)
    found.length = 0
    copies.replaced(page, columns.lastVisit[row], days, visit.staleSince)
  }
  web.close(initial)
  return {
    policy: spec,
    budget: share,
    ...copies.means(web.wantedDays),
    downloads,
    newWanted,
    newWantedPerDownload: downloads === 0 ? 0 : newWanted / downloads,
    bornWanted: web.wantedBirths,
    planSeconds: planMs / 1000,
    rounds: Math.ceil(days / every) - 1,
    stopped,
  }
}

/** Sums over all copies that the crawl held, from one visit to the next. */
class Copies {
  #days = 0
  #fresh = 0
  #age = 0
  #wantedDays = 0
  #wantedFresh = 0
  /** Worth times days for which wanted pages were there as they were on the web. */
  #current = 0

  constructor(
    private readonly web: ChangingWeb,
    private readonly end: number,
  ) {}

  /** A copy was held from one time to another, and was out of date from some moment on. */
  replaced(page: number, from: number, to: number, staleSince: number): void {
    const until = Math.min(to, this.end)
    const stale = Math.max(until - Math.max(staleSince, from), 0)
    const held = until - from
    this.#days += held
    this.#fresh += held - stale
    this.#age += (stale * stale) / 2
    const { wanted, worth } = this.web.columns
    if (wanted[page] === 0) return
    this.#wantedDays += worth[page] * held
    this.#wantedFresh += worth[page] * (held - stale)
    this.#current += worth[page] * (held - stale)
  }

  means(wantedDays: number): Pick<RoundsResult, 'freshness' | 'wantedFreshness' | 'current' | 'age'> {
    return {
      freshness: this.#fresh / this.#days,
      wantedFreshness: this.#wantedDays === 0 ? 0 : this.#wantedFresh / this.#wantedDays,
      current: wantedDays === 0 ? 0 : this.#current / wantedDays,
      age: this.#age / this.#days,
    }
  }
}
