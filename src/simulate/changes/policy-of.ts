/** The policies of a simulation: those of the live crawl, and the ceiling that only a simulation knows. */
import { chooseByRates, recrawlPolicy, type KnownPages, type RecrawlPolicy } from '../../recrawl/index.js'
import { LongtailError } from '../../errors.js'
import { nameOf, parseSpec } from '../../strategy-spec.js'

/** Change-rate with the true rates: what estimates can at best come to. */
export const ORACLE = 'oracle'

/** `oracle` or `oracle:weighted=true` is made here, all others by the registry. */
export function policyOf(spec: string, trueRates: (pages: KnownPages) => Float64Array): RecrawlPolicy {
  if (nameOf(spec) !== ORACLE) return recrawlPolicy(spec)
  const { given } = parseSpec(spec, 'recrawl policy')
  const weighted = given.get('weighted') ?? 'false'
  if (!/^(?:true|false)$/.test(weighted) || given.size > (given.has('weighted') ? 1 : 0))
    throw new LongtailError('E_STRATEGY', `recrawl policy ${ORACLE}: its only parameter is weighted=true or false`)
  return {
    name: ORACLE,
    choose: (pages, now, budget, interval) =>
      chooseByRates(pages, trueRates(pages), weighted === 'true', now, budget, interval),
  }
}
