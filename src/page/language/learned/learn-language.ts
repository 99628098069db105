/**
 * Learns a language from some text of it: which parts of words tell it from its rivals, and how high it scores on text that was held
 * back. A pure function of the texts and the declarations.
 *
 *   examples ─▶ counts ─┬─ the declarations that are most like them, and the neighbours given ─▶ rivals
 *                       └─ a weight for each part of a word and rival (gram-weights.ts) ─▶ model
 */
import { SCRIPTS, scriptCounts } from '../scripts.js'
import { declaredTexts, type DeclaredText } from './declared-texts.js'
import { countWindows, readWindow, type GramCounts, type WindowGrams } from './gram-counts.js'
import { UNITS } from './gram-scores.js'
import { allOf, foldsOf, mean, scoreOf, typicalLengthOf, typicalOf, typicalWeight, weightOf } from './gram-weights.js'
import type { LanguageModel } from './language-model.js'
import { distinctiveWords } from './distinctive-words.js'
import { BORDER } from './standing.js'
import { windowsOf } from './text-windows.js'

/** Languages that are looked at more closely, and rivals that are kept. */
const CANDIDATES = 24
const RIVALS = 11
/** Characters of each declaration that tell whether it is worth a closer look. */
const FIRST_LOOK = 2000
/** Parts of words in a model: some 400 KB. */
const KEPT_GRAMS = 14_000

export interface RivalText {
  readonly code: string
  readonly name: string
  readonly text: string
}

export interface LanguageExamples {
  readonly code: string
  readonly name: string
  /** Text of the language, paragraphs on lines. */
  readonly text: string
  /** More of it, of another kind than what it is to be recognised in: it is learned from, but not measured on. */
  readonly more?: string
  /** Neighbours that are to be rivals whatever happens. */
  readonly neighbours: readonly RivalText[]
  /** Of which the nearest become rivals; without those of the language itself. */
  readonly others: readonly RivalText[]
  readonly answers: LanguageModel['answers']
  /** Where a text must stand to be the language; BORDER unless said. */
  readonly border?: number
}

interface Rival {
  readonly code: string
  readonly name: string
  readonly counts: GramCounts
  readonly own: number
  readonly theirs: number
}

export function learnLanguage(examples: LanguageExamples): LanguageModel {
  const { code, name, text } = examples
  const windows = windowsOf(text).map(readWindow)
  const counts = countWindows([...windows, ...windowsOf(examples.more ?? '').map(readWindow)])
  const script = mainScript(text)
  const typicalLength = typicalLengthOf(script)
  const near = nearestOf(text, examples.others)
  const candidates = near.map(one => measured(one, windows, counts)).sort((a, b) => a.own - b.own)
  const neighbours = examples.neighbours.map(one => measured(one, windows, counts))
  const rivals = [...neighbours, ...candidates].slice(0, Math.max(RIVALS, neighbours.length))
  const typical = foldsOf(windows, counts).flatMap(({ held, rest }) =>
    held.map(window => typicalOf(rest, window, typicalLength)),
  )
  return {
    code,
    name,
    script,
    rivals: rivals.map(rival => ({ code: rival.code, name: rival.name, own: rival.own, theirs: rival.theirs })),
    typical: mean(typical),
    border: examples.border ?? BORDER,
    answers: examples.answers,
    words: distinctiveWords(
      text,
      rivals.map(rival => rival.counts),
    ),
    trainedOn: { characters: text.length, paragraphs: text.split('\n').length },
    quality: null,
    ...tabulate(counts, rivals, typicalLength),
  }
}

/** ISO 15924; the half of Latin that other charsets garble counts as Latin. */
export function mainScript(text: string): string {
  const counts = scriptCounts(text.slice(0, 100_000))
  let best = 1
  counts.forEach((count, i) => {
    if (count * SCRIPTS[i].weight > counts[best] * SCRIPTS[best].weight) best = i
  })
  return SCRIPTS[best].name.replace(/^Latn-1$/, 'Latn').replace(/^Mymr-.*/, 'Mymr')
}

let scripts: ReadonlyMap<DeclaredText, string> | null = null

/** The declarations in a script. */
export function declaredIn(script: string): readonly DeclaredText[] {
  scripts ??= new Map(declaredTexts().map(one => [one, mainScript(one.text.slice(0, 3000))]))
  return [...scripts].flatMap(([one, its]) => (its === script ? [one] : []))
}

/** Those that a text is most like, by a short look at each. */
export function nearestOf<T extends RivalText>(text: string, others: readonly T[], most = CANDIDATES): T[] {
  if (others.length <= most) return [...others]
  const own = allOf(countWindows(windowsOf(text).map(readWindow)))
  const length = typicalLengthOf(mainScript(text))
  return others
    .map(one => {
      const windows = windowsOf(one.text.slice(0, FIRST_LOOK)).map(readWindow)
      return { one, likeness: mean(windows.map(window => typicalOf(own, window, length))) }
    })
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, most)
    .map(({ one }) => one)
}

/** With the mean scores of text that was held back: of the language, and of the rival. */
function measured({ code, name, text }: RivalText, windows: readonly WindowGrams[], counts: GramCounts): Rival {
  const read = windowsOf(text).map(readWindow)
  const theirCounts = countWindows(read)
  const their = allOf(theirCounts)
  const our = allOf(counts)
  const own = foldsOf(windows, counts).flatMap(({ held, rest }) => held.map(window => scoreOf(rest, their, window)))
  const theirs = foldsOf(read, theirCounts).flatMap(({ held, rest }) => held.map(window => scoreOf(our, rest, window)))
  return { code, name, counts: theirCounts, own: mean(own), theirs: mean(theirs) }
}

/** The parts of words that say most, with their weights in units. */
function tabulate(
  counts: GramCounts,
  rivals: readonly Rival[],
  typicalLength: number,
): Pick<LanguageModel, 'grams' | 'weights'> {
  const lengthOf = new Map<number, number>()
  for (const { each } of [{ each: counts }, ...rivals.map(rival => ({ each: rival.counts }))])
    each.each((gram, length) => lengthOf.set(gram, length))
  const rows = Array.from(lengthOf, ([gram, length]) => {
    const own = counts.get(gram)
    const total = counts.totals[length]
    const row = new Float64Array(rivals.length + 1)
    let worth = 0
    rivals.forEach((rival, k) => {
      const theirs = rival.counts.get(gram)
      const theirTotal = rival.counts.totals[length]
      row[k] = weightOf(own, total, theirs, theirTotal)
      worth += Math.abs(row[k]) * (own / Math.max(1, total) + theirs / Math.max(1, theirTotal))
    })
    row[rivals.length] = length === typicalLength ? typicalWeight(own, total) : 0
    return { gram: gram >>> 0, worth: row[rivals.length] > 0 ? Math.max(worth, 1e-3) : worth, row }
  })
  rows.sort((a, b) => b.worth - a.worth || a.gram - b.gram)
  const kept = rows.slice(0, KEPT_GRAMS).sort((a, b) => a.gram - b.gram)
  const weights = new Int8Array(kept.length * (rivals.length + 1))
  kept.forEach(({ row }, i) =>
    row.forEach((weight, column) => {
      weights[column * kept.length + i] = Math.max(-127, Math.min(127, Math.round(weight * UNITS)))
    }),
  )
  return { grams: Int32Array.from(kept, ({ gram }) => gram | 0), weights }
}
