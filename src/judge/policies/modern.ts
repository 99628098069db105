/**
 * Our own default. How much of the text that a reader came for is in the target language?
 *
 *   title, main text, navigation at half weight ─ identifyLanguage ─▶ shares ─▶ target's share ≥ threshold?
 *                                                                                     ▲ declarations, certainty of the letters
 *
 * "Written all or partially in the language" is the papers' definition of relevant, so a bilingual page is relevant and a
 * page about the country, a menu of languages or a few foreign names are not.
 */
import type { Page, Verdict } from '../../contracts.js'
import { identifyLanguage, type Identification } from '../../page/language/identify.js'
import { tldOf } from '../../page/url/parts.js'
import { languageOfCharset } from '../charsets.js'
import { findLanguage, identifiedAs, languageName } from '../../page/language/codes.js'
import type { LanguageTarget } from '../target.js'

/** A fifth of a page is a part of it that somebody wrote for readers of the language. */
export const MIN_SHARE = 0.2
/** Enough where the page declares the language or its charset: two signs that are wrong for different reasons. */
export const MIN_SHARE_DECLARED = 0.1
/**
 * Enough where the letters leave no doubt (Thai, Korean, Tamil …) and there are so many of them that they are neither a menu
 * entry nor names: English pages about Thailand have up to 4 % and 40 letters of Thai.
 */
export const MIN_SHARE_BY_SCRIPT = 0.06
const MANY_LETTERS = 100

/**
 * With at least this part of the visible text, or this length, the main text speaks for the page. With less it is a list of links or a
 * portal, and what little prose it has (a cookie notice, a tweet) may be in any language: all of it is read, the main text twice.
 */
const MAIN_PART = 0.5
const MUCH_MAIN_TEXT = 4_000
/** Fewer weighted letters say nothing: a title, a copyright line. */
const FEW_LETTERS = 20
/** Where an identifier has to tell languages of one script apart it needs more. */
const FEW_LETTERS_SHARED_SCRIPT = 40

export function modern(target: LanguageTarget, minShare: number | undefined): (page: Page) => Verdict {
  const learned = target.learned === null ? '' : 'learned; '
  return page => {
    const { title, text, fullText } = page
    const hints = { declared: page.declared.language, tld: tldOf(page.url) }
    const whole = text.length < Math.min(MUCH_MAIN_TEXT, MAIN_PART * fullText.length)
    const main = identifyLanguage(whole ? `${title}\n${text}\n${fullText}` : `${title}\n${text}`, hints, target.learned)
    // what is garbled may be a part of the page that looks like its main text
    const id = main.garbled && !whole ? identifyLanguage(`${title}\n${fullText}`, hints, target.learned) : main
    const found = id.languages.filter(({ language }) => target.has(language))
    const share = Math.min(
      1,
      found.reduce((sum, one) => sum + one.share, 0),
    )
    const signs = declaredSigns(page, target)

    const mute = saysNothing(id)
    if (mute !== '') {
      const score = signs.length > 0 ? 0.4 : 0.2
      return { relevant: false, score, language: guess(id), share, unknown: true, reasons: [mute, ...signs] }
    }

    const certain = found.some(one => one.byScript) && share * id.letters >= MANY_LETTERS
    const threshold = minShare ?? (certain ? MIN_SHARE_BY_SCRIPT : signs.length > 0 ? MIN_SHARE_DECLARED : MIN_SHARE)
    const reliable = found.length > 0 ? found.some(one => one.reliable) : (id.languages[0]?.reliable ?? false)
    const reasons = [
      `${percent(share)} of the text is ${target.name} (${learned}${percent(threshold)} is enough)`,
      ...id.languages
        .filter(one => !target.has(one.language) && one.share >= 0.05)
        .map(one => `${percent(one.share)} is ${languageName(one.language)}`),
      ...signs,
      ...(id.leftOut ? ['part of the text is garbled and was left out'] : []),
      ...(whole ? ['there is little main text, so menus and lists were read, too'] : []),
      ...(reliable ? [] : ['the text is short or unusual: the identifier is not sure']),
    ]
    return {
      relevant: share >= threshold,
      score: score(share, threshold, id.letters, reliable),
      language: mainLanguage(id),
      share,
      unknown: false,
      reasons,
    }
  }
}

/** Beside much English the other language is the site's own: English is the one that is added for visitors. */
const BESIDE_ENGLISH = 0.4
/** A smaller share is the largest only because the rest is in no known language. */
const LEAST_MAIN_SHARE = 0.25

function mainLanguage({ languages }: Identification): string {
  if (languages.length === 0 || languages[0].share < LEAST_MAIN_SHARE) return 'und'
  if (languages[0].language === 'eng' && languages.length > 1 && languages[1].share >= BESIDE_ENGLISH)
    return languages[1].language
  return languages[0].language
}

/** A title alone is not enough to judge a page by, but its language is worth telling. */
function guess(id: Identification): string {
  return id.letters < FEW_LETTERS || id.garbled ? 'und' : mainLanguage(id)
}

/** Why nothing can be said; '' when something can. */
function saysNothing({ languages, letters, garbled }: Identification): string {
  if (letters < FEW_LETTERS) return letters === 0 ? 'there is no text' : 'there is too little text'
  if (garbled && !languages.some(one => one.byScript && one.share > 0.5)) return 'the text is garbled: wrong charset'
  const top = languages[0]
  if (letters < FEW_LETTERS_SHARED_SCRIPT && !top?.byScript) return 'there is too little text'
  return ''
}

/** Declarations that speak for the target. English speaks for nothing: it is what templates declare when nobody cared. */
function declaredSigns({ declared }: Page, target: LanguageTarget): string[] {
  const signs = []
  const written = declared.language === 'en' ? '' : declared.language
  const language = target.languages.find(({ code }) => code === written) ?? findLanguage(written)
  if (language !== undefined && [language.code, ...identifiedAs(language.code)].some(target.has))
    signs.push(`the page declares ${language.name}`)
  const ofCharset = languageOfCharset(declared.charset)
  if (ofCharset !== '' && target.hasCharsetOf(ofCharset))
    signs.push(`charset ${declared.charset} is written for ${languageName(ofCharset)}`)
  return signs
}

/**
 * 0.5 at the threshold, rising with the share, drawn towards 0.5 where there is little to go by. With the square a page at
 * twice the threshold scores 0.8, at half of it 0.2.
 */
function score(share: number, threshold: number, letters: number, reliable: boolean): number {
  const odds = share === 0 && threshold === 0 ? 1 : share ** 2 / (share ** 2 + threshold ** 2)
  const certainty = (letters / (letters + 30)) * (reliable ? 1 : 0.6)
  return 0.5 + (odds - 0.5) * certainty
}

function percent(share: number): string {
  return share > 0 && share < 0.01 ? 'under 1 %' : `${Math.round(share * 100)} %`
}
