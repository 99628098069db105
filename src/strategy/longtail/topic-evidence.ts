/**
 * What the target itself makes of a link, where it has an opinion about words: a topic, a nation. Added to the log-odds of
 * a page and learned with them, from weights that are right often enough to begin with:
 *
 *   anchor and context: the best that any link to the page says;  parent: the best score of a page that links to it;
 *   list: what became of the other links of the pages that link to it (list-pages.ts)
 *
 * The first three are log-odds less their mean over all links so far: how words score in general is a matter of the judge.
 */
import type { Links, PageId, Persistent, StateFields, Visit } from '../../contracts.js'
import { OnlineLogistic } from '../../learn/index.js'
import { NO_OPINION } from '../../page/links/link-score.js'
import { growAll, tellAll } from '../../growing-arrays.js'
import { shareOf } from '../definition.js'
import { ListPages } from './list-pages.js'

const ANCHOR = 0
const CONTEXT = 1
const PARENT = 2
const LIST = 3
export const TOPIC_FEATURES = 4
/**
 * First guesses, from here on it is learned. Tried on pages of two universities and three subjects of an encyclopaedia, with
 * little between them: ANCHOR and CONTEXT at 0.1, 0.3 and 0.5, PARENT at 0.1, 0.3, 0.45 and 0.6, LIST at 0.4, 0.7, 1 and 1.5.
 */
const FIRST_WEIGHTS = [0.3, 0.3, 0.45, 0.7]

/** A language has no opinion of an anchor that is not in its script, and is sure of the others: `anchors` knows as much. */
const SURE = 255

/** Does the target say more of any link than whether its anchor is in a language? */
export function hasOpinion(scores: Uint8Array): boolean {
  return scores.some(score => score !== NO_OPINION && score !== SURE)
}

/**
 * How much a page was wanted, whatever the verdict: a page that was nearly wanted teaches something else than one that was not at
 * all, and a hundred doubtful finds are not as good as a hundred sure ones. A page that repeats another is worth nothing, however well
 * it reads: archives by month, tags and searches show the same articles again. Tried on `webkb-a` and `wikischools-a` beside half
 * the score and half the verdict, with and without pages that repeat others.
 */
export function worthOf({ score, duplicate }: Pick<Visit, 'score' | 'duplicate'>): number {
  return duplicate ? 0 : shareOf(score)
}

/** Log-odds of a score of 0…255, kept within ±4: nobody is as sure of three words as of a page. */
const LOGIT = Float64Array.from({ length: 256 }, (_, score) => {
  const p = (score + 0.5) / 256
  return Math.max(-4, Math.min(4, Math.log(p / (1 - p))))
})

export class TopicEvidence implements Persistent {
  readonly model: OnlineLogistic
  readonly lists = new ListPages()
  private readonly of = { anchor: new Uint8Array(0), context: new Uint8Array(0), parent: new Uint8Array(0) }
  // means over links
  private links = 0
  private anchorMean = 0
  private contextMean = 0
  private parentMean = 0

  constructor(rate: number, caution: number) {
    this.model = new OnlineLogistic({ features: TOPIC_FEATURES, active: TOPIC_FEATURES, rate, caution })
    this.model.weights.set(FIRST_WEIGHTS)
  }

  reserve(pages: number): void {
    growAll(this.of, pages)
    this.lists.reserve(pages)
  }

  persist(fields: StateFields): void {
    fields.part('model', this.model)
    fields.part('lists', this.lists)
    tellAll(fields, this.of)
    this.links = fields.number('links', this.links)
    this.anchorMean = fields.number('anchor-mean', this.anchorMean)
    this.contextMean = fields.number('context-mean', this.contextMean)
    this.parentMean = fields.number('parent-mean', this.parentMean)
  }

  /** The links of a page; both columns are there. */
  follow({ to, start, end, features: { anchorScore, contextScore } }: Links, { score }: Pick<Visit, 'score'>): void {
    if (anchorScore === null || contextScore === null) return
    const parent = Math.round(255 * shareOf(score))
    for (let i = start; i < end; i++) this.add(to[i], anchorScore[i - start], contextScore[i - start], parent)
  }

  private add(page: PageId, anchor: number, context: number, parent: number): void {
    const n = ++this.links
    this.anchorMean += (LOGIT[anchor] - this.anchorMean) / n
    this.contextMean += (LOGIT[context] - this.contextMean) / n
    this.parentMean += (LOGIT[parent] - this.parentMean) / n
    if (anchor > this.of.anchor[page]) this.of.anchor[page] = anchor
    if (context > this.of.context[page]) this.of.context[page] = context
    if (parent > this.of.parent[page]) this.of.parent[page] = parent
  }

  logit(page: PageId): number {
    const { weights } = this.model
    return (
      weights[ANCHOR] * (LOGIT[this.of.anchor[page]] - this.anchorMean) +
      weights[CONTEXT] * (LOGIT[this.of.context[page]] - this.contextMean) +
      weights[PARENT] * (LOGIT[this.of.parent[page]] - this.parentMean) +
      weights[LIST] * this.lists.oddsOf(page)
    )
  }

  /** As the queue has it: not only what is likely, also what is worth finding out. */
  placing(page: PageId): number {
    return this.logit(page) + this.lists.novelty(page)
  }

  /** Appends the features of the page, TOPIC_FEATURES numbers. */
  tell(page: PageId, into: number[]): void {
    into.push(
      LOGIT[this.of.anchor[page]] - this.anchorMean,
      LOGIT[this.of.context[page]] - this.contextMean,
      LOGIT[this.of.parent[page]] - this.parentMean,
      this.lists.oddsOf(page),
    )
  }

  /** Makes what was told, from `start` on, the example at hand of the model. */
  fillFrom(told: readonly number[], start: number): void {
    this.model.begin()
    for (let feature = 0; feature < TOPIC_FEATURES; feature++) this.model.put(feature, told[start + feature])
  }

  /** `from` was only a hop to `to`. */
  copy(from: PageId, to: PageId): void {
    if (this.of.anchor[to] !== 0 || this.of.context[to] !== 0 || this.of.parent[to] !== 0) return
    this.of.anchor[to] = this.of.anchor[from]
    this.of.context[to] = this.of.context[from]
    this.of.parent[to] = this.of.parent[from]
  }
}
