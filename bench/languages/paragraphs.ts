/**
 * How well are the paragraphs of a page told apart? Pages of blocks of one to four paragraphs, in a development language and in another one: the
 * nearest of the same script, or English. `node dist/bench/languages/paragraphs.js [part of a name]` with LONGTAIL_DATA. Paragraphs are right
 * (`own` and `other`) when their language is what it is; of languages that nobody knows, when they are not taken for the learned one.
 */
import { declaredTextOf } from '../../src/page/language/learned/declared-language.js'
import { nearestOf } from '../../src/page/language/learned/learn-language.js'
import { openLearnedLanguages, type LearnedLanguages } from '../../src/page/language/learned/learned-languages.js'
import { paragraphLanguages } from '../../src/page/language/paragraph-languages.js'
import { createRandom } from '../../src/learn/random.js'
import { learnFrom } from './protocol.js'
import { readSources, split, type Source } from './texts.js'

const BYTES = 30_000
const PAGES = 12
const MOST_BLOCK = 4
const SIZES = [80, 200, 400] as const

interface Tally {
  right: number
  all: number
}

export interface ParagraphTrial {
  /** By size of paragraphs. */
  readonly own: readonly number[]
  readonly other: readonly number[]
  /** Pages of one language: paragraphs that are given to another. */
  readonly alone: readonly number[]
}

export function tryParagraphs(source: Source, sources: readonly Source[]): ParagraphTrial {
  const learned = openLearnedLanguages([learnFrom(source, sources, BYTES, 'declared')])
  const own = split(source, BYTES).rest
  const near = nearestOf(
    own.join('\n').slice(0, 20_000),
    sources
      .filter(({ language, script }) => language !== source.language && script === source.script)
      .map(({ id, lines }) => ({ code: id, name: id, text: lines.slice(0, 300).join('\n') })),
    1,
  )
  const others = [declaredTextOf('eng', 'Latn'), ...near.map(({ text }) => text)].map(text => text.split('\n'))
  const share = (of: (size: number, tallies: Record<'own' | 'other', Tally>) => Tally): number[] =>
    SIZES.map(size => {
      const tallies = { own: { right: 0, all: 0 }, other: { right: 0, all: 0 } }
      const { right, all } = of(size, tallies)
      return all === 0 ? NaN : right / all
    })
  const mixed = (size: number, tallies: Record<'own' | 'other', Tally>): void =>
    others.forEach((lines, i) => tryPages(i, size, [own, lines], source.language, learned, tallies))
  return {
    own: share((size, tallies) => (mixed(size, tallies), tallies.own)),
    other: share((size, tallies) => (mixed(size, tallies), tallies.other)),
    alone: share((size, tallies) => (tryPages(9, size, [own], source.language, learned, tallies), tallies.own)),
  }
}

function tryPages(
  seed: number,
  size: number,
  texts: readonly (readonly string[])[],
  code: string,
  learned: LearnedLanguages,
  tallies: Record<'own' | 'other', Tally>,
): void {
  const random = createRandom(seed + 1)
  const parts = texts.map(lines => paragraphsOf(lines, size))
  for (let page = 0; page < PAGES; page++) {
    const truth: number[] = []
    const paragraphs: string[] = []
    for (let block = 0; block < 4; block++) {
      const which = (block + page) % parts.length
      const count = 1 + Math.floor(random() * MOST_BLOCK)
      for (let i = 0; i < count; i++) {
        paragraphs.push(parts[which][Math.floor(random() * parts[which].length)])
        truth.push(which)
      }
    }
    paragraphLanguages(paragraphs, {}, learned).forEach((language, i) => {
      const tally = truth[i] === 0 ? tallies.own : tallies.other
      tally.all++
      if ((language === code) === (truth[i] === 0)) tally.right++
    })
  }
}

/** Whole lines, or the beginnings of longer ones. */
function paragraphsOf(lines: readonly string[], size: number): string[] {
  const paragraphs: string[] = []
  let open = ''
  for (const line of lines) {
    open = open === '' ? line : `${open} ${line}`
    if (open.length < size * 0.8) continue
    paragraphs.push(open.slice(0, size * 1.2))
    open = ''
  }
  return paragraphs
}

if (process.argv[1]?.endsWith('paragraphs.js')) {
  const sources = readSources(process.env.LONGTAIL_DATA ?? '')
  const trials = sources
    .filter(({ id, isKnown }) => !isKnown && process.argv.slice(2).every(part => id.includes(part)))
    .map(source => {
      const trial = tryParagraphs(source, sources)
      console.log(`${source.id.padEnd(18)} ${shown(trial)}`)
      return trial
    })
  const mean = (of: (one: ParagraphTrial) => readonly number[]): number[] =>
    SIZES.map((_, i) => trials.reduce((sum, trial) => sum + of(trial)[i], 0) / trials.length)
  console.log(
    `${trials.length} sources`.padEnd(18),
    shown({ own: mean(one => one.own), other: mean(one => one.other), alone: mean(one => one.alone) }),
  )
}

function shown({ own, other, alone }: ParagraphTrial): string {
  const list = (values: readonly number[]): string => values.map(value => value.toFixed(3)).join(' ')
  return `own ${list(own)}  other ${list(other)}  alone ${list(alone)}`
}
