/**
 * `defineStrategy` for users. A file in JavaScript is not checked by types, so it is checked here. Functions of the strategy may be
 * methods, also of a class, that keep their state in `this`: they stay bound to their object.
 */
import type { Strategy } from '../contracts.js'
import { LongtailError } from '../errors.js'
import { defineStrategy as define, type StrategyDefinition, type StrategyEntry } from './definition.js'

/** Makes a strategy of your own known by its name, with its parameters checked ([how](own-strategies.md)). */
export function defineStrategy<V extends object>(definition: StrategyDefinition<V>): StrategyEntry {
  const fault = faultOf(definition)
  if (fault !== null) throw new LongtailError('E_STRATEGY', `defineStrategy: ${fault} (docs/own-strategies.md)`)
  return define({
    ...definition,
    create: (values, knowledge) => withItsFunctions(definition.name, definition.create(values, knowledge)),
  })
}

function faultOf(definition: unknown): string | null {
  if (!isObject(definition)) return 'expected an object with name, summary, source, parameters and create'
  for (const name of ['name', 'summary', 'source'])
    if (typeof definition[name] !== 'string') return `"${name}" is missing; expected a text`
  if (typeof definition.create !== 'function') return 'the function "create" is missing'
  const { parameters } = definition
  if (!isObject(parameters)) return '"parameters" is missing; give {} if there are none'
  for (const [name, parameter] of Object.entries(parameters))
    if (!isObject(parameter) || typeof parameter.parse !== 'function')
      return `make the parameter "${name}" with integer(), decimal(), flag() or choice()`
  return null
}

function withItsFunctions(name: string, strategy: Omit<Strategy, 'name'>): Omit<Strategy, 'name'> {
  if (!isObject(strategy))
    throw new LongtailError('E_STRATEGY', `strategy ${name}: "create" does not return a strategy`)
  const parts: Record<string, unknown> = {}
  for (let at: unknown = strategy; isObject(at) && at !== Object.prototype; at = Object.getPrototypeOf(at))
    for (const key of Object.getOwnPropertyNames(at)) {
      if (key === 'constructor' || key in parts) continue
      const part: unknown = Reflect.get(strategy, key)
      parts[key] = typeof part === 'function' ? part.bind(strategy) : part
    }
  return { ...strategy, ...parts }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
