/** Is a model that was learned on no worse than that of the first examples? Some paragraphs and pages are held back to tell. */
import { LongtailError } from '../errors.js'
import { declaredTexts } from '../page/language/learned/declared-texts.js'
import type { LanguageModel } from '../page/language/learned/language-model.js'
import { BORDER } from '../page/language/learned/standing.js'
import { windowsOf } from '../page/language/learned/text-windows.js'
import { levels, type Levels, type NeighbourPages } from './found-text.js'

/** Every so manieth paragraph and page is for the check. */
const HELD = 5
/** Shares of passages that a new model may be worse by. A few more misses are no drift, and short examples have few passages; confusions are. */
const MAY_MISS = 0.05
const MAY_CONFUSE = 0.02

/**
 * Refuses a model that knows the first examples worse than the original did, or takes more of a neighbour for the language: any more,
 * where nobody watches. Models that came later, and that crawls went by, are compared with, too, for neighbours. `held` and `beside` were
 * not learned from.
 */
export function refuseWorse(
  [original, ...later]: readonly LanguageModel[],
  next: LanguageModel,
  held: readonly string[],
  beside: readonly NeighbourPages[],
  isUnwatched: boolean,
): void {
  const [after, before, ...others] = [next, original, ...later].map(model => levels([model]))
  /** How much more of a text the new model takes for the language, beyond what so many passages may come to by chance. */
  const gained = (
    text: string,
    sign: 1 | -1,
    than: readonly Levels[],
    chance: (passages: number) => number,
  ): number => {
    const passages = windowsOf(text)
    const taken = (standsAt: Levels): number => sign * passages.filter(passage => standsAt(passage)[0] >= BORDER).length
    return passages.length === 0
      ? 0
      : (taken(after) - Math.min(...than.map(taken)) - chance(passages.length)) / passages.length
  }
  const missed = gained(held.join('\n'), -1, [before], passages => 1 + Math.sqrt(passages) / 3)
  if (missed > MAY_MISS) throw refused(next, `it misses ${percent(missed)} more of the held-out examples than before`)
  const neighbours = [
    ...beside.map(({ language, pages }) => ({ name: language, text: pages.join('\n') })),
    ...original.rivals.map(({ code, name }) => ({ name, text: declared(code) })),
  ]
  for (const { name, text } of neighbours) {
    const more = gained(text, 1, [before, ...others], () => (isUnwatched ? 0 : 1))
    if (more > (isUnwatched ? 0 : MAY_CONFUSE))
      throw refused(next, `it mistakes ${percent(more)} more of the text in ${name} for ${next.name} than before`)
  }
}

function refused({ name }: LanguageModel, why: string): LongtailError {
  return new LongtailError(
    'E_MODEL',
    `${name}: the pages of the crawls make the model worse, so it was not written: ${why}. Keep the model that you have; check the pages, and give text in neighbouring languages with --negatives`,
  )
}

function declared(code: string): string {
  return declaredTexts().find(({ language }) => language === code)?.text ?? ''
}

/** By its place among its like. */
export function isHeldBack(i: number): boolean {
  return i % HELD === HELD - 1
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`
}
