/**
 * How well can a language be told from others, by what is given? The examples and the texts of all rivals are cut into three parts, and
 * each part is judged by a model that was learned from the two others.
 */
import { GramScorer } from '../page/language/learned/gram-scores.js'
import { learnLanguage, type LanguageExamples, type RivalText } from '../page/language/learned/learn-language.js'
import type { LanguageModel } from '../page/language/learned/language-model.js'
import { nearestRival, standing } from '../page/language/learned/standing.js'
import { windowsOf } from '../page/language/learned/text-windows.js'

const FOLDS = 3
export const PAGE = 2000
export const PASSAGE = 200
/** Passages of one rival and fold that are judged: enough for a share. */
const MAX_PASSAGES = 30
/** Parts of the text that the learning curve is measured with. */
const CURVE = [0.25, 0.5]
const LEAST_CURVE = 2500
/** A paragraph of the examples that stands lower is no example of the language. */
const ODD = 0.4

export interface Shares {
  readonly precision: number
  readonly recall: number
}

export interface Confusable {
  readonly language: string
  readonly name: string
  /** Of its passages that are taken for the language. */
  readonly share: number
  /** Of the language's passages that are missed and look like it. */
  readonly missed: number
}

export interface OddExample {
  readonly text: string
  /** Code of the rival that it is most like, and where it stands between it (0) and the language (1). */
  readonly like: string
  readonly standing: number
}

export interface LanguageQuality {
  readonly page: Shares
  readonly passage: Shares
  readonly confusable: readonly Confusable[]
  readonly curve: readonly ({ readonly characters: number } & Shares)[]
  readonly odd: readonly OddExample[]
}

interface Tally {
  hits: number
  all: number
}

/** `examples.others` are those near the language: all of them are judged. */
export function measureLanguage(
  examples: LanguageExamples,
  onFold: (fold: number) => void = () => {},
): LanguageQuality {
  const measure = new Measure()
  const curve: LanguageQuality['curve'][number][] = []
  for (let fold = 0; fold < FOLDS; fold++) {
    onFold(fold)
    const own = cut(examples.text, fold)
    const rivals = [...examples.neighbours, ...examples.others].map(rival => ({ rival, ...cut(rival.text, fold) }))
    const learn = (text: string): LanguageModel =>
      learnLanguage({
        ...examples,
        text,
        neighbours: examples.neighbours.map(rival => ({ ...rival, text: cut(rival.text, fold).rest })),
        others: examples.others.map(rival => ({ ...rival, text: cut(rival.text, fold).rest })),
      })
    if (fold === 0)
      for (const part of CURVE) {
        const text = own.rest.slice(0, own.rest.length * part)
        if (text.length < LEAST_CURVE) continue
        const small = new Measure()
        small.judge(learn(text), own.held, rivals)
        curve.push({ characters: text.length, ...small.shares(PASSAGE) })
      }
    const model = learn(own.rest)
    const before = measure.judge(model, own.held, rivals)
    if (fold === 0) curve.push({ characters: own.rest.length, ...before })
  }
  return {
    page: measure.shares(PAGE),
    passage: measure.shares(PASSAGE),
    confusable: measure.confusable(),
    curve,
    odd: measure.odd.sort((a, b) => a.standing - b.standing),
  }
}

class Measure {
  private readonly own = new Map<number, Tally>()
  private readonly taken = new Map<RivalText, Map<number, Tally>>()
  private readonly missedFor = new Map<string, number>()
  readonly odd: OddExample[] = []

  /** What it came to on passages so far. */
  judge(model: LanguageModel, held: string, rivals: readonly { rival: RivalText; held: string }[]): Shares {
    const scorer = new GramScorer(model)
    const standsAt = (text: string): number =>
      standing(
        model,
        windowsOf(text).map(piece => scorer.score(piece)),
      )
    for (const size of [PAGE, PASSAGE]) {
      const tally = this.own.get(size) ?? { hits: 0, all: 0 }
      this.own.set(size, tally)
      for (const text of windowsOf(held, size)) {
        if (text.length < size / 2) continue
        const at = standsAt(text)
        tally.all++
        if (at >= model.border) tally.hits++
        else if (size === PASSAGE) {
          const like = nearestRival(model, [scorer.score(text)])
          this.missedFor.set(like, (this.missedFor.get(like) ?? 0) + 1)
          if (at < ODD) this.odd.push({ text, like, standing: at })
        }
      }
      for (const { rival, held: theirs } of rivals) {
        const bySize = this.taken.get(rival) ?? new Map<number, Tally>()
        this.taken.set(rival, bySize)
        const count = bySize.get(size) ?? { hits: 0, all: 0 }
        bySize.set(size, count)
        for (const text of windowsOf(theirs, size).slice(0, MAX_PASSAGES)) {
          count.all++
          if (standsAt(text) >= model.border) count.hits++
        }
      }
    }
    return this.shares(PASSAGE)
  }

  /** Precision where half of the text is in the language, and the other half in its rivals, as much in one as in another. */
  shares(size: number): Shares {
    const { hits, all } = this.own.get(size) ?? { hits: 0, all: 0 }
    const recall = all === 0 ? 0 : hits / all
    const wrong = [...this.taken.values()].map(bySize => shareOf(bySize.get(size)))
    const false_ = wrong.length === 0 ? 0 : wrong.reduce((sum, share) => sum + share, 0) / wrong.length
    return { precision: recall === 0 ? 0 : round(recall / (recall + false_)), recall: round(recall) }
  }

  confusable(): Confusable[] {
    const passages = this.own.get(PASSAGE)?.all ?? 1
    const byCode = new Map<string, Confusable>()
    for (const [{ code, name }, bySize] of this.taken) {
      const share = round(shareOf(bySize.get(PASSAGE)))
      const missed = round((this.missedFor.get(code) ?? 0) / Math.max(1, passages))
      const before = byCode.get(code)
      if (before === undefined || share > before.share) byCode.set(code, { language: code, name, share, missed })
    }
    return [...byCode.values()].sort((a, b) => b.share + b.missed - a.share - a.missed)
  }
}

function shareOf(tally: Tally | undefined): number {
  return tally === undefined || tally.all === 0 ? 0 : tally.hits / tally.all
}

/** A third of the lines in a row, and the rest. */
function cut(text: string, fold: number): { held: string; rest: string } {
  const windows = windowsOf(text)
  const isHeld = (i: number): boolean => Math.floor((i * FOLDS) / windows.length) === fold
  return {
    held: windows.filter((_, i) => isHeld(i)).join('\n'),
    rest: windows.filter((_, i) => !isHeld(i)).join('\n'),
  }
}

function round(share: number): number {
  return Math.round(share * 1000) / 1000
}
