/**
 * The text of links while a graph is being built, beside the rows of builder-links.ts: nothing until the first link with
 * text, then 6 bytes per link and 5 for its words, and 4 per word; 5 for its place in the page.
 */
import type { Features } from '../contracts.js'
import { NO_OPINION } from '../page/links/link-score.js'
import { grow, Words } from './builder-columns.js'
import { sharedBytes, sharedWords, type LinkContext, type LinkText } from './web-graph.js'

/** What is known of the links of one page, in the form in which strategies are told; null: not known. */
export type LinkColumns = Pick<Features, 'anchorScore' | 'contextScore' | 'names' | 'words' | 'tagPath' | 'listPlace'>

const MOST_WORDS = 255

/** Numbers by link. Links that nobody says anything about get the same number. */
class LinkNumbers<T extends Uint8Array | Uint32Array> {
  private length = 0

  /** `values`: empty, of the type that is wanted. */
  constructor(
    private values: T,
    private readonly otherwise: number,
  ) {}

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

  /** Puts the numbers of these links, in this order, into an array of their length. */
  pick(links: Uint32Array, picked: T): T {
    const { values, length, otherwise } = this
    for (let i = 0; i < links.length; i++) picked[i] = links[i] < length ? values[links[i]] : otherwise
    return picked
  }
}

function bytes(otherwise: number): LinkNumbers<Uint8Array> {
  return new LinkNumbers(new Uint8Array(0), otherwise)
}

export class LinkTextBuilder {
  private readonly anchorScore = bytes(NO_OPINION)
  private readonly contextScore = bytes(NO_OPINION)
  private readonly names = {
    anchorNames: bytes(0),
    anchorWords: bytes(0),
    urlNames: bytes(0),
    urlWords: bytes(0),
  }
  private readonly tagPath = new LinkNumbers<Uint32Array>(new Uint32Array(0), 0)
  private readonly listPlace = bytes(0)
  private readonly wordCounts = bytes(0)
  private readonly hashes = new Words()

  /** Link number `link` of the graph so far is link `k` of a page with these columns. Links come in order. */
  add(link: number, { anchorScore, contextScore, names, words, tagPath, listPlace }: LinkColumns, k: number): void {
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
    if (tagPath !== null && listPlace !== null) {
      this.tagPath.set(link, tagPath[k])
      this.listPlace.set(link, listPlace[k])
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
    const { anchorScore, contextScore, names, wordCounts, tagPath, listPlace } = this
    const pick = (column: LinkNumbers<Uint8Array>): Uint8Array => column.pick(links, sharedBytes(links.length))
    return {
      anchorScore: anchorScore.isEmpty ? null : pick(anchorScore),
      contextScore: contextScore.isEmpty ? null : pick(contextScore),
      context,
      names: names.anchorNames.isEmpty
        ? null
        : {
            anchorNames: pick(names.anchorNames),
            anchorWords: pick(names.anchorWords),
            urlNames: pick(names.urlNames),
            urlWords: pick(names.urlWords),
          },
      places: tagPath.isEmpty
        ? null
        : { tagPath: tagPath.pick(links, sharedWords(links.length)), listPlace: pick(listPlace) },
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
