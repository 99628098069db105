/**
 * What a strategy can learn about links before a crawl: it is shown the pages of earlier crawls or graphs breadth-first, as the
 * example phase of NB-LSWC is, and keeps its model. Its own opinion does not change the order, so that what it predicts of a
 * page can be held against what the page turns out to be: every prediction is made before the page is seen.
 */
import type { GroupId, PageId, PlaceControl, Strategy, StrategyModel } from '../contracts.js'
import { LongtailError } from '../errors.js'
import { chooseSeeds } from '../graph/index.js'
import { growAll } from '../growing-arrays.js'
import { simulate } from '../simulate/index.js'
import { createStrategy, STRATEGIES } from '../strategy/index.js'
import { openGraph } from './open-visits.js'
import { rankQuality, type RankQuality } from './rank-quality.js'

export interface LinksTraining {
  /** Crawl directories and graph files. */
  readonly inputs: readonly string[]
  /** As `name:key=value`. */
  readonly strategy: string
  readonly maxPages?: number
  readonly signal?: AbortSignal
  readonly onProgress?: (line: string) => void
}

export interface LinksReport {
  /** Without its parameters. */
  readonly strategy: string
  readonly pages: number
  readonly relevant: number
  /** Of predictions that were made before the page was seen; null when pages of one kind were too few. */
  readonly quality: RankQuality | null
  readonly warnings: readonly string[]
}

export async function trainLinks(training: LinksTraining): Promise<{ model: StrategyModel; report: LinksReport }> {
  const { inputs, strategy: spec, signal, onProgress } = training
  let learner = learnerOf(spec)
  let model: StrategyModel = {}
  const predictions = new Predictions()
  let pages = 0
  let relevant = 0
  for (const [index, input] of inputs.entries()) {
    onProgress?.(`reading ${input}`)
    const graph = await openGraph([input], signal)
    if (index > 0) learner = learnerOf(spec, model)
    const seeds = chooseSeeds(graph)
    const result = simulate(graph, watched(learner, predictions), {
      spec,
      seeds,
      maxPages: training.maxPages,
      onProgress: done => {
        onProgress?.(`${input}: ${done} pages`)
        return signal?.aborted !== true
      },
    })
    signal?.throwIfAborted()
    pages += result.pages
    relevant += result.relevant
    model = learner.model?.() ?? {}
  }
  const quality = predictions.quality()
  const report: LinksReport = {
    strategy: learner.name,
    pages,
    relevant,
    quality,
    warnings: warningsOf(pages, relevant),
  }
  return { model, report }
}

function learnerOf(spec: string, model?: StrategyModel): Strategy {
  const strategy = createStrategy(spec, model === undefined ? {} : { model })
  if (strategy.model !== undefined) return strategy
  const others = STRATEGIES.filter(({ graphsOnly, name }) => !graphsOnly && handsOn(name)).map(({ name }) => name)
  throw new LongtailError(
    'E_STRATEGY',
    `strategy ${strategy.name} learns nothing that another crawl could use; choose ${others.join(' or ')}`,
  )
}

function handsOn(name: string): boolean {
  try {
    return createStrategy(name).model !== undefined
  } catch {
    return false
  }
}

/** What was predicted and what came of it, in the order of the visits. */
class Predictions {
  private readonly columns = { places: new Float64Array(1024), labels: new Uint8Array(1024) }
  private size = 0

  quality(): RankQuality | null {
    const { places, labels } = this.columns
    return rankQuality(places.subarray(0, this.size), labels.subarray(0, this.size))
  }

  add(place: number, relevant: boolean): void {
    growAll(this.columns, this.size + 1)
    this.columns.places[this.size] = place
    this.columns.labels[this.size++] = relevant ? 1 : 0
  }
}

/** Breadth-first on the outside; inside, the learner sees every visit and its levels are written down. */
function watched(learner: Strategy, predictions: Predictions): Strategy {
  let levels = new Uint16Array(0)
  let biases = new Float64Array(0)
  let levelsOut = new Uint16Array(0)
  let group: Uint32Array = new Uint32Array(0)
  const places: PlaceControl = {
    bias: (one: GroupId, value: number) => void (biases[one] = value),
    move: (page: PageId, level: number) => void (levels[page] = level),
    park: () => {},
    readmit: () => {},
    cutoff: () => {},
    spare: () => {},
  }
  return {
    name: learner.name,
    levels: 1,
    groupBy: learner.groupBy,
    reorders: 'never',
    needs: learner.needs,
    wants: learner.wants,
    reserve(pages, groups) {
      learner.reserve(pages, groups)
      levels = new Uint16Array(pages)
      biases = new Float64Array(groups)
    },
    seed(page) {
      learner.seed(page)
      return 1
    },
    score(visit, links, out) {
      group = links.group
      const { page } = visit
      if (levels[page] > 0) predictions.add(levels[page] - biases[group[page]], visit.relevant)
      const count = links.end - links.start
      if (levelsOut.length < count) levelsOut = new Uint16Array(2 * count)
      levelsOut.fill(0, 0, count)
      learner.score(visit, links, levelsOut, places)
      for (let i = 0; i < count; i++) {
        if (levelsOut[i] !== 0) levels[links.to[links.start + i]] = levelsOut[i]
        out[i] = 1
      }
    },
    hop: learner.hop?.bind(learner),
    lost: learner.lost?.bind(learner),
  }
}

const FEW = 50

function warningsOf(pages: number, relevant: number): string[] {
  const least = Math.min(relevant, pages - relevant)
  return least < FEW
    ? [
        `only ${least} of ${pages} pages are of one kind (relevant or not): the model will be of little use on other webs`,
      ]
    : []
}
