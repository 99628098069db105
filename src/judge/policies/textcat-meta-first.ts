/**
 * Tamura et al. 2007: META first, because it is cheap (section 2.2).
 *
 * 1. The last charset in META counts, if it is a registered name and not ISO-8859-1. The HTTP header is ignored.
 * 2. No such charset: tags stripped, TextCat.
 * 3. UTF-8: try to convert the text into the target's old encoding; if that works, TextCat on the converted bytes.
 * 4. The target if the charset is one of its own or `[target]` is in TextCat's output.
 *
 * Where the paper has Thai only: a charset in which several languages are written (windows-1251) says as little as
 * ISO-8859-1; a target without an encoding of its own is looked for in the UTF-8 bytes.
 */
import type { Page, Verdict } from '../../contracts.js'
import { isCharsetName, isLatin1Name, languageOfCharset } from '../charsets.js'
import { identifiedAs, languageName } from '../../page/language/codes.js'
import { encodeExactly } from '../legacy-encode.js'
import { stripTags } from '../strip-tags.js'
import { requireProfiles, type LanguageTarget } from '../target.js'
import type { TextcatCandidates } from '../textcat.js'
import { legacyEncodings, sharedTextCat } from '../textcat-profiles.js'
import { BY_META, BY_TEXTCAT, NOT_WANTED } from './scores.js'

export function textcatMetaFirst(target: LanguageTarget): (page: Page) => Verdict {
  requireProfiles(target, 'textcat-meta-first')
  const textcat = sharedTextCat()
  const encodings = [...new Set(target.languages.flatMap(({ code }) => identifiedAs(code).flatMap(legacyEncodings)))]

  return page => {
    const charset = validCharset(page.declared.metaCharset)
    if (charset === '')
      return byTextcat(textcat.classify(stripTags(page.bytes)), 'the META charset is not specific to one language')
    if (charset === 'utf-8') {
      const converted = convert(stripTags(page.bytes), encodings)
      if (converted === null)
        return verdict(false, 'und', `META says UTF-8 and the text does not fit into ${encodings.join(' or ')}`)
      return byTextcat(textcat.classify(converted), 'META says UTF-8, text converted')
    }
    const language = languageOfCharset(charset)
    return verdict(target.has(language), language, `META charset ${charset} means ${languageName(language)}`)
  }

  function byTextcat({ output, languages }: TextcatCandidates, why: string): Verdict {
    const found = languages.find(target.has)
    return verdict(found !== undefined, found ?? languages[0] ?? 'und', `TextCat says ${output}`, why)
  }

  function verdict(relevant: boolean, language: string, ...reasons: string[]): Verdict {
    const score = relevant ? (reasons.length > 1 ? BY_TEXTCAT : BY_META) : NOT_WANTED
    return { relevant, score, language, share: relevant ? 1 : 0, unknown: false, reasons }
  }
}

/** '' when META names nothing that this policy accepts. */
export function validCharset(charset: string): string {
  if (charset === 'utf8') return 'utf-8'
  if (!isCharsetName(charset) || isLatin1Name(charset)) return ''
  return charset === 'utf-8' || languageOfCharset(charset) !== '' ? charset : ''
}

/** Copyright signs, arrows, pictures: what a page may carry in any language is no reason for a conversion to fail. */
const SIGNS = /[^\p{L}\p{M}\p{N}\p{ASCII}]/gu

/** The text in the first encoding that holds it; as it is when there is none to try; null when it fits into none. */
function convert(utf8: Uint8Array, encodings: readonly string[]): Uint8Array | null {
  if (encodings.length === 0) return utf8
  const text = Buffer.from(utf8).toString('utf8').replace(SIGNS, ' ')
  for (const encoding of encodings) {
    const converted = encodeExactly(text, encoding)
    if (converted !== null) return converted
  }
  return null
}
