/**
 * What a strategy may ask to know about pages and links beyond ids, made from what the crawl log holds: the live loop and
 * the replay of the log ask the same functions, so that a resumed strategy has learned the same.
 */
import { CHARSET, type Strategy } from '../contracts.js'
import { LongtailError } from '../errors.js'
import { anchorTest } from '../graph/import/anchor-language.js'
import { charsetFamily } from '../graph/import/codes.js'

export interface LinkFeatures {
  /** One of CHARSET for the name of a declared charset, '' when none was declared. */
  charset(declared: string): number
  /** By link, of which there are `links`; null unless the strategy needs it. `anchors` is only asked then. */
  anchorInTarget(links: number, anchors: () => readonly string[]): Uint8Array | null
}

/**
 * `targets` are the codes that the identifier may give pages in the target language. Throws E_STRATEGY for a need that no
 * live crawl, or none for this target, can fulfil.
 */
export function createLinkFeatures(strategy: Strategy, targets: readonly string[]): LinkFeatures {
  const { name, needs } = strategy
  if (needs.includes('text')) {
    throw new LongtailError(
      'E_STRATEGY',
      `strategy ${name} needs the text around links, which a crawl does not keep; choose another strategy`,
    )
  }
  const isInTarget = needs.includes('anchor') ? anchorTest(targets) : null
  if (needs.includes('anchor') && isInTarget === null) {
    throw new LongtailError(
      'E_STRATEGY',
      `strategy ${name} needs anchors in the target language, but ${targets.join(', ')} shares its script with other ` +
        'languages, and an anchor is too short to tell them apart; choose other features or another strategy',
    )
  }
  const wanted = new Set(targets)
  const needsCharset = needs.includes('charset')
  return {
    charset: declared => (needsCharset ? charsetFamily(declared, wanted) : CHARSET.none),
    anchorInTarget(links, anchors) {
      if (isInTarget === null) return null
      const column = new Uint8Array(links)
      anchors().forEach((anchor, i) => {
        if (isInTarget(anchor)) column[i] = 1
      })
      return column
    },
  }
}
