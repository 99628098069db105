/**
 * The text of links while a graph is being built, beside the rows of builder-links.ts: nothing until the first link with
 * text, then 6 bytes per link and 5 for its words, and 4 per word.
 */
import type { Features } from '../contracts.js'
import { NO_OPINION } from '../page/links/link-score.js'
import { grow, Words } from './builder-columns.js'
import { sharedBytes, sharedWords, type LinkContext, type LinkText } from './web-graph.js'

/** What is known of the links of one page, in the form in which strategies are told; null: not known. */
export type LinkColumns = Pick<Features, 'anchorScore' | 'contextScore' | 'names' | 'words'>

const MOST_WORDS = 255

/** Bytes by link. Links that nobody says anything about get the same byte. */
class LinkBytes {
  private values = new Uint8Array(0)
  private length = 0

  constructor(private readonly otherwise: number) {}

  get isEmpty(): boolean {
    return this.length === 0
  }

  set(link: number, value: number): void {
    if (link >= this.values.length) this.values = grow(this.values, link + 1)
    this.values.fill(this.otherwise, this.length, link)
    this.values[link] = value
    this.length = link + 1
  }

  get(link: number): number {
    return link < this.length ? this.values[link] : this.otherwise
  }

  /** The bytes of these links, in this order. */
  pick(links: Uint32Array): Uint8Array {
    const { values, length, otherwise } = this
    const picked = sharedBytes(links.length)
    for (let i = 0; i < links.length; i++) picked[i] = links[i] < length ? values[links[i]] : otherwise
    return picked
  }
}

export class LinkTextBuilder {
  private readonly anchorScore = new LinkBytes(NO_OPINION)
  private readonly contextScore = new LinkBytes(NO_OPINION)
  private readonly names = {
    anchorNames: new LinkBytes(0),
    anchorWords: new LinkBytes(0),
    urlNames: new LinkBytes(0),
    urlWords: new LinkBytes(0),
  }
  private readonly wordCounts = new LinkBytes(0)
  private readonly hashes = new Words()

  /** Link number `link` of the graph so far is link `k` of a page with these columns. Links come in order. */
  add(link: number, { anchorScore, contextScore, names, words }: LinkColumns, k: number): void {
    if (anchorScore !== null && contextScore !== null) {
      this.anchorScore.set(link, anchorScore[k])
      this.contextScore.set(link, contextScore[k])
    }
    if (names !== null) {
      this.names.anchorNames.set(link, names.anchorNames[k])
      this.names.anchorWords.set(link, names.anchorWords[k])
      this.names.urlNames.set(link, names.urlNames[k])
      this.names.urlWords.set(link, names.urlWords[k])
    }
    if (words !== null) {
      const start = words.starts[k]
      const end = Math.min(words.starts[k + 1], start + MOST_WORDS)
      for (let i = start; i < end; i++) this.hashes.push(words.hashes[i])
      this.wordCounts.set(link, end - start)
    }
  }

  /** The text of these links, in this order. */
  pick(links: Uint32Array, context: LinkContext): LinkText {
    const { anchorScore, contextScore, names, wordCounts } = this
    return {
      anchorScore: anchorScore.isEmpty ? null : anchorScore.pick(links),
      contextScore: contextScore.isEmpty ? null : contextScore.pick(links),
      context,
      names: names.anchorNames.isEmpty
        ? null
        : {
            anchorNames: names.anchorNames.pick(links),
            anchorWords: names.anchorWords.pick(links),
            urlNames: names.urlNames.pick(links),
            urlWords: names.urlWords.pick(links),
          },
      words: wordCounts.isEmpty ? null : this.pickWords(links),
    }
  }

  private pickWords(links: Uint32Array): LinkText['words'] {
    const { wordCounts } = this
    const all = this.hashes.values
    const starts = sharedWords(links.length + 1)
    let last = 0
    for (let i = 0; i < links.length; i++) {
      starts[i + 1] = starts[i] + wordCounts.get(links[i])
      if (links[i] > last) last = links[i]
    }
    const before = new Uint32Array(last + 2)
    for (let link = 0; link <= last; link++) before[link + 1] = before[link] + wordCounts.get(link)
    const hashes = sharedWords(starts[links.length])
    for (let i = 0; i < links.length; i++) {
      hashes.set(all.subarray(before[links[i]], before[links[i] + 1]), starts[i])
    }
    return { starts, hashes }
  }
}
