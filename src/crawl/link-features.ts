/**
 * What a strategy may ask to know about pages and links beyond ids, made from what the crawl log holds: the live crawl (in
 * its analysis workers) and the replay of the log ask the same functions, so that a resumed strategy has learned the same.
 */
import { CHARSET, type PageId, type Strategy, type StrategyNeed, type WordRows } from '../contracts.js'
import { LongtailError } from '../errors.js'
import { anchorTest } from '../page/language/anchor-language.js'
import {
  charsetLanguagesOf,
  codesOf,
  modelsAmong,
  wantedLanguages,
  type WrittenLanguage,
} from '../page/language/wanted-languages.js'
import { charsetFamily } from '../graph/codes.js'
import { LinkWords } from '../page/links/link-words.js'
import { readJudgements, type LinkJudgements } from '../collection/link-judgements.js'
import { asksForPlaces, readPlaces, type LinkPlaces } from '../collection/link-places.js'

export interface LinkFeatures {
  /** One of CHARSET for the name of a declared charset, '' when none was declared. */
  charset(declared: string): number
  /** By link, of which there are `links`; null unless the strategy asks for it. `anchors` is only asked then. */
  anchorInTarget(links: number, anchors: () => readonly string[]): Uint8Array | null
  /** Whether the strategy asks for the words of links, and the texts around them belong into the log. */
  readonly hasWords: boolean
  /** By link; null unless the strategy asks for it. `urlOf` is only asked then. */
  words(links: number, urlOf: (link: number) => string, texts: LinkTexts): WordRows | null
  /** By link: what the target makes of it, as the log has it. */
  judgements(links: number, logged: { readonly scores?: unknown; readonly names?: unknown }): LinkJudgements
  /** Whether the strategy asks where in their pages links stand, and that belongs into the log. */
  readonly hasPlaces: boolean
  /** By link, as the log has them. */
  places(links: number, logged: { readonly places?: unknown }): LinkPlaces
  /** Whether the countries of servers are asked for, and belong into the log. */
  readonly hasCountry: boolean
  /** Whether the page counts as a near-duplicate, `near` being the earlier page with the same text. */
  isDuplicate(near: PageId | undefined): boolean
}

/** Of the links of a page, in order; what is not there was not logged. */
export interface LinkTexts {
  readonly anchors?: readonly string[]
  readonly around?: readonly string[]
}

/** As much of a strategy as another thread can be told. */
export type Asking = Pick<Strategy, 'name' | 'needs' | 'wants'>

/** What the strategy must have, and what it would like to. */
export function askedFor(strategy: Asking): ReadonlySet<StrategyNeed> {
  return new Set([...strategy.needs, ...(strategy.wants ?? [])])
}

/**
 * What a strategy asks of a crawl for languages alone: names there are none, and what the target makes of an anchor says no more
 * than `anchorInTarget` does, where the strategy knows that. So neither is worked out nor logged.
 */
export function askingForLanguages({ name, needs, wants }: Asking): Asking {
  const asked = askedFor({ name, needs, wants })
  const isIdle = (want: StrategyNeed): boolean =>
    want === 'names' || ((want === 'link-score' || want === 'link-score-words') && asked.has('anchorInTarget'))
  return { name, needs, wants: wants?.filter(want => !isIdle(want)) }
}

/** `written`: the languages of the target. Throws E_STRATEGY for a need that no live crawl, or none for this target, can fulfil. */
export function createLinkFeatures(strategy: Asking, written: readonly WrittenLanguage[]): LinkFeatures {
  const { name, needs } = strategy
  const asked = askedFor(strategy)
  const languages = wantedLanguages(written)
  const targets = codesOf(languages)
  const isInTarget = asked.has('anchorInTarget') ? anchorTest(targets, modelsAmong(languages)) : null
  if (needs.includes('anchorInTarget') && isInTarget === null) {
    throw new LongtailError(
      'E_STRATEGY',
      targets.length === 0
        ? `strategy ${name} needs anchors in the target language, but the target has no language; choose other features or another strategy`
        : `strategy ${name} needs anchors in the target language, but ${targets.join(', ')} shares its script with other ` +
            'languages, and an anchor is too short to tell them apart; choose other features or another strategy',
    )
  }
  const wanted = new Set(charsetLanguagesOf(languages))
  const asksCharset = asked.has('charset')
  const asksDuplicates = asked.has('duplicate')
  const linkWords = asked.has('words') ? new LinkWords() : null
  return {
    charset: declared => (asksCharset ? charsetFamily(declared, wanted) : CHARSET.none),
    anchorInTarget(links, anchors) {
      if (isInTarget === null) return null
      const column = new Uint8Array(links)
      anchors().forEach((anchor, i) => {
        if (isInTarget(anchor)) column[i] = 1
      })
      return column
    },
    hasWords: linkWords !== null,
    words(links, urlOf, { anchors, around }) {
      if (linkWords === null) return null
      for (let i = 0; i < links; i++) linkWords.add(urlOf(i), textAt(anchors, i), textAt(around, i))
      return linkWords.take()
    },
    judgements: (links, logged) => readJudgements(asked, links, logged),
    hasPlaces: asksForPlaces(asked),
    places: (links, logged) => readPlaces(asked, links, logged),
    hasCountry: asked.has('country'),
    isDuplicate: near => asksDuplicates && near !== undefined,
  }
}

/** A log that somebody changed may hold anything. */
function textAt(texts: readonly unknown[] | undefined, i: number): string {
  const text: unknown = Array.isArray(texts) ? texts[i] : ''
  return typeof text === 'string' ? text : ''
}
