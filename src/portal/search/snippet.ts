/** What a result shows of its text: the one or two stretches that have most of the words, cut between words, words marked. */
import { PAGE_BREAK } from '../../page/document/content.js'
import type { Marked } from '../contracts.js'
import type { MarkedPlace } from './highlight.js'

const MAX_LETTERS = 240
const ELLIPSIS = '…'

/** `weights` of the groups: how much it says that a stretch has the word. */
export function snippetOf(text: string, places: readonly MarkedPlace[], weights: readonly number[]): Marked {
  if (places.length === 0) return marked(text, startOf(text), cutAfter(text, MAX_LETTERS), [])
  const first = bestStretch(places, weights, new Set(), MAX_LETTERS - 20)
  const seen = new Set(places.slice(first.from, first.to).map(({ group }) => group))
  const hasMore = places.some(({ group }) => !seen.has(group) && weights[group] > 0)
  if (!hasMore) return stretch(text, places, first, MAX_LETTERS)
  // the other words stand elsewhere: half of the room for each
  const half = MAX_LETTERS / 2 - 5
  const one = bestStretch(places, weights, new Set(), half - 10)
  const shown = new Set(places.slice(one.from, one.to).map(({ group }) => group))
  const two = bestStretch(places, weights, shown, half - 10)
  const [a, b] = one.from <= two.from ? [one, two] : [two, one]
  if (places[b.from].start - places[a.from].start < half) return stretch(text, places, first, MAX_LETTERS)
  return joinMarked([...stretch(text, places, a, half), ...stretch(text, places, b, half)])
}

/** Where the stretch begins that the snippet begins with. */
export function startOfBest(places: readonly MarkedPlace[], weights: readonly number[]): number {
  return places[bestStretch(places, weights, new Set(), MAX_LETTERS - 20).from].start
}

/** All of it, up to 300 letters. */
export function markAll(text: string, places: readonly MarkedPlace[]): Marked {
  return marked(text, 0, cutAfter(text, 300), places)
}

interface Stretch {
  /** Places from (inclusive) and to (exclusive). */
  readonly from: number
  readonly to: number
}

/** Where most different words, weighed, stand within so many letters; the earliest of equals. */
function bestStretch(
  places: readonly MarkedPlace[],
  weights: readonly number[],
  seen: ReadonlySet<number>,
  letters: number,
): Stretch {
  let best = { from: 0, to: 1 }
  let bestValue = -1
  const inside = new Map<number, number>()
  let value = 0
  let from = 0
  for (let to = 0; to < places.length; to++) {
    const { group, end } = places[to]
    const times = inside.get(group) ?? 0
    if (times === 0 && !seen.has(group)) value += weights[group]
    inside.set(group, times + 1)
    while (end - places[from].start > letters && from < to) {
      const left = places[from++].group
      const still = (inside.get(left) ?? 1) - 1
      inside.set(left, still)
      if (still === 0 && !seen.has(left)) value -= weights[left]
    }
    // repeated words tip the scales
    const total = value + 0.02 * (to - from)
    if (total > bestValue + 1e-9) {
      bestValue = total
      best = { from, to: to + 1 }
    }
  }
  return best
}

function stretch(text: string, places: readonly MarkedPlace[], { from, to }: Stretch, letters: number): Marked {
  const start = places[from].start
  const end = places[Math.min(to, places.length) - 1].end
  const spare = Math.max(0, letters - (end - start))
  let begin = beginBefore(text, start, Math.floor(spare / 3))
  if (end - begin > letters) begin = start
  const stop = cutAfter(text, begin + letters, Math.max(end, begin))
  return marked(text, begin, stop, places)
}

function marked(text: string, begin: number, stop: number, places: readonly MarkedPlace[]): Marked {
  const parts: { text: string; hit: boolean }[] = []
  const add = (piece: string, hit: boolean): void => {
    // in a document there are marks between pages, also in the middle of a word
    if (piece !== '') parts.push({ text: piece.replaceAll(PAGE_BREAK, '').replace(/\s+/g, ' '), hit })
  }
  if (begin > 0 && text.slice(0, begin).trim() !== '') add(`${ELLIPSIS} `, false)
  let at = begin
  for (const place of places) {
    if (place.start < at || place.end > stop) continue
    add(text.slice(at, place.start), false)
    add(text.slice(place.start, place.end), true)
    at = place.end
  }
  add(text.slice(at, stop).trimEnd(), false)
  if (stop < text.length && text.slice(stop, stop + 200).trim() !== '') add(` ${ELLIPSIS}`, false)
  return joinMarked(parts)
}

function joinMarked(parts: Marked): Marked {
  const joined: { text: string; hit: boolean }[] = []
  for (const part of parts) {
    const last = joined.at(-1)
    if (last !== undefined && last.hit === part.hit) last.text = (last.text + part.text).replace(/… ?… ?/g, '… ')
    else joined.push({ ...part })
  }
  return joined
}

function startOf(text: string): number {
  return text.length - text.trimStart().length
}

/** A place at most `letters` before `at`: the beginning of a sentence or line if there is one, or of a word. */
function beginBefore(text: string, at: number, letters: number): number {
  const low = Math.max(0, at - letters)
  if (low === 0) return startOf(text)
  const before = text.slice(low, at)
  const line = Math.max(before.lastIndexOf('\n'), lastSentence(before))
  if (line !== -1) return low + line + 1 + (text[low + line + 1] === ' ' ? 1 : 0)
  const space = before.search(/\s/)
  return space === -1 ? graphemeAt(text, low, at) : low + space + 1
}

function lastSentence(text: string): number {
  for (let i = text.length - 2; i >= 0; i--)
    if ('.!?。！？।'.includes(text[i]) && (text[i + 1] === ' ' || text[i] > '\u3000')) return i
  return -1
}

/** The end of a word at or before `limit`, but not before `least`. */
function cutAfter(text: string, limit: number, least = 0): number {
  if (limit >= text.length) return text.length
  const low = Math.max(least, limit - 40)
  for (let i = limit; i > low; i--) if (/\s/.test(text[i])) return i
  return Math.max(least, graphemeAt(text, limit, text.length, true))
}

let graphemes: Intl.Segmenter | null = null

/** The nearest place from `at` on (or before it) where a sign with its marks begins. */
function graphemeAt(text: string, at: number, high: number, before = false): number {
  graphemes ??= new Intl.Segmenter('und', { granularity: 'grapheme' })
  const from = Math.max(0, at - 20)
  let last = from
  for (const { index } of graphemes.segment(text.slice(from, Math.min(text.length, at + 20)))) {
    if (from + index > at) return before ? last : Math.min(high, from + index)
    last = from + index
    if (last === at) return at
  }
  return last
}
