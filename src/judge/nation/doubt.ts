/**
 * Is it the nation at all? Michael Jordan, a page of Georgia's football team, guinea pigs: the one name of a country again and
 * again, and nothing else of it. Who writes about a country at length names its people, its capital or a town as well, or
 * says what happens in it.
 */
import { withoutAccents } from './characters.js'
import type { Zone } from './evidence.js'
import type { NamePhrase } from './name-index.js'

/**
 * So often is a name written before others are missed. This and the share were tried on pages written for the purpose, and
 * left all verdicts of test/evaluate/nation.ts as they were.
 */
const MANY_TIMES = 5
/** From this share of small letters on, the name is a word: bone china, guinea pigs, a hanging chad. */
const MUCH_SMALL = 0.2
/** "in Mexico", "to Mexico": a larger share than this means a place. */
const MUCH_PLACED = 0.25
/** What such a name is still worth. */
const DOUBTED = 0.3
/** What says less than this is no second witness. */
const MIN_WEIGHT = 0.3
const MIN_MENTION = 0.5
/** City states have hardly any towns to name: where there are fewer, nothing is missed. */
export const MIN_PLACES = 30

/** The name that stands alone and may mean something else, or null. */
export function doubtedName(title: Zone, whole: Zone): string | null {
  if (whole.inflected > 0) return null
  let only: NamePhrase | null = null
  for (const own of [whole.own, title.own])
    for (const [phrase, count] of own) {
      if (phrase.weight < MIN_WEIGHT || count < MIN_MENTION) continue
      if (only !== null && plain(only) !== plain(phrase)) return null
      only = phrase
    }
  if (only === null || !isSimple(only)) return null
  // a Cuban sandwich, French toast: whoever writes about the country calls it by its name as well
  return only.kind === 'demonym' || isSuspect(whole) ? only.name : null
}

function isSuspect({ times, small, placed }: Zone): boolean {
  return (times >= MANY_TIMES || small >= MUCH_SMALL * times) && placed <= MUCH_PLACED * times
}

/** The same evidence, believed less. */
export function doubted(zone: Zone): Zone {
  return { ...zone, own: new Map([...zone.own].map(([phrase, count]) => [phrase, count * DOUBTED])) }
}

export function doubtedAddress(worth: number): number {
  return worth * DOUBTED
}

/** One word of a script with capitals: others have no towns in the gazetteers, and two words are seldom somebody else's. */
function isSimple({ name, words, kind }: NamePhrase): boolean {
  return words.length === 1 && kind !== 'place' && kind !== 'name' && /^\p{Script=Latin}+$/u.test(name)
}

function plain({ words }: NamePhrase): string {
  return withoutAccents(words.join(' '))
}
