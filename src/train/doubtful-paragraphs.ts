/** Which paragraphs would a yes or no of a person help most with? Those nearest the border, of as many servers as there are. */
import type { Doubt } from '../collection/doubts.js'
import { identifyLanguage } from '../page/language/identify.js'
import { BORDER } from '../page/language/learned/standing.js'

export interface Doubted extends Doubt {
  readonly host: string
  /** How far from the border. */
  readonly away: number
}

/** A person reads no more at once. */
const ASKED = 20
/** A shorter paragraph says little, to a person as well; of a longer one the beginning is shown. */
const LEAST = 80
const MOST = 600
/** Paragraphs of one page that are looked at. */
const LOOKED_AT = 40

/** The paragraph of a page that is most in doubt; none where all were answered, or there is no running text. */
export function doubtIn(
  page: Doubt & { readonly host: string },
  standsAt: (text: string) => readonly number[],
  settled: ReadonlySet<string>,
): Doubted[] {
  const paragraphs = page.text
    .split('\n')
    .map(line => shortened(line.replace(/[\s\p{C}]+/gu, ' ').trim()))
    .filter(line => line.length >= LEAST && !settled.has(line))
    .slice(0, LOOKED_AT)
  const found = paragraphs.map(text => ({ text, away: Math.abs(Math.min(...standsAt(text)) - BORDER) }))
  const [nearest] = found.sort((a, b) => a.away - b.away)
  if (nearest === undefined) return []
  const [first] = identifyLanguage(nearest.text).languages
  // the page as a whole may have been taken for the language itself
  const taken = page.taken === page.language ? (first?.language ?? 'und') : page.taken
  return [{ ...page, ...nearest, taken }]
}

/** Each text once. */
export function mostTelling(doubted: readonly Doubted[]): Doubt[] {
  const once = new Map(doubted.map(one => [one.text, one]))
  const sorted = [...once.values()].sort((a, b) => a.away - b.away || (a.text < b.text ? -1 : 1))
  return inTurn(sorted)
    .slice(0, ASKED)
    .map(({ language, taken, url, text }) => ({ language, taken, url, text }))
}

/** The first of every server, then the second of each … */
export function inTurn<T extends { readonly host: string }>(sorted: readonly T[]): T[] {
  const turns: T[][] = []
  const seen = new Map<string, number>()
  for (const one of sorted) {
    const turn = seen.get(one.host) ?? 0
    seen.set(one.host, turn + 1)
    ;(turns[turn] ??= []).push(one)
  }
  return turns.flat()
}

function shortened(text: string): string {
  if (text.length <= MOST) return text
  const end = text.lastIndexOf(' ', MOST)
  return text.slice(0, end > LEAST ? end : MOST)
}
