import type { Judge, LinkJudge } from '../../contracts.js'
import { LongtailError } from '../../errors.js'

export interface TopicJudgeOptions {
  /** Path of a model that `train topic` made. */
  readonly model: string
  /** Smallest probability of a relevant page; default 0.5. */
  readonly minScore?: number
}

export function createTopicJudge(options: TopicJudgeOptions): Judge & LinkJudge {
  throw new LongtailError('E_USAGE', `${options.model}: this build has no topic judge`)
}
