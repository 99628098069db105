/**
 * Words as people misspell them: is the right one offered?
 *
 * English (wikischools-dev): a list of common misspellings, written down before the corrector was asked about any of them. Thai (cc-dev):
 * words of the collection, every so many in the order of the code points, misspelt by the mistakes that Thai writers make: a
 * consonant of the same sound, the short vowel for the long one, a mark that is missing.
 *
 * A pair counts where the collection has the right word on two pages or more and nowhere the wrong one. The first 50 in English and 20 in
 * Thai have a floor. What was missed among them was looked at once, and a rule was added (words that are known by their stem alone); the pairs
 * behind them (`others`) were not.
 *
 *   node dist/test/evaluate/portal-spelling.js      LONGTAIL_DATA names the folder with the archives
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { SearchResult } from '../../src/portal/contracts.js'
import { buildPortal } from '../../src/portal/build/build.js'
import { countLetters, type Lexicon, pagesWith, readLexicon, wordAt } from '../../src/portal/search/assist/lexicon.js'
import type { Measurement } from './measure.js'
import { openPortal, type Opened } from './portal-search.js'

type Pair = readonly [wrong: string, right: string]

const ENGLISH_WORDS = 50
const THAI_WORDS = 20
const LEAST_PAGES = 2
const ENGLISH: readonly Pair[] =
  `accomodation accommodation, adress address, agriculure agriculture, aparatus apparatus, argumant argument,
  athelete athlete, begining beginning, beleif belief, buisness business, calender calendar, catagory category, cemetary cemetery,
  centery century, cheif chief, commitee committee, concious conscious, decieve deceive, definately definitely, desparate desperate,
  diffrent different, dissapear disappear, ecomony economy, embarass embarrass, enviroment environment, existance existence,
  experiance experience, familar familiar, febuary february, foriegn foreign, fourty forty, gaurd guard, goverment government,
  grammer grammar, happend happened, hieght height, imigrant immigrant, independant independent, inteligence intelligence,
  knowlege knowledge, labratory laboratory, liberary library, maintainance maintenance, medcine medicine, millenium millennium,
  milion million, neccessary necessary, neigbour neighbour, occured occurred, parliment parliament, posession possession,
  prefered preferred, privelege privilege, proffesor professor, pyschology psychology, recieve receive, religous religious,
  rythm rhythm, sceince science, seperate separate, succesful successful, temperture temperature, truely truly, tyrany tyranny,
  untill until, vaccum vacuum, vegatable vegetable, visable visible, wierd weird`
    .split(',')
    .map(pair => pair.trim().split(' '))
    .map(([wrong, right]): Pair => [wrong, right])

/** One of each kind in turn, the next kind where a word cannot be misspelt so. */
const THAI_MISTAKES: readonly Pair[] = [
  ['ศ', 'ส'],
  ['์', ''],
  ['ษ', 'ส'],
  ['ี', 'ิ'],
  ['ณ', 'น'],
  ['้', ''],
  ['ธ', 'ท'],
  ['่', ''],
  ['ภ', 'พ'],
  ['ู', 'ุ'],
  ['ญ', 'ย'],
  ['ะ', ''],
  ['ใ', 'ไ'],
  ['ร', 'ล'],
]

export async function evaluatePortalSpelling(data: string): Promise<Measurement[]> {
  const scratch = mkdtempSync(join(tmpdir(), 'longtail-spelling-'))
  try {
    const measured: Measurement[] = []
    for (const [archive, name, pairsOf, count] of [
      ['wikischools-dev.warc.gz', 'english', () => ENGLISH, ENGLISH_WORDS],
      ['cc-dev.warc.gz', 'thai', thaiPairs, THAI_WORDS],
    ] as const) {
      const out = join(scratch, name)
      await buildPortal({ sources: [join(data, archive)], out })
      measured.push(...corrected(name, openPortal(out), pairsOf, count))
    }
    return measured
  } finally {
    rmSync(scratch, { recursive: true })
  }
}

export function corrected(
  name: string,
  { database, engine }: Opened,
  pairsOf: (lexicon: Lexicon) => readonly Pair[],
  count: number,
): Measurement[] {
  const lexicon = readLexicon(database)
  if (lexicon === null) throw new Error('the library has no words')
  const search = (text: string, verbatim: boolean): SearchResult =>
    engine.search({ text, filters: {}, offset: 0, limit: 1, perSite: 0, clusters: false, verbatim })
  const isNowhere = (wrong: string): boolean => {
    const { total, relaxed } = search(`"${wrong}"`, true)
    return total === 0 || relaxed
  }
  const pairs = pairsOf(lexicon)
    .filter(([wrong, right]) => pagesWith(lexicon, right) >= LEAST_PAGES && pagesWith(lexicon, wrong) === 0)
    .filter(([wrong]) => isNowhere(wrong))
  const offered = pairs.map(([wrong]) => search(wrong, false).correction?.text ?? 'nothing')
  const isRight = pairs.map(([, right], i) => offered[i] === right)
  return [
    { id: `portal-spelling.${name}`, from: 0, to: count },
    { id: `portal-spelling.${name}.others`, from: count, to: pairs.length },
  ].map(({ id, from, to }) => {
    const chosen = pairs.slice(from, to)
    const missed = chosen.flatMap(([wrong, right], i) =>
      isRight[from + i] ? [] : [`${wrong} (${right}): ${offered[from + i]}`],
    )
    const detail = `${chosen.length} words${missed.length > 0 ? `; missed: ${missed.join(', ')}` : ''}`
    return { id, value: 1 - missed.length / Math.max(1, chosen.length), detail }
  })
}

export function thaiPairs(lexicon: Lexicon): Pair[] {
  const words: string[] = []
  for (let i = 0; i < lexicon.size; i++) {
    const word = wordAt(lexicon, i)
    if (lexicon.pages[i] >= LEAST_PAGES && /^[\u0e00-\u0e7f]+$/.test(word) && countLetters(word) >= 4) words.push(word)
  }
  words.sort()
  const step = Math.max(1, Math.floor(words.length / (2 * THAI_WORDS)))
  return words
    .filter((_, i) => i % step === 0)
    .flatMap((word, i): Pair[] => {
      const kinds = [
        ...THAI_MISTAKES.slice(i % THAI_MISTAKES.length),
        ...THAI_MISTAKES.slice(0, i % THAI_MISTAKES.length),
      ]
      const mistake = kinds.find(([sign]) => word.includes(sign, 1))
      return mistake === undefined ? [] : [[word[0] + word.slice(1).replace(...mistake), word]]
    })
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  for (const { id, value, detail } of await evaluatePortalSpelling(process.env.LONGTAIL_DATA ?? ''))
    console.log(id.padEnd(44), value.toFixed(4), detail)
