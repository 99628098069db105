/** Lines of a text, word by word. */
import { foldWords, scanWords } from '../../../page/words/words.js'

const COMPOSABLE = /[^\0-\u02ff]/

/** The words of one line, in columns that the next line overwrites. */
export class Line {
  /** As written, where that has the same length as the folded line. */
  text = ''
  folded = ''
  count = 0
  readonly starts: number[] = []
  readonly ends: number[] = []
  /** Nothing but a space or hyphen stands before the word. */
  readonly follows: boolean[] = []

  read(written: string, maxWords: number): void {
    const plain = written.includes('\u00ad') ? written.replaceAll('\u00ad', '') : written
    const composed = COMPOSABLE.test(plain) ? plain.normalize('NFC').replaceAll('’', "'") : plain
    this.folded = foldWords(composed)
    this.text = composed.length === this.folded.length ? composed : this.folded
    this.count = 0
    scanWords(this.folded, maxWords, (start, end, follows) => {
      const i = this.count++
      this.starts[i] = start
      this.ends[i] = end
      this.follows[i] = follows && i > 0
    })
  }

  word(i: number): string {
    return this.folded.slice(this.starts[i], this.ends[i])
  }

  /** Of the folded word, 30 bits: a small integer is looked up faster than a string. */
  hash(i: number): number {
    const { folded } = this
    let hash = 0x811c9dc5
    for (let at = this.starts[i], end = this.ends[i]; at < end; at++)
      hash = Math.imul(hash ^ folded.charCodeAt(at), 0x01000193)
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
    return (hash ^ (hash >>> 13)) & 0x3fffffff
  }

  /** Words i … j-1 as they are written. */
  written(i: number, j: number): string {
    return this.text.slice(this.starts[i], this.ends[j - 1])
  }
}

/** A slice of a text keeps the whole text in memory; this does not. */
export function detached(slice: string): string {
  return Buffer.from(slice, 'utf16le').toString('utf16le')
}

const UNSPACED =
  /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

/** Written in a script without spaces between words. */
export function isUnspaced(text: string): boolean {
  return UNSPACED.test(text)
}
