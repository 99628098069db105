/**
 * What a strategy declares about itself: name, source, parameters with default, range and meaning, and how it is made.
 * One declaration serves validation, `--help` and the docs; `create` receives values that are already checked and typed.
 */
import type { Strategy } from '../contracts.js'
import { LongtailError } from '../errors.js'

export interface Parameter<T> {
  readonly default: T
  /** The values allowed, for people: `0…250`, `true or false`. */
  readonly range: string
  readonly meaning: string
  /** The value written as `text`, or undefined when it is not one. */
  parse(text: string): T | undefined
}

/** A parameter as help and docs show it. */
export interface ParameterInfo {
  readonly name: string
  readonly default: string
  readonly range: string
  readonly meaning: string
}

export interface StrategyEntry {
  readonly name: string
  /** One line: what it fetches first and what it leaves out. */
  readonly summary: string
  /** The paper it comes from. */
  readonly source: string
  readonly parameters: readonly ParameterInfo[]
  /** Throws E_STRATEGY for a parameter it does not have or a value out of range. */
  create(given: ReadonlyMap<string, string>): Strategy
}

export interface StrategyDefinition<V extends object> {
  readonly name: string
  readonly summary: string
  readonly source: string
  readonly parameters: { readonly [K in keyof V]: Parameter<V[K]> }
  create(values: V): Omit<Strategy, 'name'>
}

export function integer(initial: number, min: number, max: number, meaning: string): Parameter<number> {
  return {
    default: initial,
    range: `${min}…${max}`,
    meaning,
    parse(text) {
      const value = /^\d{1,9}$/.test(text) ? Number(text) : -1
      return value >= min && value <= max ? value : undefined
    },
  }
}

export function flag(initial: boolean, meaning: string): Parameter<boolean> {
  return {
    default: initial,
    range: 'true or false',
    meaning,
    parse: text => (text === 'true' ? true : text === 'false' ? false : undefined),
  }
}

/** One of a few words; the first is the default. */
export function choice<const T extends string>(words: readonly [T, ...T[]], meaning: string): Parameter<T> {
  return { default: words[0], range: words.join(' or '), meaning, parse: text => words.find(word => word === text) }
}

export function defineStrategy<V extends object>(definition: StrategyDefinition<V>): StrategyEntry {
  const { name, summary, source, parameters } = definition
  const infos: ParameterInfo[] = []
  for (const key in parameters) {
    const { default: initial, range, meaning } = parameters[key]
    infos.push({ name: key, default: String(initial), range, meaning })
  }

  /** The given texts as values, defaults for the rest. */
  function read(given: ReadonlyMap<string, string>): V {
    const values: Partial<V> = {}
    for (const key in parameters) {
      const text = given.get(key)
      const value = text === undefined ? parameters[key].default : parameters[key].parse(text)
      if (value === undefined) {
        throw new LongtailError(
          'E_STRATEGY',
          `strategy ${name}: ${key}=${clip(text ?? '')} is not possible; ${key} is ${parameters[key].range} (${parameters[key].meaning})`,
        )
      }
      values[key] = value
    }
    if (!isComplete(values)) throw new TypeError(`strategy ${name}: a parameter has no value`)
    return values
  }

  function isComplete(values: Partial<V>): values is V {
    return infos.every(info => info.name in values)
  }

  return {
    name,
    summary,
    source,
    parameters: infos,
    create(given) {
      for (const key of given.keys()) {
        if (!infos.some(info => info.name === key)) {
          const known = infos.map(info => info.name).join(', ')
          throw new LongtailError(
            'E_STRATEGY',
            `strategy ${name} has no parameter ${clip(key)}; ` + (known === '' ? 'it takes none' : `it has ${known}`),
          )
        }
      }
      return { name, ...definition.create(read(given)) }
    },
  }
}

/** User input as an error message may repeat it. */
export function clip(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text)
}
