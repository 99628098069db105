/**
 * Training for the strategy segment-predictor: which links between website segments lead to relevant ones (Suebchua 2014,
 * section 5). One example for each (source segment, destination segment) with a link; a segment is relevant when more than
 * half of its fetched pages are; what segments of one host repeat is left out; both classes count alike.
 */
import type { StrategyModel } from '../contracts.js'
import { LongtailError } from '../errors.js'
import { Predictor, type PredictorOptions } from '../strategy/segment-predictor/predictor.js'
import { examplesOf, readSegments, type VisitSource } from './segment-examples.js'
import { crossValidateSegments, type SegmentQuality } from './segment-quality.js'
import { degreeSweep, linkTables, type LinkTables, type SweepRow } from './segment-tables.js'

export type { VisitSource } from './segment-examples.js'
export { graphVisits } from './segment-sources.js'

export interface TrainSegmentsOptions {
  /** A segment is relevant when more than this share of its pages is; 0.5 unless told. */
  readonly degree?: number
  /** Separate predictors for relevant and irrelevant sources; false unless told. */
  readonly split?: boolean
  /** 10 and 10 unless told; 0 repeats leave the quality out. */
  readonly folds?: number
  readonly repeats?: number
  /** Of folds and under-sampling. */
  readonly seed?: number
}

export interface SegmentsReport {
  readonly pages: number
  readonly relevantPages: number
  readonly segments: number
  readonly relevantSegments: number
  /** Examples by class, and those left out as repetitions. */
  readonly relevant: number
  readonly irrelevant: number
  readonly duplicates: number
  /** Null when there are too few examples to hold some back. */
  readonly quality: SegmentQuality | null
  readonly tables: LinkTables
  readonly sweep: readonly SweepRow[]
  readonly warnings: readonly string[]
}

export interface TrainedSegments {
  /** For the strategy segment-predictor: a model file, warm-start. */
  readonly model: StrategyModel
  readonly report: SegmentsReport
}

/** The name under which model files keep the model. */
export const SEGMENT_STRATEGY = 'segment-predictor'

/** Throws E_MODEL when there are no examples of one class. */
export function trainSegments(source: VisitSource, options: TrainSegmentsOptions = {}): TrainedSegments {
  const { degree = 0.5, split = false, folds = 10, repeats = 10, seed = 1 } = options
  const parts: PredictorOptions = { split, neighbourhood: true, history: false }
  const web = readSegments(source, degree, parts)
  const { counts, pairs, predictor } = web
  const { labelled, duplicates } = examplesOf(web)
  const relevant = labelled.filter(one => one.relevant).length
  const irrelevant = labelled.length - relevant
  if (relevant === 0 || irrelevant === 0) {
    throw new LongtailError(
      'E_MODEL',
      `train segments: ${labelled.length} links between segments that were fetched, ${relevant} of them to relevant ones; ` +
        'both kinds are needed. Crawl more pages, or crawl breadth-first, to see irrelevant segments, too',
    )
  }
  for (const one of labelled) predictor.learnExample(one.example, one.relevant)
  const quality =
    repeats === 0
      ? null
      : crossValidateSegments(labelled, () => new Predictor(counts, pairs, parts), { folds, repeats, seed })
  let segments = 0
  let relevantSegments = 0
  for (let segment = 0; segment < source.segments; segment++) {
    if (counts.of.pages[segment] === 0) continue
    segments++
    if (counts.isRelevant(segment)) relevantSegments++
  }
  return {
    model: predictor.save(),
    report: {
      pages: counts.of.pages.reduce((sum, count) => sum + count, 0),
      relevantPages: counts.of.finds.reduce((sum, count) => sum + count, 0),
      segments,
      relevantSegments,
      relevant,
      irrelevant,
      duplicates,
      quality,
      tables: linkTables(web),
      sweep: degreeSweep(web),
      warnings: warningsOf(labelled, Math.min(relevant, irrelevant)),
    },
  }
}

const FEW = 50

function warningsOf(labelled: ReturnType<typeof examplesOf>['labelled'], least: number): string[] {
  const warnings: string[] = []
  if (least < FEW)
    warnings.push(
      `only ${least} examples are of one kind (relevant or not): the model will be of little use on other webs`,
    )
  if (labelled.every(({ example }) => example.words.length === 0)) {
    warnings.push('the links have no words: import the graph with --text, so that words and names can be learned')
  }
  return warnings
}
