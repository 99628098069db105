/** Which of the candidates each page has, how the collection writes them, and what stands before and after them. */
import { detached, Line } from './forms.js'
import { MAX_PHRASE } from './candidates.js'
import type { PhraseTrie } from './phrase-trie.js'
import type { Vocabulary } from './vocabulary.js'

/** What is kept of one page until it is known which of them are phrases. */
const PHRASES_OF_PAGE = 80
const MAX_WORDS = 5000
/** A line of fewer words is a heading, an item of a list or a button. */
const SENTENCE = 9
/** A phrase in the title is worth as much as this many in the text. */
const TITLE_WEIGHT = 6
const SPELLINGS = 5

export interface PhraseUse {
  pages: number
  /** Pages that have it in a sentence. */
  sentences: number
  /** Times that it was met. */
  times: number
  /** The word that mostly stands before it and after it; lead: how often more than all others together. */
  before: number
  leadBefore: number
  after: number
  leadAfter: number
  readonly spellings: { text: string; times: number }[]
}

export class PhraseReader {
  readonly uses = new Map<number, PhraseUse>()
  private readonly line = new Line()
  private readonly stems: number[] = []
  private readonly weights = new Map<number, number>()
  private readonly inSentence = new Set<number>()
  private pages = 0
  private language = ''

  constructor(
    private readonly vocabulary: Vocabulary,
    private readonly trie: PhraseTrie,
    private readonly isCandidate: (node: number) => boolean,
    private readonly isSingle: (hash: number) => boolean,
    private readonly isFurniture: (line: string) => boolean,
  ) {}

  /** Nodes of the page's candidates, the most telling first. */
  read(title: string, text: string, language: string): number[] {
    this.language = language
    this.weights.clear()
    this.inSentence.clear()
    this.readLine(title, TITLE_WEIGHT)
    let words = 0
    for (const written of text.split('\n')) {
      if (words >= MAX_WORDS) break
      if (!this.isFurniture(written)) words += this.readLine(written, 1)
    }
    this.pages++
    for (const node of this.weights.keys()) {
      const use = this.useOf(node)
      use.pages++
      if (this.inSentence.has(node)) use.sentences++
    }
    return Array.from(this.weights, ([node, weight]) => ({ node, weight: weight * this.telling(node) }))
      .sort((a, b) => b.weight - a.weight || a.node - b.node)
      .slice(0, PHRASES_OF_PAGE)
      .map(({ node }) => node)
  }

  /** What was on every page so far tells nothing about this one; two words tell more than one. */
  private telling(node: number): number {
    return Math.log2(1 + this.pages / this.useOf(node).pages) * (this.trie.depths[node] > 1 ? 1.5 : 1)
  }

  private readLine(written: string, weight: number): number {
    const { line, stems, vocabulary, weights } = this
    line.read(written, MAX_WORDS)
    for (let i = 0; i < line.count; i++) stems[i] = vocabulary.stemAt(line, i)
    const isSentence = weight === 1 && line.count >= SENTENCE
    for (let i = 0; i < line.count;) {
      const { node, end } = this.longest(i)
      if (node === 0) {
        i++
        continue
      }
      weights.set(node, (weights.get(node) ?? 0) + weight)
      const use = this.useOf(node)
      if (isSentence) {
        this.inSentence.add(node)
        this.look(use, i, end)
      }
      if (isSentence || use.times === 0) countSpelling(use.spellings, line.written(i, end))
      i = end
    }
    return line.count
  }

  /** The longest candidate that begins here. */
  private longest(i: number): { node: number; end: number } {
    const { line, stems, trie } = this
    let node = 0
    let best = 0
    let end = i
    for (let j = i; j < line.count && j < i + MAX_PHRASE && (j === i || line.follows[j]); j++) {
      node = trie.child(node, stems[j])
      if (node === 0) break
      if (this.isCandidate(node)) {
        best = node
        end = j + 1
      }
    }
    return end === i + 1 && !this.isSingle(line.hash(i)) ? { node: 0, end: i } : { node: best, end }
  }

  /** A vote on each side: whoever has more than half of all is ahead at the end, and no list of the others is needed. */
  private look(use: PhraseUse, from: number, end: number): void {
    const { line } = this
    const before = from > 0 && line.follows[from] ? this.telltale(from - 1) : -1
    const after = end < line.count && line.follows[end] ? this.telltale(end) : -1
    use.times++
    if (use.before === before) use.leadBefore++
    else if (use.leadBefore > 0) use.leadBefore--
    else {
      use.before = before
      use.leadBefore = 1
    }
    if (use.after === after) use.leadAfter++
    else if (use.leadAfter > 0) use.leadAfter--
    else {
      use.after = after
      use.leadAfter = 1
    }
  }

  /** That "the" stands before a phrase says nothing; that "New" does, and with a capital letter, says that a part is missing. */
  private telltale(i: number): number {
    const { line, stems, vocabulary } = this
    const isSmall =
      vocabulary.isStop(stems[i], this.language) && line.text[line.starts[i]] === line.folded[line.starts[i]]
    return isSmall ? -1 : stems[i]
  }

  private useOf(node: number): PhraseUse {
    let use = this.uses.get(node)
    if (use === undefined) {
      use = { pages: 0, sentences: 0, times: 0, before: -1, leadBefore: 0, after: -1, leadAfter: 0, spellings: [] }
      this.uses.set(node, use)
    }
    return use
  }
}

/** A few spellings are counted; a new one takes the place of the rarest. */
function countSpelling(spellings: { text: string; times: number }[], text: string): void {
  const known = spellings.find(one => one.text === text)
  if (known !== undefined) known.times++
  else if (spellings.length < SPELLINGS) spellings.push({ text: detached(text), times: 1 })
  else {
    const rarest = spellings.reduce((a, b) => (b.times < a.times ? b : a))
    rarest.text = detached(text)
    rarest.times++
  }
}
