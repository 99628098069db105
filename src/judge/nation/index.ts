import type { Judge, LinkJudge } from '../../contracts.js'
import { LongtailError } from '../../errors.js'

export interface NationJudgeOptions {
  /** ISO 3166, two letters. */
  readonly country: string
  /** Files of names (from `train nation`, or lists of the user) instead of the gazetteer's own names. */
  readonly dictionary?: readonly string[]
  /** Smallest score of a relevant page; default 0.5. */
  readonly minScore?: number
  /** Default `phonetic`. */
  readonly matching?: 'phonetic' | 'exact' | 'literal'
}

export function createNationJudge(options: NationJudgeOptions): Judge & LinkJudge {
  throw new LongtailError('E_USAGE', `${options.country}: this build has no nation judge`)
}
