/** Words side by side, with the number of pages. A longer sequence is followed only where a shorter one came up before. */
import { Line } from './forms.js'
import { PhraseTrie } from './phrase-trie.js'
import type { Vocabulary } from './vocabulary.js'

const MAX_GRAM = 4
/** The, of, and. */
const SMALL_WORD = 3
const MAX_GRAMS = 1_000_000
const MAX_WORDS = 2000
/** Pages of the sample that must have words side by side: two may be one text that was copied, or chance. */
const MIN_PAGES = 3
/** Normalised pointwise mutual information, −1 … 1, where 0 is chance: by reasoning, and by reading a hundred phrases of wikischools. */
const MIN_BOND = 0.2
/** The same by occurrences rather than pages, for what is written as a name: "World Bank" is one although "world" is on most pages. */
const MIN_NAME_BOND = 0.35

export class Grams {
  private readonly trie = new PhraseTrie(MAX_GRAMS)
  private readonly pages: number[] = [0]
  private readonly last: number[] = [-1]
  private readonly times: number[] = [0]
  private readonly languages: string[] = ['']
  private words = 0
  private readonly line = new Line()
  private readonly stems: number[] = []

  constructor(private readonly vocabulary: Vocabulary) {}

  read(written: string, page: number, language: string): void {
    const { line, vocabulary, stems } = this
    line.read(written, MAX_WORDS)
    for (let i = 0; i < line.count; i++) stems[i] = vocabulary.meet(line, i, page, language)
    this.words += line.count
    for (let i = 0; i < line.count; i++) {
      let node = this.visit(0, stems[i], page, language)
      for (let j = i + 1; node !== 0 && j < line.count && j < i + MAX_GRAM && line.follows[j]; j++) {
        if (this.pages[node] < 2) break
        node = this.visit(node, stems[j], page, language)
      }
    }
  }

  private visit(parent: number, stem: number, page: number, language: string): number {
    const node = this.trie.grow(parent, stem)
    if (node === this.pages.length) {
      this.pages.push(0)
      this.last.push(-1)
      this.times.push(0)
      this.languages.push(language)
    }
    if (node === 0) return node
    this.times[node]++
    if (this.last[node] !== page) {
      this.last[node] = page
      this.pages[node]++
    }
    return node
  }

  /** `isName`: only if it is written as one. */
  *phrases(): Generator<{ stems: number[]; isName: boolean }> {
    const { trie, vocabulary, words } = this
    for (let node = 1; node < trie.size; node++) {
      const language = this.languages[node]
      if (trie.depths[node] < 2 || this.pages[node] < MIN_PAGES) continue
      if (vocabulary.isStop(trie.stems[node], language)) continue
      const stems = trie.sequence(node)
      if (vocabulary.isStop(stems[0], language) && vocabulary.stemText(stems[0]).length <= SMALL_WORD) continue
      const isFirm = this.bond(node, this.pages, vocabulary.pageCount) >= MIN_BOND
      if (isFirm || this.bond(node, this.times, words) >= MIN_NAME_BOND) yield { stems, isName: !isFirm }
    }
  }

  /** How much more often the last word comes up after the others than it would by chance. */
  private bond(node: number, counts: readonly number[], total: number): number {
    const both = counts[node] / total
    const beginning = counts[this.trie.parents[node]] / total
    const last = counts[this.trie.child(0, this.trie.stems[node])] / total
    return both >= 1 ? 0 : Math.log(both / (beginning * last)) / -Math.log(both)
  }
}
