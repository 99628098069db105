/** Is a page written in the wanted language? Puts one policy and one target together. */
import type { Judge } from '../contracts.js'
import { LongtailError } from '../errors.js'
import { modern } from './policies/modern.js'
import { strict } from './policies/strict.js'
import { textcatMetaFirst } from './policies/textcat-meta-first.js'
import { textcatOr } from './policies/textcat-or.js'
import { POLICIES, type Policy } from './policy-names.js'
import { createTarget, type LanguageTarget } from './target.js'
import type { WrittenLanguage } from '../page/language/wanted-languages.js'

export interface LanguageJudgeOptions {
  /** Text in any of them is wanted. */
  readonly languages: readonly WrittenLanguage[]
  /** Default `modern`. */
  readonly policy?: Policy
  /** Smallest share of the target in the text, 0…1, instead of the policy's own; `modern` only. */
  readonly minShare?: number
}

const BY_POLICY: Record<Policy, (target: LanguageTarget, minShare: number | undefined) => Judge['judge']> = {
  modern,
  strict,
  'textcat-or': textcatOr,
  'textcat-meta-first': textcatMetaFirst,
}

export function createLanguageJudge({ languages, policy = 'modern', minShare }: LanguageJudgeOptions): Judge {
  if (minShare !== undefined && !(minShare >= 0 && minShare <= 1)) {
    throw new LongtailError('E_USAGE', `min-share is ${minShare}; give a number from 0 to 1`)
  }
  if (!POLICIES.includes(policy))
    throw new LongtailError('E_USAGE', `there is no policy "${String(policy)}"; choose one of ${POLICIES.join(', ')}`)
  const target = createTarget(languages)
  return {
    name: `${policy}:${target.languages.map(({ code }) => code).join('+')}`,
    judge: BY_POLICY[policy](target, minShare),
  }
}
