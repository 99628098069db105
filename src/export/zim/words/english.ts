/**
 * English words without their endings, by the rules of Snowball's "english" (also known as Porter 2), because that is what Xapian asks with.
 * The rules are published at snowballstem.org/algorithms/english/stemmer.html. A stem has to be the same letter by letter: a reader that asks
 * for "communiti" finds nothing under "commun".
 */

const EXCEPTIONS = new Map(
  (
    'skis:ski skies:sky dying:die lying:lie tying:tie idly:idl gently:gentl ugly:ugli early:earli only:onli singly:singl ' +
    'sky:sky news:news howe:howe atlas:atlas cosmos:cosmos bias:bias andes:andes'
  )
    .split(' ')
    .map(entry => {
      const [word, stem] = entry.split(':')
      return [word, stem] as const
    }),
)
/** Complete after the plural is off. */
const COMPLETE = new Set('inning outing canning herring earring proceed exceed succeed'.split(' '))

/** Longest ending first; what it becomes. */
const STEP_2 = endings(
  'ization:ize ational:ate fulness:ful ousness:ous iveness:ive tional:tion biliti:ble lessli:less entli:ent ation:ate alism:al aliti:al ' +
    'ousli:ous iviti:ive fulli:ful enci:ence anci:ance abli:able izer:ize ator:ate alli:al bli:ble ogi:og li:',
)
const STEP_3 = endings('ational:ate tional:tion alize:al icate:ic iciti:ic ative: ical:ic ness: ful:')
const STEP_4 = endings('ement: ance: ence: able: ible: ment: ant: ent: ism: ate: iti: ous: ive: ize: ion: al: er: ic:')

type Ending = readonly [ending: string, becomes: string]

/** By their last letter. */
function endings(list: string): ReadonlyMap<string, readonly Ending[]> {
  const byLast = new Map<string, Ending[]>()
  for (const entry of list.split(' ')) {
    const [ending, becomes] = entry.split(':')
    const last = ending[ending.length - 1]
    byLast.set(last, [...(byLast.get(last) ?? []), [ending, becomes]])
  }
  return byLast
}

function endingOf(word: string, known: ReadonlyMap<string, readonly Ending[]>): Ending | undefined {
  return known.get(word[word.length - 1])?.find(([ending]) => word.endsWith(ending))
}

const isVowel = (letter: string): boolean => letter !== '' && 'aeiouy'.includes(letter)

export function stemEnglish(token: string): string {
  if (token.length < 3) return token
  const exception = EXCEPTIONS.get(token)
  if (exception !== undefined) return exception
  let word = token.startsWith("'") ? token.slice(1) : token
  // a y that is a consonant is written Y
  if (word.includes('y')) word = word.replace(/^y/, 'Y').replace(/([aeiouy])y/g, '$1Y')
  const r1 = regionOne(word)
  const r2 = nextRegion(word, r1)
  if (word.includes("'")) word = word.replace(/('s'|'s|')$/, '')
  word = singular(word)
  if (COMPLETE.has(word)) return word
  word = withoutTense(word, r1)
  if (/[^aeiouy][yY]$/.test(word) && word.length > 2) word = `${word.slice(0, -1)}i`
  word = stepTwo(word, r1)
  word = stepThree(word, r1, r2)
  word = stepFour(word, r2)
  return lastLetter(word, r1, r2).replaceAll('Y', 'y')
}

function regionOne(word: string): number {
  const known = /^(gener|commun|arsen)/.exec(word)
  return known === null ? nextRegion(word, 0) : known[0].length
}

/** After the first consonant that follows a vowel. */
function nextRegion(word: string, from: number): number {
  let i = from
  while (i < word.length && !isVowel(word[i])) i++
  while (i < word.length && isVowel(word[i])) i++
  return Math.min(word.length, i + 1)
}

function singular(word: string): string {
  if (word.endsWith('sses')) return word.slice(0, -2)
  if (/ie[ds]$/.test(word)) return word.slice(0, word.length > 4 ? -2 : -1)
  if (!word.endsWith('s') || /[us]s$/.test(word)) return word
  // the vowel may not stand right before the s
  return /[aeiouy]/.test(word.slice(0, -2)) ? word.slice(0, -1) : word
}

function withoutTense(word: string, r1: number): string {
  const eed = /eed(ly)?$/.exec(word)
  if (eed !== null) return eed.index >= r1 ? `${word.slice(0, eed.index)}ee` : word
  const ending = /(edly|ingly|ed|ing)$/.exec(word)
  if (ending === null) return word
  const rest = word.slice(0, ending.index)
  if (!/[aeiouy]/.test(rest)) return word
  if (/(at|bl|iz)$/.test(rest)) return `${rest}e`
  if (/(bb|dd|ff|gg|mm|nn|pp|rr|tt)$/.test(rest)) return rest.slice(0, -1)
  return r1 >= rest.length && endsShort(rest) ? `${rest}e` : rest
}

/** Ends in a short syllable: vowel and consonant (not w, x, Y) after a consonant, or just these two. */
function endsShort(word: string): boolean {
  return /^[aeiouy][^aeiouy]$/.test(word) || /[^aeiouy][aeiouy][^aeiouywxY]$/.test(word)
}

function stepTwo(word: string, r1: number): string {
  const found = endingOf(word, STEP_2)
  if (found === undefined) return word
  const [ending, becomes] = found
  const at = word.length - ending.length
  if (at < r1) return word
  if (ending === 'ogi' && word[at - 1] !== 'l') return word
  if (ending === 'li' && !'cdeghkmnrt'.includes(word[at - 1] ?? ' ')) return word
  return word.slice(0, at) + becomes
}

function stepThree(word: string, r1: number, r2: number): string {
  const found = endingOf(word, STEP_3)
  if (found === undefined) return word
  const [ending, becomes] = found
  const at = word.length - ending.length
  return at < (ending === 'ative' ? r2 : r1) ? word : word.slice(0, at) + becomes
}

function stepFour(word: string, r2: number): string {
  const found = endingOf(word, STEP_4)
  if (found === undefined) return word
  const at = word.length - found[0].length
  if (at < r2 || (found[0] === 'ion' && !'st'.includes(word[at - 1] ?? ' '))) return word
  return word.slice(0, at)
}

function lastLetter(word: string, r1: number, r2: number): string {
  const at = word.length - 1
  const rest = word.slice(0, at)
  if (word.endsWith('e')) return at >= r2 || (at >= r1 && !endsShort(rest)) ? rest : word
  return word.endsWith('ll') && at >= r2 ? rest : word
}
