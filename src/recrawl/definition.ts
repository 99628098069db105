/** What a policy declares about itself: name, source, parameters, and how it chooses. As strategies do, with the same kinds of parameters. */
import { readParameters, type ParameterInfo, type Parameter, parameterInfos } from '../strategy/definition.js'
import type { KnownPages, RecrawlPolicy } from './contracts.js'

/** A policy as the registry knows it. */
export interface RecrawlPolicyEntry {
  readonly name: string
  readonly summary: string
  readonly source: string
  readonly parameters: readonly ParameterInfo[]
  /** Throws E_STRATEGY for a parameter it does not have or a value out of range. */
  create(given: ReadonlyMap<string, string>): RecrawlPolicy
}

interface RecrawlPolicyDefinition<V extends object> {
  readonly name: string
  readonly summary: string
  readonly source: string
  readonly parameters: { readonly [K in keyof V]: Parameter<V[K]> }
  choose(values: V, pages: KnownPages, now: number, budget: number, interval: number): Uint32Array
}

/** Makes an entry of the registry. */
export function definePolicy<V extends object>(definition: RecrawlPolicyDefinition<V>): RecrawlPolicyEntry {
  const { name, summary, source, parameters } = definition
  return {
    name,
    summary,
    source,
    parameters: parameterInfos(parameters),
    create(given) {
      const values = readParameters(`recrawl policy ${name}`, parameters, given)
      return { name, choose: (pages, now, budget, interval) => definition.choose(values, pages, now, budget, interval) }
    },
  }
}
