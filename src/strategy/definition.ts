/**
 * What a strategy declares about itself: name, source, parameters with default, range and meaning, and how it is made.
 * One declaration serves validation, `--help` and the docs; `create` receives values that are already checked and typed.
 */
import type { JudgeErrors, PlaceControl, StateFields, Strategy, StrategyModel } from '../contracts.js'
import { didYouMean } from '../did-you-mean.js'
import { LongtailError, quoted } from '../errors.js'
import { checkedControl } from './reordering.js'

export interface Parameter<T> {
  readonly default: T
  /** The values allowed, for people: `0…250`, `true or false`. */
  readonly range: string
  readonly meaning: string
  /** Values as one would write them that reach the ends of the range, or every word; tests try them all. */
  readonly examples: readonly string[]
  /** The value written as `text`, or undefined when it is not one. */
  parse(text: string): T | undefined
}

/** What a strategy may be told when it is made. */
export interface GraphKnowledge {
  /** By page: 1 when it lies on a shortest path from the seeds to a relevant page, ends included. Only on graphs. */
  readonly leadsToRelevant?: Uint8Array
  /** What another crawl has learned: a warm start. */
  readonly model?: StrategyModel
  /** How often verdicts are wrong; absent when nobody knows. The same whenever a crawl goes on. */
  readonly judgeErrors?: JudgeErrors
}

/** A parameter as help and docs show it. */
export interface ParameterInfo {
  readonly name: string
  readonly default: string
  readonly range: string
  readonly meaning: string
  readonly examples: readonly string[]
}

export interface StrategyEntry {
  readonly name: string
  /** One line: what it fetches first and what it leaves out. */
  readonly summary: string
  /** The paper it comes from. */
  readonly source: string
  readonly parameters: readonly ParameterInfo[]
  /** It needs GraphKnowledge, which no crawl has. */
  readonly graphsOnly: boolean
  /** Throws E_STRATEGY for a parameter it does not have or a value out of range. */
  create(given: ReadonlyMap<string, string>, knowledge?: GraphKnowledge): Strategy
  /** The given parameters that differ from the defaults, each written in one way, in declared order. Throws as `create`. */
  canonical(given: ReadonlyMap<string, string>): [name: string, value: string][]
}

export interface StrategyDefinition<V extends object> {
  readonly name: string
  readonly summary: string
  readonly source: string
  readonly parameters: { readonly [K in keyof V]: Parameter<V[K]> }
  readonly graphsOnly?: true
  create(values: V, knowledge?: GraphKnowledge): Omit<Strategy, 'name'>
}

/** What a strategy with these parameters is given. */
export type ValuesOf<P> = { readonly [K in keyof P]: P[K] extends Parameter<infer T> ? T : never }

/** A parameter that is a whole number from `min` to `max`. */
export function integer(initial: number, min: number, max: number, meaning: string): Parameter<number> {
  return numeric(/^\d{1,9}$/, initial, min, max, meaning)
}

/** A number with or without decimals. */
export function decimal(initial: number, min: number, max: number, meaning: string): Parameter<number> {
  return numeric(/^\d{1,9}(\.\d{1,9})?$/, initial, min, max, meaning)
}

function numeric(form: RegExp, initial: number, min: number, max: number, meaning: string): Parameter<number> {
  return {
    default: initial,
    range: `${min}…${max}`,
    meaning,
    examples: [String(min), String(max)],
    parse(text) {
      const value = form.test(text) ? Number(text) : -1
      return value >= min && value <= max ? value : undefined
    },
  }
}

/** A parameter that is true or false. */
export function flag(initial: boolean, meaning: string): Parameter<boolean> {
  return {
    default: initial,
    range: 'true or false',
    meaning,
    examples: ['true', 'false'],
    parse: text => (text === 'true' ? true : text === 'false' ? false : undefined),
  }
}

/** One of a few words; the first is the default. */
export function choice<const T extends string>(words: readonly [T, ...T[]], meaning: string): Parameter<T> {
  const parse = (text: string): T | undefined => words.find(word => word === text)
  return { default: words[0], range: words.join(' or '), meaning, examples: words, parse }
}

type ParametersOf<V extends object> = { readonly [K in keyof V]: Parameter<V[K]> }

/** Parameters as help and docs show them. */
export function parameterInfos<V extends object>(parameters: ParametersOf<V>): ParameterInfo[] {
  const infos: ParameterInfo[] = []
  for (const key in parameters) {
    const { default: initial, range, meaning, examples } = parameters[key]
    infos.push({ name: key, default: String(initial), range, meaning, examples })
  }
  return infos
}

/** The given texts as values, defaults for the rest. Throws E_STRATEGY, which names the `owner` of the parameters. */
export function readParameters<V extends object>(
  owner: string,
  parameters: ParametersOf<V>,
  given: ReadonlyMap<string, string>,
): V {
  const known = Object.keys(parameters)
  for (const key of given.keys()) {
    if (known.includes(key)) continue
    throw new LongtailError(
      'E_STRATEGY',
      `${owner} has no parameter ${quoted(key)}; ` +
        (known.length === 0 ? 'it takes none' : `it has ${known.join(', ')}${didYouMean(key, known)}`),
    )
  }
  const values: Partial<V> = {}
  for (const key in parameters) {
    const text = given.get(key)
    const value = text === undefined ? parameters[key].default : parameters[key].parse(text)
    if (value === undefined) {
      throw new LongtailError(
        'E_STRATEGY',
        `${owner}: ${key}=${quoted(text ?? '')}: expected ${parameters[key].range} (${parameters[key].meaning})`,
      )
    }
    values[key] = value
  }
  if (!isComplete(values, known)) throw new TypeError(`${owner}: a parameter has no value`)
  return values
}

function isComplete<V extends object>(values: Partial<V>, known: readonly string[]): values is V {
  return known.every(key => key in values)
}

/** Makes a strategy of your own known by its name, with its parameters checked ([how](own-strategies.md)). */
export function defineStrategy<V extends object>(definition: StrategyDefinition<V>): StrategyEntry {
  const { name, summary, source, parameters } = definition
  const read = (given: ReadonlyMap<string, string>): V => readParameters(`strategy ${name}`, parameters, given)

  function canonical(given: ReadonlyMap<string, string>): [name: string, value: string][] {
    const values = read(given)
    const different: [string, string][] = []
    for (const key in parameters) {
      const text = String(values[key])
      if (text !== String(parameters[key].default)) different.push([key, text])
    }
    return different
  }

  return {
    name,
    summary,
    source,
    parameters: parameterInfos(parameters),
    graphsOnly: definition.graphsOnly === true,
    create(given, knowledge) {
      const strategy = heldToDeclaration({ name, ...definition.create(read(given), knowledge) })
      const { persist } = strategy
      if (persist === undefined) return strategy
      const spec = [name, ...canonical(given).map(pair => pair.join('='))].join(' ')
      return {
        ...strategy,
        persist(fields: StateFields) {
          fields.same('strategy', spec)
          persist(fields)
        },
      }
    },
    canonical,
  }
}

/** The strategy, with what it does to queued pages checked in every loop. */
function heldToDeclaration(strategy: Strategy): Strategy {
  if (strategy.reorders === 'often') return strategy
  const { receive, nextRound } = strategy
  let given: PlaceControl | null = null
  let checked: PlaceControl
  // a loop gives the same control in every call
  const check = (places: PlaceControl): PlaceControl =>
    places === given ? checked : (checked = checkedControl(strategy, (given = places)))
  return {
    ...strategy,
    score: (visit, links, out, places) => strategy.score(visit, links, out, check(places)),
    ...(receive && { receive: (source, links, out, places) => receive(source, links, out, check(places)) }),
    ...(nextRound && { nextRound: places => nextRound(check(places)) }),
  }
}

/** First found, first fetched, in a single queue and without a memory: `score` says which links get in. */
export function inOneQueue(score: Strategy['score']): Omit<Strategy, 'name'> {
  return {
    levels: 1,
    groupBy: 'none',
    reorders: 'never',
    needs: [],
    reserve() {},
    seed: () => 1,
    score,
    persist() {},
  }
}

/** The score of a page as a share: what is no number counts as 0. */
export function shareOf(score: number): number {
  return score >= 0 ? Math.min(score, 1) : 0
}
