/**
 * What speaks for a page being about a nation, and what against: which names stand where and how often, beside those of
 * other countries, and what the address says.
 */
import type { Page } from '../../contracts.js'
import { doubted, doubtedAddress, doubtedName } from './doubt.js'
import type { NameMatcher } from './matcher.js'
import { OWN, type NamePhrase } from './name-index.js'

/** One part of a page. */
export interface Zone {
  words: number
  /** Names of the nation, each with its mentions, weighed by how they are written. */
  readonly own: Map<NamePhrase, number>
  /** Mentions by other country or language. */
  readonly others: Map<number, number>
  /** How often names of the nation stand there, whatever they are worth: in all, and in which form. */
  times: number
  small: number
  inflected: number
  placed: number
}

/** After so many mentions one more says nothing. */
const MAX_MENTIONS = 100
const BELIEVED_PER_SURE = 3
const BELIEVED_ALONE = 0.5
/** Fewer words of main text say nothing of their own. */
const MIN_MAIN = 50
/** Letters of an adjective that is hardly a word of another language. */
const MIN_SURE = 5

export function readZone(matcher: NameMatcher, text: string, ignoreCase = false): Zone {
  const zone: Zone = { words: 0, own: new Map(), others: new Map(), times: 0, small: 0, inflected: 0, placed: 0 }
  const { own, others } = zone
  zone.words = matcher.match(
    text,
    (phrase, factor, form) => {
      if (phrase.owner === OWN) {
        own.set(phrase, (own.get(phrase) ?? 0) + factor)
        zone.times++
        if (form === 'small') zone.small++
        else if (form === 'inflected') zone.inflected++
        else if (form === 'placed') zone.placed++
      } else others.set(phrase.owner, (others.get(phrase.owner) ?? 0) + factor)
    },
    { ignoreCase },
  )
  return zone
}

/** Mentions of the nation, each worth the weight of its name. */
export function mentions({ own }: Zone): number {
  return worth(own, MAX_MENTIONS)
}

/** Different names: ten mentions of one say less than three of three. */
function variety({ own }: Zone): number {
  return worth(own, 1)
}

/**
 * Places and short adjectives are believed as far as the country itself, its people or its capital are named too, and alone
 * the less the smaller they are: Trang is a city of Thailand, and "trang" and "thai" are words in Viet Nam.
 */
function worth(own: ReadonlyMap<NamePhrase, number>, most: number): number {
  let sure = 0
  let places = 0
  let alone = 0
  for (const [{ weight, kind, name }, count] of own) {
    const value = weight * Math.min(count, most)
    if (kind === 'country' || kind === 'capital' || (kind === 'demonym' && name.length >= MIN_SURE)) sure += value
    else {
      places += value
      alone += BELIEVED_ALONE * weight * value
    }
  }
  return sure + Math.min(places, BELIEVED_PER_SURE * sure + alone)
}

export function otherMentions({ others }: Zone): number {
  let sum = 0
  for (const count of others.values()) sum += Math.min(count, MAX_MENTIONS)
  return sum
}

/** The nation's part of all nations named; half a mention of somebody else is always thought of. */
export function shareOf(zone: Zone): number {
  const own = mentions(zone)
  return own / (own + otherMentions(zone) + 0.5)
}

export interface NationEvidence {
  readonly title: Zone
  readonly main: Zone
  readonly whole: Zone
  /** The address ends with the country's own domain. */
  readonly isHome: boolean
  /** Name of the nation in host or path, and what it is worth. */
  readonly address: number
  /** A name that stands alone and may mean somebody else (doubt.ts). */
  readonly doubted: string | null
}

export const FEATURES = ['density', 'variety', 'share', 'mainShare', 'title', 'address', 'home', 'frequency'] as const
export type Feature = (typeof FEATURES)[number]

/** Each about 0…1, so that their weights can be compared. */
export function featuresOf({ title, main, whole, isHome, address }: NationEvidence): Record<Feature, number> {
  const inTitle = shareOf(title)
  const many = mentions(whole)
  return {
    // a mention in every twenty words is as much as anybody writes
    density: Math.min(1, (20 * many) / (whole.words + 100)),
    frequency: Math.min(1, Math.log2(1 + many) / 6),
    variety: Math.min(1, variety(whole) / 5),
    share: shareOf(whole),
    mainShare: shareOf(main.words < MIN_MAIN ? whole : main),
    title: inTitle * Math.min(1, 1.5 * mentions(title)),
    address,
    home: isHome ? 1 : 0,
  }
}

export function readEvidence(matcher: NameMatcher, page: Page, hints: AddressHints): NationEvidence {
  const { host, path } = addressOf(page.url)
  const whole = readZone(matcher, page.fullText)
  const title = readZone(matcher, page.title)
  // most pages name the nation nowhere, and need not be read twice
  const main = whole.own.size === 0 ? { ...whole, words: 0 } : readZone(matcher, page.text)
  const isHome = hints.topLevel.some(tld => host.endsWith(tld))
  const address = Math.max(addressWorth(matcher, host, hints), addressWorth(matcher, path, hints))
  const name = isHome || !hints.hasPlaces ? null : doubtedName(title, whole)
  if (name === null) return { title, main, whole, isHome, address, doubted: null }
  return {
    title: doubted(title),
    main: doubted(main),
    whole: doubted(whole),
    isHome,
    address: doubtedAddress(address),
    doubted: name,
  }
}

export interface AddressHints {
  /** With their dots: ".th". */
  readonly topLevel: readonly string[]
  /** Names long and sure enough to be looked for inside words, as hosts write them: without spaces. */
  readonly inside: readonly string[]
  /** There are towns that a page about the nation could name. */
  readonly hasPlaces: boolean
}

function addressWorth(matcher: NameMatcher, part: string, { inside }: AddressHints): number {
  if (part === '') return 0
  const zone = readZone(matcher, part, true)
  const named = Math.min(1, mentions(zone)) * shareOf(zone) * 1.5
  return Math.min(1, inside.some(name => part.includes(name)) ? Math.max(named, 0.7) : named)
}

function addressOf(url: string): { host: string; path: string } {
  try {
    const { hostname, pathname } = new URL(url)
    let path = pathname
    try {
      path = decodeURIComponent(pathname)
    } catch {
      // escapes of another charset stay as they are
    }
    return { host: hostname, path: path.slice(0, 500) }
  } catch {
    return { host: '', path: '' }
  }
}
