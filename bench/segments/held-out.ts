/** How well a predictor of segments does on a web that it was not trained on, and what its training pages look like. */
import { confusionOf, createRandom, qualityOf, shuffle, type Quality } from '../../src/learn/index.js'
import { CRAWLED, RELEVANT, type WebGraph } from '../../src/graph/index.js'
import type { StrategyModel } from '../../src/contracts.js'
import { examplesOf, readSegments } from '../../src/train/segment-examples.js'
import { graphVisits } from '../../src/train/segments.js'

export function qualityElsewhere(model: StrategyModel, web: WebGraph): Quality {
  const segments = readSegments(graphVisits(web), 0.5, { split: false, neighbourhood: false, history: false })
  const { labelled } = examplesOf(segments)
  segments.predictor.load(model)
  const said = labelled.map(({ example }) => Number(segments.predictor.predictExample(example) > 0.5))
  return qualityOf(
    confusionOf(
      labelled.map(({ relevant }) => Number(relevant)),
      said,
    ),
  )
}

/** The graph with seeds as the thesis has them: pages that link to a sample of relevant ones. */
export function withBackLinks(graph: WebGraph, sample: number): WebGraph {
  const relevant = Uint32Array.from(graph.flags.keys()).filter(page => (graph.flags[page] & RELEVANT) !== 0)
  shuffle(relevant, createRandom(1))
  const chosen = new Set(relevant.subarray(0, sample))
  const linksThere = (page: number): boolean => {
    for (let i = graph.offsets[page]; i < graph.offsets[page + 1]; i++) if (chosen.has(graph.to[i])) return true
    return false
  }
  const seeds = Uint32Array.from(graph.flags.keys()).filter(
    page => (graph.flags[page] & CRAWLED) !== 0 && linksThere(page),
  )
  return { ...graph, seeds }
}
