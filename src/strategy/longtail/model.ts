/** What was learned, as named lists of numbers. Words are left out: they are tied to one topic and one language. */
import type { StrategyModel } from '../../contracts.js'
import { LongtailError } from '../../errors.js'
import type { OnlineLogistic } from '../../learn/index.js'

export function saveModel(models: Readonly<Record<string, OnlineLogistic>>): StrategyModel {
  return Object.fromEntries(Object.entries(models).map(([name, { weights }]) => [name, [...weights]]))
}

export function loadModel(models: Readonly<Record<string, OnlineLogistic>>, saved: StrategyModel): void {
  for (const [name, { weights }] of Object.entries(models)) {
    const numbers = Object.hasOwn(saved, name) ? saved[name] : undefined
    if (numbers === undefined || numbers.length !== weights.length || !numbers.every(Number.isFinite)) {
      throw new LongtailError(
        'E_STRATEGY',
        `strategy longtail: the model's "${name}" is not a list of ${weights.length} numbers; it was made by another version or strategy`,
      )
    }
    weights.set(numbers)
  }
}
