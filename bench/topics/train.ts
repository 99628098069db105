/** The topic judge as a user would train it: example pages, no query, no phrases. */
import { topicJudgeOf, trainingPageOf, trainTopic } from '../../src/judge/topic/index.js'
import type { Trainer } from './judged.js'

export const trainJudge: Trainer = ({ wanted, others }, name) => {
  const training = { name, positives: wanted.map(trainingPageOf), negatives: others.map(trainingPageOf) }
  const { model, report } = trainTopic(training)
  return { ...topicJudgeOf(model), errors: report.errors ?? undefined }
}
