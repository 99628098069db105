/** Words of the collection that somebody may have meant by a word that it does not have. */
import { setBits } from '../../../set-bits.js'
import { EDIT, editCost, Letters, SOUNDS_ALIKE } from './edits.js'
import { countLetters, findWord, type Lexicon, MAX_LETTERS, signatureOf, wordAt } from './lexicon.js'

export interface SpellingCandidate {
  /** Folded. */
  readonly word: string
  readonly index: number
  readonly pages: number
  readonly cost: number
  /** Higher is likelier. */
  readonly score: number
}

const MIN_LETTERS = 3
/** One edit is worth as much as being e^7 ≈ 1,000 times more frequent: four of five misspelt words are one edit away (Damerau 1964). */
const PER_EDIT = 7
const KEPT = 32
const typedLetters = new Letters()
const otherLetters = new Letters()

/** Best first. `word` is folded. `leastPages`: rarer ones are no candidates. */
export function similarWords(lexicon: Lexicon, word: string, leastPages = 1): SpellingCandidate[] {
  const letters = countLetters(word)
  if (letters < MIN_LETTERS || letters > MAX_LETTERS) return []
  const { units, starts, signatures, pages, firstOf } = lexicon
  // two wrong letters of five leave too little to go by: кошка (cat) is not когда (when)
  const reach = letters < 6 ? 1 : 2
  const most = reach * EDIT + 2
  const signature = signatureOf(word)
  typedLetters.of(word)
  const end = firstOf[Math.min(letters + reach, MAX_LETTERS) + 1]
  let found: SpellingCandidate[] = []
  for (let i = firstOf[Math.max(letters - reach, 1)]; i < end; i++) {
    // each edit changes at most two bits
    if (pages[i] < leastPages || setBits(signatures[i] ^ signature) > 2 * reach) continue
    const cost = editCost(typedLetters, otherLetters.read(units, starts[i], starts[i + 1]), most)
    if (cost === 0 || cost > most) continue
    const score = Math.log(pages[i]) - (cost / EDIT) * PER_EDIT
    found.push({ word: '', index: i, pages: pages[i], cost, score })
    if (found.length > 500) found = best(found)
  }
  for (const spelt of respelled(word)) {
    const index = findWord(lexicon, spelt)
    if (index === -1 || pages[index] < leastPages) continue
    const score = Math.log(pages[index]) - (SOUNDS_ALIKE / EDIT) * PER_EDIT
    found = found.filter(one => one.index !== index)
    found.push({ word: '', index, pages: pages[index], cost: SOUNDS_ALIKE, score })
  }
  return best(found).map(one => ({ ...one, word: wordAt(lexicon, one.index) }))
}

/** Letters that sound alike in many languages of Latin script, and are not one letter each: elefant, kwality. */
const SOUNDS = 'f:ph k:c k:ck k:ch s:c s:ss z:s i:y ks:x kw:qu oo:u ee:ea ie:ei t:th sh:ch j:g'
  .split(' ')
  .flatMap(pair => {
    const [one, other] = pair.split(':')
    return [
      [one, other],
      [other, one],
    ] as const
  })

/** With one sound written in another way. */
function* respelled(word: string): Generator<string> {
  for (const [one, other] of SOUNDS)
    for (let at = word.indexOf(one); at !== -1; at = word.indexOf(one, at + 1))
      yield word.slice(0, at) + other + word.slice(at + one.length)
}

/** Two words that were written as one: "fibreoptics". */
export function splitWord(lexicon: Lexicon, word: string): readonly [string, string] | null {
  let bestPair: readonly [string, string] | null = null
  let bestPages = 1
  for (let at = 2; at <= word.length - 2; at++) {
    const first = word.slice(0, at)
    const second = word.slice(at)
    const i = findWord(lexicon, first)
    const j = i === -1 ? -1 : findWord(lexicon, second)
    if (i === -1 || j === -1) continue
    // both have to be words that count; of short ones too many are names and endings
    const pages = Math.min(lexicon.pages[i] * weightOf(first), lexicon.pages[j] * weightOf(second))
    if (pages > bestPages) {
      bestPages = pages
      bestPair = [first, second]
    }
  }
  return bestPair
}

function weightOf(part: string): number {
  const letters = countLetters(part)
  return letters < 3 ? 0.02 : letters === 3 ? 0.2 : 1
}

function best(found: readonly SpellingCandidate[]): SpellingCandidate[] {
  return [...found].sort((a, b) => b.score - a.score).slice(0, KEPT)
}
