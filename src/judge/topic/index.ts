/**
 * Topics: judges that learn from a handful of pages.
 *
 *   example pages ─ prepare → documents ─ vocabulary → terms ─ features → rows ─ fit → TopicModel (JSON) ─ judge → Verdict
 *
 * Training leaves out pages that teach nothing, chooses terms by popularity and rarity (learn/term-selection.ts), fits a linear
 * classifier, turns its scores into probabilities by cross-validation, and reports how good that is and whether the topic is
 * too vague to be crawled. A model is a list of terms with weights; judging it is one pass over the words of a page.
 * Nothing here knows a language: words come from page/words.ts, stems and stop words by language, background counts from files.
 */
export { prepareCorpus, type TopicCorpus } from './corpus.js'
export { createTopicJudge, topicJudgeOf, type TopicJudgeOptions } from './judge.js'
export { errorsAt } from './threshold.js'
export { readTopicModel, writeTopicModel, type TopicModel } from './model-file.js'
export { readable as readableTerm, trainTopic } from './train.js'
export {
  trainingPageOf,
  type Calibration,
  type MeanSpread,
  type TopicClassifier,
  type TopicQuality,
  type TopicReport,
  type TopicTraining,
  type TrainingPage,
  type Weighting,
} from './types.js'
