/**
 * Is an anchor written in the target language? Where the script settles it, or, of a language that was learned, where it has words that
 * tell it from its rivals: a few words are too few for an identifier.
 */
import { wordsIn } from './grams.js'
import { SCRIPTS, SURROGATE, scriptBeyondBasic, scriptOfUnit } from './scripts.js'

export type AnchorTest = (anchor: string) => boolean

/** Brands and numbers stand beside the words of an anchor in every language. */
const LEAST_SHARE = 0.3

/** Letters that are written in several languages of which one has letters of its own beside them. */
const MIXED: Readonly<Record<string, { readonly own: readonly string[]; readonly shared: readonly string[] }>> = {
  jpn: { own: ['Hira', 'Kana'], shared: ['Hani'] },
  zho: { own: ['Hani', 'Bopo'], shared: [] },
  cmn: { own: ['Hani', 'Bopo'], shared: [] },
}

/** A language that was learned, with words that tell it from its rivals. */
export interface TellingWords {
  readonly code: string
  readonly words: readonly string[]
}

/** `learned`: those of the target. Null when the anchors of one of its languages cannot be told: then nothing is said. */
export function anchorTest(target: readonly string[], learned: readonly TellingWords[] = []): AnchorTest | null {
  const others = target.filter(code => !learned.some(one => one.code === code))
  const byScript = others.length === 0 ? null : scriptTest(others)
  if (learned.length === 0 || (others.length > 0 && byScript === null)) return byScript
  if (learned.some(({ words }) => words.length === 0)) return null
  const byWords = wordTest(new Set(learned.flatMap(({ words }) => words)))
  return byScript === null ? byWords : anchor => byScript(anchor) || byWords(anchor)
}

/** Characters that are read: an anchor that is a whole text says it at its beginning. */
const MAX_READ = 200

function wordTest(telling: ReadonlySet<string>): AnchorTest {
  return anchor => {
    const words = wordsIn(anchor.slice(0, MAX_READ))
    let hits = 0
    for (const word of words) if (telling.has(word)) hits++
    return hits > 0 && hits >= LEAST_SHARE * words.length
  }
}

/** Null when a language shares its script with others (Latin, Cyrillic, Arabic …). */
function scriptTest(target: readonly string[]): AnchorTest | null {
  const own = new Set<number>()
  const shared = new Set<number>()
  for (const code of target) {
    const mixed = Object.hasOwn(MIXED, code) ? MIXED[code] : null
    const before = own.size
    SCRIPTS.forEach((script, index) => {
      if (mixed === null ? script.language === code : mixed.own.includes(script.name)) own.add(index)
      if (mixed?.shared.includes(script.name)) shared.add(index)
    })
    if (own.size === before) return null
  }
  // Chinese characters beside kana are Japanese
  const isChinese = target.some(code => code === 'zho' || code === 'cmn') && !target.includes('jpn')
  const roles = SCRIPTS.map(({ language }, script) => {
    if (script === 0) return NONE
    if (isChinese && language === 'jpn') return REFUSED
    return own.has(script) ? OWN : shared.has(script) ? SHARED : LETTER
  })
  return anchorReader(roles)
}

// What a letter says about the anchor that it stands in.
const NONE = 0
const LETTER = 1
const SHARED = 2
const OWN = 3
/** Settles that the anchor is in another language. */
const REFUSED = 4

/** `roles` by script. A page has a hundred anchors, so that one look at each unit must do. */
function anchorReader(roles: readonly number[]): AnchorTest {
  const roleOf = new Uint8Array(0x10000)
  for (let code = 0; code < roleOf.length; code++) roleOf[code] = roles[scriptOfUnit(code)]
  return anchor => {
    const counts = [0, 0, 0, 0, 0]
    for (let i = 0; i < anchor.length; i++) {
      const code = anchor.charCodeAt(i)
      counts[roleOf[code]]++
      if (scriptOfUnit(code) === SURROGATE) counts[roles[scriptBeyondBasic(anchor, i)]]++
    }
    if (counts[REFUSED] > 0) return false
    const hits = counts[OWN]
    const letters = counts[LETTER] + counts[SHARED] + hits
    return hits > 0 && hits + counts[SHARED] >= LEAST_SHARE * letters
  }
}
