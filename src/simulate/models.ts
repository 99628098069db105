/** Models that strategies of a study begin with, from files (docs/formats.md). */
import type { StrategyModel } from '../contracts.js'
import { LongtailError } from '../errors.js'
import { createStrategy, nameOf, runsOnGraphsOnly } from '../strategy/index.js'
import { parseModel, readModelText } from '../strategy/model-file.js'

/** By the name of the strategy. Each file must be of use to one of `specs`, and each strategy has one model at most. */
export function readModels(paths: readonly string[], specs: readonly string[]): Map<string, StrategyModel> {
  const models = new Map<string, StrategyModel>()
  for (const path of paths) {
    const { strategy, model } = parseModel(readModelText(path, 'E_USAGE'), path, 'E_USAGE')
    const spec = specs.find(one => nameOf(one) === strategy)
    if (spec === undefined) {
      throw new LongtailError(
        'E_STRATEGY',
        `${path} was learned by strategy ${strategy}, which is not in this comparison; add it with --strategy, or leave the model out`,
      )
    }
    if (models.has(strategy))
      throw new LongtailError(
        'E_USAGE',
        `${path}: strategy ${strategy} already has a model; give one model for each strategy`,
      )
    if (runsOnGraphsOnly(spec) || createStrategy(spec, { model }).model === undefined) {
      throw new LongtailError(
        'E_STRATEGY',
        `strategy ${strategy} learns nothing that another crawl could use; remove --warm-start, or choose another strategy`,
      )
    }
    models.set(strategy, model)
  }
  return models
}
