/**
 * How often a judge errs: what its verdicts are worth to a strategy that reasons about them. Topics were measured when they were
 * trained; languages and nations once, on pages that people had labelled.
 */
import type { JudgeErrors } from '../contracts.js'
import type { JudgeSpec } from './index.js'
import type { Policy } from './policy-names.js'
import { errorsAt } from './topic/threshold.js'
import { readTopicModel } from './topic/model-file.js'
import { modelsAmong, wantedLanguages, type WantedLanguage } from '../page/language/wanted-languages.js'

/** All languages of cc-dev, each against the rest (docs/languages.md); half a page more where none was missed. */
const LANGUAGE_ERRORS: Record<Policy, JudgeErrors> = {
  modern: { falsePositive: 0.0015, falseNegative: 0.0006 },
  strict: { falsePositive: 0.0023, falseNegative: 0.008 },
  'textcat-or': { falsePositive: 0.0025, falseNegative: 0.01 },
  'textcat-meta-first': { falsePositive: 0.0027, falseNegative: 0.059 },
}

/** Twenty countries on articles of an encyclopaedia (docs/nations.md). */
const NATION_ERRORS: JudgeErrors = { falsePositive: 0.0003, falseNegative: 0.12 }

/** Null when nobody has measured it: topics known by phrases or by three pages, languages known by their declaration, and models of earlier versions. */
export function errorsOf(spec: JudgeSpec): JudgeErrors | null {
  switch (spec.kind) {
    case 'language':
      return languageErrors(wantedLanguages(spec.languages), spec.policy ?? 'modern')
    case 'topic': {
      const { errors } = readTopicModel(spec.model)
      return errors === undefined ? null : errorsAt(errors, spec.minScore ?? 0.5)
    }
    case 'nation':
      return NATION_ERRORS
    case 'keywords':
      // the words are there or they are not
      return { falsePositive: 0, falseNegative: 0 }
    case 'all':
    case 'any':
      return combined(spec.of.map(errorsOf), spec.kind)
    case 'discount':
      return errorsOf(spec.of)
  }
}

/** Learned languages were measured against those that are most like them. On the Web few pages are in these: one in ten, at worst. */
const PAGES_IN_NEIGHBOURS = 0.1

/**
 * Learned languages were measured when they were trained, on text of which half was in the language. The most confusable one counts;
 * null where there is one that only its declaration is known of.
 */
function languageErrors(languages: readonly WantedLanguage[], policy: Policy): JudgeErrors | null {
  const measured = modelsAmong(languages).map(({ quality }) => quality?.page ?? null)
  return measured.reduce<JudgeErrors | null>((worst, quality) => {
    if (worst === null || quality === null) return null
    const { precision, recall } = quality
    const ofNeighbours = precision === 0 ? 1 : Math.min(1, (recall * (1 - precision)) / precision)
    return {
      falsePositive: Math.max(worst.falsePositive, PAGES_IN_NEIGHBOURS * ofNeighbours),
      falseNegative: Math.max(worst.falseNegative, 1 - recall),
    }
  }, LANGUAGE_ERRORS[policy])
}

/**
 * Of judges that err independently. A page that all must want is missed by whichever errs, and taken wrongly when the one that
 * would have refused it errs, at worst the weakest; for any of them it is the other way round.
 */
function combined(parts: readonly (JudgeErrors | null)[], how: 'all' | 'any'): JudgeErrors | null {
  const known = parts.filter(part => part !== null)
  if (known.length < parts.length) return null
  const either = (errors: readonly number[]): number => 1 - errors.reduce((right, error) => right * (1 - error), 1)
  const taken = known.map(({ falsePositive }) => falsePositive)
  const missed = known.map(({ falseNegative }) => falseNegative)
  return how === 'all'
    ? { falsePositive: Math.max(0, ...taken), falseNegative: either(missed) }
    : { falsePositive: either(taken), falseNegative: Math.max(0, ...missed) }
}
