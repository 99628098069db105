/** Fields that are not simply replaced when a checkpoint is loaded: lists, sets and maps, and arrays that others hold, too. */
import { LongtailError } from './errors.js'
import type { StateArray, StateFields } from './state-fields.js'

/** An array whose size is settled: its content is loaded into it. */
export function tellInto<T extends StateArray>(fields: StateFields, name: string, array: T): void {
  const loaded = fields.array(name, array)
  if (loaded.length !== array.length) {
    throw new LongtailError(
      'E_CHECKPOINT',
      `the checkpoint is of another version: ${name} has ${loaded.length} numbers in it, and ${array.length} now; the crawl is rebuilt from its log instead`,
      'skip',
    )
  }
  if (fields.isLoading) array.set(loaded)
}

export function tellFlag(fields: StateFields, name: string, value: boolean): boolean {
  return fields.number(name, Number(value)) !== 0
}

export function tellList(fields: StateFields, name: string, list: number[]): void {
  const loaded = fields.array(name, Float64Array.from(list))
  if (!fields.isLoading) return
  list.length = 0
  for (const item of loaded) list.push(item)
}

/** In the order in which its members were added. */
export function tellSet(fields: StateFields, name: string, set: Set<number>): void {
  const loaded = fields.array(name, Float64Array.from(set))
  if (!fields.isLoading) return
  set.clear()
  for (const item of loaded) set.add(item)
}

/** In the order in which its members were added. */
export function tellNames(fields: StateFields, name: string, names: Set<string>): void {
  const loaded = fields.texts(name, [...names])
  if (!fields.isLoading) return
  names.clear()
  for (const item of loaded) names.add(item)
}

/** In the order in which its keys were added. */
export function tellCounts(fields: StateFields, name: string, counts: Map<string, number>): void {
  const keys = fields.texts(`${name}-keys`, [...counts.keys()])
  const values = fields.array(`${name}-values`, Float64Array.from(counts.values()))
  if (!fields.isLoading) return
  counts.clear()
  keys.forEach((key, i) => counts.set(key, values[i]))
}

/** In the order in which its keys were added. */
export function tellMap(fields: StateFields, name: string, map: Map<number, number>): void {
  const keys = fields.array(`${name}-keys`, Float64Array.from(map.keys()))
  const values = fields.array(`${name}-values`, Float64Array.from(map.values()))
  if (!fields.isLoading) return
  map.clear()
  for (let i = 0; i < keys.length; i++) map.set(keys[i], values[i])
}

/** An array that may be missing. */
export function tellNullable<T extends StateArray>(
  fields: StateFields,
  name: string,
  value: T | null,
  none: T,
): T | null {
  const isThere = tellFlag(fields, `has-${name}`, value !== null)
  const loaded = fields.array(name, value ?? none)
  return isThere ? loaded : null
}
