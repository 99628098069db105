/**
 * Variant B with the repairs that both papers propose: character references are decoded first, a charset in META
 * alone proves nothing, and where the target has letters of its own they decide.
 *
 * 1. The visible text, decoded, references included. A share of 0.3 of its letters, or 30 letters, in the target's own script
 *    is decisive.
 * 2. META names a charset of the target: TextCat must confirm it.
 * 3. META names a charset of another language: that language.
 * 4. UTF-8 or nothing: TextCat, unless step 1 has already answered for a target with a script of its own.
 */
import type { Page, Verdict } from '../../contracts.js'
import { SCRIPTS, scriptCounts } from '../../page/language/identify.js'
import { languageOfCharset } from '../charsets.js'
import { languageName } from '../../page/language/codes.js'
import { stripTags } from '../strip-tags.js'
import { requireProfiles, type LanguageTarget } from '../target.js'
import { SHORT_BYTES } from '../textcat.js'
import { sharedTextCat } from '../textcat-profiles.js'
import { BY_BOTH, BY_TEXTCAT, NOT_WANTED, UNSAID } from './scores.js'
import { validCharset } from './textcat-meta-first.js'

const DECISIVE_SHARE = 0.3
const DECISIVE_LETTERS = 30
const MAX_TEXT = 8 * 1024

export function strict(target: LanguageTarget): (page: Page) => Verdict {
  requireProfiles(target, 'strict')
  const textcat = sharedTextCat()
  const ownScripts = SCRIPTS.flatMap((script, i) => (target.has(script.language) ? [i] : []))
  const scriptDecides = target.languages.every(({ codes }) =>
    codes.every(one => SCRIPTS.some(script => script.language === one) && !WRITTEN_OTHERWISE.includes(one)),
  )

  return page => {
    const counts = scriptCounts(page.fullText.slice(0, MAX_TEXT * 4))
    const letters = counts.reduce((sum, count, i) => (SCRIPTS[i].weight > 0 ? sum + count : sum), 0)
    const own = ownScripts.reduce((sum, i) => sum + counts[i], 0)
    const share = letters === 0 ? 0 : own / letters
    const ownLanguage = ownScripts.length === 0 ? 'und' : SCRIPTS[ownScripts[0]].language
    if (own >= DECISIVE_LETTERS || (own > 0 && share >= DECISIVE_SHARE)) {
      return verdict(
        BY_BOTH,
        mainOwn(counts) ?? ownLanguage,
        share,
        `${own} letters, ${Math.round(share * 100)} % of all, are ${target.name}`,
      )
    }

    const charset = validCharset(page.declared.metaCharset)
    const meant = charset === 'utf-8' ? '' : languageOfCharset(charset)
    const meta =
      meant === ''
        ? 'the META charset is not specific to one language'
        : `META charset ${charset} means ${languageName(meant)}`
    if (meant !== '' && !target.has(meant)) return verdict(NOT_WANTED, meant, 0, meta)

    const bytes = meant === '' ? Buffer.from(page.fullText.slice(0, MAX_TEXT)) : stripTags(page.bytes)
    if (bytes.length < SHORT_BYTES) return { ...verdict(UNSAID, 'und', share, 'too little text'), unknown: true }
    const { output, languages } = textcat.classify(bytes)
    const found = languages.find(target.has)
    const confirmed = found !== undefined && (meant !== '' || !scriptDecides)
    return verdict(
      confirmed ? BY_TEXTCAT : NOT_WANTED,
      found ?? languages[0] ?? 'und',
      confirmed ? 1 : share,
      `TextCat says ${output}`,
      meta,
    )
  }

  function mainOwn(counts: Uint32Array): string | undefined {
    return [...ownScripts].sort((a, b) => counts[b] - counts[a]).map(i => SCRIPTS[i].language)[0]
  }

  function verdict(score: number, language: string, share: number, ...reasons: string[]): Verdict {
    return { relevant: score > 0.5, score, language, share, unknown: false, reasons }
  }
}

/** Have a script of their own, but are also written in another: its absence proves nothing. */
const WRITTEN_OTHERWISE: readonly string[] = ['zho', 'jpn', 'mon', 'jav', 'sun', 'tgl', 'iku']
