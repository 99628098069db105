/** Maps and sets as fields of a checkpoint (state-fields.ts). Their order is kept: some are told in it. */
import type { StateFields } from '../contracts.js'

export function persistCounts(fields: StateFields, name: string, counts: Map<string, number>): void {
  const keys = fields.texts(`${name}.keys`, [...counts.keys()])
  const values = fields.array(`${name}.values`, Float64Array.from(counts.values()))
  if (fields.isLoading) keys.forEach((key, i) => counts.set(key, values[i]))
}

export function persistNumbers(fields: StateFields, name: string, numbers: Map<number, number>): void {
  const keys = fields.array(`${name}.keys`, Float64Array.from(numbers.keys()))
  const values = fields.array(`${name}.values`, Float64Array.from(numbers.values()))
  if (fields.isLoading) keys.forEach((key, i) => numbers.set(key, values[i]))
}

export function persistNames(fields: StateFields, name: string, names: Set<string>): void {
  const all = fields.texts(name, [...names])
  if (fields.isLoading) for (const one of all) names.add(one)
}
