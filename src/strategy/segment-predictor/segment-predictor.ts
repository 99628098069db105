/**
 * Website segments in the order of equation 8, each source's part weighed by what an ensemble of classifiers makes of the
 * link between the two (predictor.ts). The crawl itself, with S and D, is that of best-segment (segment-crawl.ts).
 *
 * What it knows comes from a model (`longtail train segments`) or, with `update`, from the crawl: every segment that ends is
 * one example for each segment that links to it, with noise left out: what a site's segments say about one another is
 * counted once. Until both kinds of examples are there, predictions are 1/2 and the order is that of best-segment.
 */
import type { StrategyNeed } from '../../contracts.js'
import { LongtailError } from '../../errors.js'
import { tellSet } from '../../state-collections.js'
import { segmentParameters } from '../best-segment.js'
import { decimal, defineStrategy, flag } from '../definition.js'
import { Predictor } from './predictor.js'
import { createSegmentCrawl, type SegmentOracle } from './segment-crawl.js'
import { SegmentCounts } from './segment-counts.js'
import { SegmentPairs } from './segment-pairs.js'

/** What was learned is used, and all predictions are made anew, when the examples have grown by this share. */
const GROWTH = 0.1
const FIRST_LOOK = 10
/** Examples of one site that are remembered in order not to be counted twice. */
const MOST_REMEMBERED = 1 << 20

export const segmentPredictor = defineStrategy({
  name: 'segment-predictor',
  summary: 'whole directories, best first, by the words, names, domains and countries of the links to them',
  source: 'Suebchua 2014 (TFLSWC); options: Suebchua et al. 2016, 2018',
  parameters: {
    ...segmentParameters,
    floor: decimal(
      0.1,
      0,
      1,
      'least value of each factor of the score, so that neither factor alone can rule a segment out',
    ),
    admit: decimal(0, 0, 0.5, 'segments below this probability wait; 0: none waits'),
    update: flag(true, 'learns from segments that were crawled to their end'),
    split: flag(false, 'separate predictors for links from relevant and from irrelevant segments'),
    neighbourhood: flag(false, 'host, parent, siblings and children of a segment have a vote'),
    history: flag(false, 'the last ten segments of the host have a vote'),
  },
  create({ s, d, degree, score, floor, admit, update, split, neighbourhood, history }, knowledge) {
    if (!update && knowledge?.model === undefined) {
      throw new LongtailError(
        'E_STRATEGY',
        'strategy segment-predictor: with update=false it needs a model; make one with "longtail train segments" and ' +
          'give it as warm-start, or leave update=false out',
      )
    }
    const counts = new SegmentCounts(degree)
    const pairs = new SegmentPairs(true)
    const predictor = new Predictor(counts, pairs, { split, neighbourhood, history })
    if (knowledge?.model !== undefined) predictor.load(knowledge.model)
    const remembered = [new Set<number>(), new Set<number>()] // by label
    let examples = 0
    let lookAt = FIRST_LOOK

    const oracle: SegmentOracle = {
      reserve: segments => predictor.reserve(segments),
      see({ features }) {
        predictor.features.see(features)
        predictor.neighbourhood.host = features.host
        predictor.neighbourhood.parent = features.parent
      },
      notePage: (segment, isFind) => predictor.notePage(segment, isFind),
      predict: pair => predictor.predict(pair),
      persist(fields) {
        fields.part('predictor', predictor)
        remembered.forEach((keys, label) => tellSet(fields, `remembered-${label}`, keys))
        examples = fields.number('examples', examples)
        lookAt = fields.number('look-at', lookAt)
      },
      learnFrom(segment) {
        const isRelevant = counts.isRelevant(segment)
        const known = remembered[isRelevant ? 1 : 0]
        if (update) {
          for (let pair = pairs.firstTo(segment); pair !== 0; pair = pairs.nextTo(pair)) {
            const key = predictor.keyOfInside(pair)
            if (key !== -1 && known.has(key)) continue
            if (key !== -1 && known.size < MOST_REMEMBERED) known.add(key)
            predictor.learn(pair, isRelevant)
            examples++
          }
        }
        predictor.noteEnd(segment)
        if (examples < lookAt) return false
        lookAt = examples + Math.max(FIRST_LOOK, Math.ceil(examples * GROWTH))
        predictor.refresh()
        return true
      },
    }
    const wants: StrategyNeed[] = ['names', 'words', 'tld', 'country', 'host']
    if (neighbourhood) wants.push('parent')
    return {
      ...createSegmentCrawl({ s, d, score, floor, admit, wants }, counts, pairs, oracle),
      model: () => predictor.save(),
    }
  },
})
