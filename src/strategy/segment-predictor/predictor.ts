/**
 * The ensemble that predicts whether a segment is relevant, from one segment that links to it (equation 9):
 *
 *   P_E = mean of   P_L     naive Bayes over f1 … f4           (segment-link-features.ts)
 *                   P_word  multinomial naive Bayes over f5    (word-bayes.ts)
 *                   P_N     its neighbourhood, by option       (neighbourhood.ts)
 *                   P_H     the history of its host, by option (host-history.ts)
 *
 * Who knows nothing (no example of a class yet, every value missing) has no vote; where nobody votes, P_E is 1/2.
 * `split`: links and words are learned apart for sources that are relevant and for those that are not.
 */
import type { GroupId, Persistent, StateFields, StrategyModel } from '../../contracts.js'
import { BinnedBayes, MISSING } from './binned-bayes.js'
import { exampleKey } from './example-key.js'
import { HISTORY_VALUES, HostHistory } from './host-history.js'
import { BINNED, BINS, LINK_VALUES, SegmentLinkFeatures, NAMED } from './segment-link-features.js'
import { Neighbourhood, NEIGHBOUR_BINS, NEIGHBOURS } from './neighbourhood.js'
import type { SegmentCounts } from './segment-counts.js'
import { MOST_WORDS, type SegmentPairs } from './segment-pairs.js'
import { WordBayes } from './word-bayes.js'

export interface PredictorOptions {
  readonly split: boolean
  readonly neighbourhood: boolean
  readonly history: boolean
}

/** What is learned for one kind of source. */
interface Pair {
  readonly links: BinnedBayes
  readonly words: WordBayes
}

/** One example: the values of a pair, copied. */
export interface Example {
  readonly links: Float64Array
  readonly words: Uint32Array
  readonly neighbours: Float64Array
  readonly history: Float64Array
  readonly fromRelevant: boolean
}

export class Predictor implements Persistent {
  readonly features: SegmentLinkFeatures
  readonly neighbourhood: Neighbourhood
  readonly history = new HostHistory()
  private readonly kinds: readonly Pair[]
  private readonly neighbours = new BinnedBayes(NEIGHBOURS, NEIGHBOUR_BINS, 0)
  private readonly hosts = new BinnedBayes(HISTORY_VALUES, BINS, 0)
  private readonly current = {
    links: new Float64Array(LINK_VALUES),
    words: new Uint32Array(MOST_WORDS),
    neighbours: new Float64Array(NEIGHBOURS),
    history: new Float64Array(HISTORY_VALUES),
    fromRelevant: false,
  }

  constructor(
    private readonly counts: SegmentCounts,
    private readonly pairs: SegmentPairs,
    private readonly options: PredictorOptions,
  ) {
    this.features = new SegmentLinkFeatures(counts, pairs)
    this.neighbourhood = new Neighbourhood(counts)
    const makePair = (): Pair => ({ links: new BinnedBayes(BINNED, BINS, NAMED), words: new WordBayes() })
    this.kinds = options.split ? [makePair(), makePair()] : [makePair()]
  }

  reserve(segments: number): void {
    if (this.options.neighbourhood) this.neighbourhood.reserve(segments)
    if (this.options.history) this.history.reserve(segments)
  }

  persist(fields: StateFields): void {
    fields.part('features', this.features)
    fields.part('neighbourhood', this.neighbourhood)
    fields.part('history', this.history)
    this.kinds.forEach(({ links, words }, i) => {
      fields.part(`links-${i}`, links)
      fields.part(`words-${i}`, words)
    })
    fields.part('neighbours', this.neighbours)
    fields.part('hosts', this.hosts)
  }

  /** A page of the segment was counted. */
  notePage(segment: GroupId, isFind: boolean): void {
    if (this.options.neighbourhood) this.neighbourhood.note(segment, isFind)
  }

  /** The segment was crawled to its end. */
  noteEnd(segment: GroupId): void {
    const { host } = this.neighbourhood
    if (this.options.history && host !== null) this.history.note(host[segment], this.counts.degree(segment))
  }

  /** The values of a pair as an example that can be kept. */
  exampleOf(pair: number): Example {
    const words = this.look(pair)
    const { links, neighbours, history, fromRelevant } = this.current
    return {
      links: links.slice(),
      words: this.current.words.slice(0, words),
      neighbours: neighbours.slice(),
      history: history.slice(),
      fromRelevant,
    }
  }

  predict(pair: number): number {
    return meanVote(this.votesOf(this.current, this.look(pair)))
  }

  predictExample(example: Example): number {
    return meanVote(this.votesOf(example))
  }

  /** What each classifier says, NO_VOTE where it has none: links, words, neighbourhood, history. */
  votesOf(values: Example, wordCount = values.words.length): [number, number, number, number] {
    const { links, words } = this.kindOf(values.fromRelevant)
    return [
      votes(links, values.links),
      words.isTrained ? words.probability(values.words, wordCount) : NO_VOTE,
      this.options.neighbourhood ? votes(this.neighbours, values.neighbours) : NO_VOTE,
      this.options.history ? votes(this.hosts, values.history) : NO_VOTE,
    ]
  }

  /** The example that a pair inside one host makes, as a number; -1 for a pair between hosts. */
  keyOfInside(pair: number): number {
    const { host } = this.neighbourhood
    const { source, target } = this.pairs
    if (host === null || host[source[pair]] !== host[target[pair]]) return -1
    const count = this.look(pair)
    return exampleKey(this.current, this.current.words, count, host[source[pair]])
  }

  learn(pair: number, relevant: boolean): void {
    this.learnFrom(this.current, this.look(pair), relevant)
  }

  learnExample(example: Example, relevant: boolean): void {
    this.learnFrom(example, example.words.length, relevant)
  }

  /** Lets predictions know what was learned since the last time: between two of these they stay as they are. */
  refresh(): void {
    for (const { links, words } of this.kinds) {
      links.refresh()
      words.refresh()
    }
    this.neighbours.refresh()
    this.hosts.refresh()
  }

  save(): StrategyModel {
    const all: Record<string, readonly number[]> = {}
    this.kinds.forEach((kind, i) => {
      Object.assign(all, kind.links.save(`links${i}`, this.features.hasNames), kind.words.save(`words${i}`))
    })
    if (this.options.neighbourhood) Object.assign(all, this.neighbours.save('neighbourhood', false))
    if (this.options.history) Object.assign(all, this.hosts.save('history', false))
    return all
  }

  /** A model of one kind of source serves both; one without neighbourhood or history leaves those to be learned. */
  load(model: StrategyModel): void {
    this.kinds.forEach((kind, i) => {
      const from = Object.hasOwn(model, `links${i}.examples`) ? i : 0
      kind.links.load(`links${from}`, model)
      kind.words.load(`words${from}`, model)
    })
    if (this.options.neighbourhood && Object.hasOwn(model, 'neighbourhood.examples')) {
      this.neighbours.load('neighbourhood', model)
    }
    if (this.options.history && Object.hasOwn(model, 'history.examples')) this.hosts.load('history', model)
  }

  /** Puts the values of a pair into `current` and says how many words it has. */
  private look(pair: number): number {
    const { current, pairs, options } = this
    current.fromRelevant = this.counts.isRelevant(pairs.source[pair])
    this.features.fill(pair, current.links)
    if (options.neighbourhood) this.neighbourhood.fill(pairs.target[pair], current.neighbours)
    const { host } = this.neighbourhood
    if (options.history && host !== null) this.history.fill(host[pairs.target[pair]], current.history)
    else current.history.fill(MISSING)
    return pairs.wordsOf(pair, current.words)
  }

  private kindOf(fromRelevant: boolean): Pair {
    return this.kinds[this.options.split && fromRelevant ? 1 : 0]
  }

  private learnFrom(values: Example, wordCount: number, relevant: boolean): void {
    const { links, words } = this.kindOf(values.fromRelevant)
    links.add(values.links, relevant)
    words.add(values.words, wordCount, relevant)
    if (this.options.neighbourhood) this.neighbours.add(values.neighbours, relevant)
    if (this.options.history && values.history[0] !== MISSING) this.hosts.add(values.history, relevant)
  }
}

export const NO_VOTE = -1

/** Half, where nobody votes. */
export function meanVote(votes: readonly number[]): number {
  const given = votes.filter(vote => vote !== NO_VOTE)
  return given.length === 0 ? 0.5 : given.reduce((sum, vote) => sum + vote, 0) / given.length
}

function votes(bayes: BinnedBayes, values: Float64Array): number {
  return bayes.isTrained && values.some(value => value !== MISSING) ? bayes.probability(values) : NO_VOTE
}
