/**
 * Visible text as it is read off the document: white space folded, references decoded, cut into blocks.
 *
 * A block is a paragraph with what is needed to tell content from navigation: how much of it is link text, whether it
 * lies in a navigation or footer element. Blocks are columns of numbers, places in the text: a page has hundreds.
 */
import { decodeHTML } from 'entities/decode'

export const MAX_TEXT = 1_000_000

/** Block i is `text.slice(start[i], end[i])`. */
export interface TextBlocks {
  readonly start: number[]
  readonly end: number[]
  /** Characters inside links. */
  readonly linked: number[]
  /** Characters of scripts in which one sign is a syllable or a word (Chinese, Japanese, Korean). */
  readonly wide: number[]
  /** BLOCK_BOILERPLATE, BLOCK_HEADING. */
  readonly flags: number[]
}

export const BLOCK_BOILERPLATE = 1
export const BLOCK_HEADING = 2

const AMPERSAND = 38
const SEMICOLON = 59
const NO_BREAK_SPACE = 0xa0
const SOFT_HYPHEN = 0xad
/** CJK radicals: from here on a code stands for more than a letter. */
const FIRST_WIDE = 0x2e80
const LONGEST_REFERENCE = 34 // &CounterClockwiseContourIntegral; has 33 characters

// What a code unit is to the text; a table, because a chain of comparisons mispredicts at every word.
const IS_SPACE = 1
const SPECIAL = 2
const IS_WIDE = 4
const KIND = new Uint8Array(0x10000).fill(IS_WIDE, FIRST_WIDE).fill(SPECIAL, 0, 32)
KIND[32] = IS_SPACE
KIND[AMPERSAND] = KIND[NO_BREAK_SPACE] = KIND[SOFT_HYPHEN] = SPECIAL

export class TextBuilder {
  private text = ''
  private readonly blocks: TextBlocks = { start: [], end: [], linked: [], wide: [], flags: [] }
  private linked = 0
  private wide = 0
  private flags = 0
  /** Set before text is appended. */
  private space = false
  private breaks = 0
  private atBlockEnd = true
  private inLink = false
  private linkStart = -1
  /** Flags for the blocks to come. */
  private nextFlags = 0
  /** Where the texts between two tags begin, in order. */
  private readonly runs: number[] = []
  private runBegins = false

  constructor(
    private readonly html: string,
    private readonly codes: Uint16Array,
  ) {}

  get length(): number {
    return this.text.length
  }

  setFlags(flags: number): void {
    this.nextFlags = flags
  }

  endBlock(): void {
    this.atBlockEnd = true
  }

  /** Two in a row separate blocks, as writers of old pages mean it. */
  lineBreak(): void {
    this.breaks++
  }

  beginLink(): void {
    this.inLink = true
    this.linkStart = -1
  }

  /** Where the link's text begins (it ends at `length`), -1 when it has none. */
  endLink(): number {
    this.inLink = false
    return this.linkStart
  }

  /** Appends the text between two tags. */
  append(start: number, end: number): void {
    if (this.text.length >= MAX_TEXT) return
    this.runBegins = true
    const { html, codes } = this
    let from = start
    let wide = 0
    let afterSpace = 1
    for (let i = start; i < end; i++) {
      const kind = KIND[codes[i]]
      // Most units pass here: letters, and single spaces between them.
      if ((kind & (afterSpace | SPECIAL)) === 0) {
        afterSpace = kind & IS_SPACE
        wide += kind >> 2
        continue
      }
      const last = afterSpace !== 0 && i > from ? i - 1 : i
      if (last > from) this.add(html.slice(from, last), wide)
      if (last < i) this.space = true
      wide = 0
      if (codes[i] === AMPERSAND) {
        const stop = endOfReference(codes, i, end)
        this.addReference(decodeHTML(html.slice(i, stop)))
        i = stop - 1
        afterSpace = 0
      } else if (codes[i] !== SOFT_HYPHEN) {
        this.space = true
        afterSpace = 1
      }
      from = i + 1
    }
    const last = afterSpace !== 0 && end > from ? end - 1 : end
    if (last > from) this.add(html.slice(from, last), wide)
    if (afterSpace !== 0 && end > start) this.space = true
  }

  finish(): { fullText: string; blocks: TextBlocks; runs: readonly number[] } {
    this.closeBlock()
    return { fullText: this.text, blocks: this.blocks, runs: this.runs }
  }

  private add(piece: string, wide: number): void {
    // a separator and the piece
    const room = MAX_TEXT - this.text.length - 1
    if (room <= 0) return
    if (piece.length > room) piece = piece.slice(0, room)
    if (this.atBlockEnd || this.breaks > 1) this.openBlock()
    else if (this.breaks === 1) this.text += '\n'
    else if (this.space) this.text += ' '
    this.space = false
    this.breaks = 0
    if (this.runBegins) {
      this.runs.push(this.text.length)
      this.runBegins = false
    }
    if (this.inLink) {
      if (this.linkStart === -1) this.linkStart = this.text.length
      this.linked += piece.length
    }
    this.wide += wide
    this.text += piece
  }

  private addReference(text: string): void {
    const code = text.charCodeAt(0)
    if (text.length > 1 || code === AMPERSAND || KIND[code] !== SPECIAL) this.add(text, KIND[code] >> 2)
    else if (code !== SOFT_HYPHEN) this.space = true
  }

  private openBlock(): void {
    this.closeBlock()
    if (this.text !== '') this.text += '\n'
    this.blocks.start.push(this.text.length)
    this.flags = this.nextFlags
    this.atBlockEnd = false
  }

  private closeBlock(): void {
    const { start, end, linked, wide, flags } = this.blocks
    if (end.length === start.length) return
    end.push(this.text.length)
    linked.push(this.linked)
    wide.push(this.wide)
    flags.push(this.flags)
    this.linked = 0
    this.wide = 0
  }
}

/** Behind the character reference that begins at `start`, if it is one. */
function endOfReference(codes: Uint16Array, start: number, end: number): number {
  const limit = Math.min(end, start + LONGEST_REFERENCE)
  for (let i = start + 1; i < limit; i++) {
    const code = codes[i]
    if (code === SEMICOLON) return i + 1
    const isNamePart = (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122)
    if (!isNamePart && code !== 35) return i
  }
  return limit
}

/** Every run of white space one space, none at the ends. */
export function foldSpace(text: string): string {
  return text.replace(/[\0-\x20\xa0]+/g, ' ').trim()
}
