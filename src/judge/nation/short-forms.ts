/**
 * "Samui" for "Ko Samui": names without the words that only say what is named. Which words those are, the names themselves
 * tell: many begin with them.
 */
import { nameWords } from './characters.js'
import type { NationName } from './dictionary.js'
import { rarity, type Commonness } from './weights.js'

/** So many names that begin with a word make it a word for islands, villages, towns. */
const MIN_NAMES = 4
const MIN_LENGTH = 5
/** A part of a name is less sure than the whole. */
const WORTH = 0.6

export function shortForms(
  names: readonly NationName[],
  isElsewhere: (name: string) => boolean,
  commonness: Commonness,
): NationName[] {
  const firsts = new Map<string, number>()
  const split = names.map(name => ({ ...name, words: name.name.split(/\s+/) }))
  for (const { words } of split)
    if (words.length > 1) {
      const first = words[0].toLowerCase()
      firsts.set(first, (firsts.get(first) ?? 0) + 1)
    }
  const known = new Set(names.map(({ name }) => name.toLowerCase()))
  const short = new Map<string, NationName>()
  for (const { words, kind, weight } of split) {
    let begin = 0
    while (begin < words.length - 1 && (firsts.get(words[begin].toLowerCase()) ?? 0) >= MIN_NAMES) begin++
    const name = words.slice(begin).join(' ')
    const isTold = begin > 0 && name.length >= MIN_LENGTH && /^\p{Lu}/u.test(name)
    if (!isTold || known.has(name.toLowerCase()) || isElsewhere(name) || nameWords(name).length === 0) continue
    const worth = weight * WORTH * rarity(name, commonness)
    const before = short.get(name)
    if (before === undefined || before.weight < worth) short.set(name, { name, kind, weight: worth })
  }
  return [...short.values()]
}
