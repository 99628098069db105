/**
 * Somboonviwat et al. 2006: two opinions, either is enough (section 3.2).
 *
 * 1. `metacs`: the charset in META tells a language, or nothing.
 * 2. `textcat`: tags stripped, TextCat. UNKNOWN and SHORT are unknown; the target if it is among the candidates; English if
 *    that is; else the first candidate.
 * 3. The target if either says so; else what META says; else what TextCat says; else unknown.
 *
 * Known to fail on: frame sets, pages of numbers, target and English mixed, numeric character references (all missed), and
 * English pages that carry the target's charset in META (all taken).
 */
import type { Page, Verdict } from '../../contracts.js'
import { languageOfCharset } from '../charsets.js'
import { languageName } from '../../page/language/codes.js'
import { stripTags } from '../strip-tags.js'
import { requireProfiles, type LanguageTarget } from '../target.js'
import { sharedTextCat } from '../textcat-profiles.js'
import { BY_BOTH, BY_META, BY_TEXTCAT, NOT_WANTED, UNSAID } from './scores.js'

export function textcatOr(target: LanguageTarget): (page: Page) => Verdict {
  requireProfiles(target, 'textcat-or')
  const textcat = sharedTextCat()

  return page => {
    const metacs = languageOfCharset(page.declared.metaCharset)
    const { output, languages } = textcat.classify(stripTags(page.bytes))
    const guessed = languages.find(target.has) ?? (languages.includes('eng') ? 'eng' : (languages[0] ?? ''))

    const byMeta = target.has(metacs)
    const byTextcat = target.has(guessed)
    const language = byMeta ? metacs : byTextcat ? guessed : metacs || guessed || 'und'
    const relevant = byMeta || byTextcat
    return {
      relevant,
      score:
        byMeta && byTextcat
          ? BY_BOTH
          : byTextcat
            ? BY_TEXTCAT
            : byMeta
              ? BY_META
              : language === 'und'
                ? UNSAID
                : NOT_WANTED,
      language,
      share: relevant ? 1 : 0,
      unknown: language === 'und',
      reasons: [
        metacs === ''
          ? 'the META charset is not specific to one language'
          : `META charset ${page.declared.metaCharset} means ${languageName(metacs)}`,
        `TextCat says ${output}`,
      ],
    }
  }
}
