import { choice, decimal, defineStrategy, integer } from './definition.js'
import { createSegmentCrawl } from './segment-predictor/segment-crawl.js'
import { SegmentCounts } from './segment-predictor/segment-counts.js'
import { SegmentPairs } from './segment-predictor/segment-pairs.js'

/** What both strategies by segments can be told. */
export const segmentParameters = {
  s: integer(2, 1, 250, 'irrelevant pages in a row after which a segment is given up'),
  d: integer(2, 1, 200, 'irrelevant segments in a row after which links are not followed'),
  degree: decimal(0.5, 0, 0.99, 'a segment is relevant when more than this share of its pages is'),
  score: choice(['mean', 'max'], 'score of a segment: the mean of the segments that link to it, or the best'),
}

/** The crawler of segment-predictor without its predictor: a segment is worth what the segments that link to it were. */
export const bestSegment = defineStrategy({
  name: 'best-segment',
  summary: 'whole directories, by the mean score of the directories that link to them',
  source: 'Suebchua 2014, "Best-segment"',
  parameters: segmentParameters,
  create: ({ s, d, degree, score }) =>
    createSegmentCrawl(
      { s, d, score, floor: 0, admit: 0, wants: ['names'] },
      new SegmentCounts(degree),
      new SegmentPairs(false),
      null,
    ),
})
