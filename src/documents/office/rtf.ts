/**
 * RTF: text between groups in braces and words that begin with a backslash. Bytes are in the charset of their font; `\uN` is a sign of
 * Unicode with a substitute behind it for those who cannot show it.
 */
import { decodeAs } from '../../page/charset/decode.js'
import { charsetName } from '../../page/charset/names.js'
import { DocumentText } from './document-text.js'
import { CODE_PAGES, ENDS, FONT_CHARSETS, SIGNS, SKIPPED } from './rtf-words.js'

const BETWEEN_CELLS = ' | '
const MAX_DEPTH = 1_000
const MAX_TITLE = 300
const MAX_ADDRESS = 2_000

interface Group {
  readonly destination: string
  readonly isSkipped: boolean
  readonly isHidden: boolean
  readonly charset: string
  readonly isNote: boolean
  /** Substitutes behind a sign of Unicode. */
  readonly substitutes: number
}

export function readRtf(bytes: Uint8Array) {
  return new Rtf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)).read()
}

class Rtf {
  private readonly document = new DocumentText()
  private readonly notes = new DocumentText()
  private readonly groups: Group[] = []
  private group: Group = {
    destination: '',
    isSkipped: false,
    isHidden: false,
    isNote: false,
    charset: 'windows-1252',
    substitutes: 1,
  }
  /** Groups in groups past the limit. */
  private tooDeep = 0
  private readonly fonts = new Map<number, string>()
  private font = 0
  private defaultFont = 0
  private ansi = 'windows-1252'
  /** Bytes of the text that are not decoded yet. */
  private pending: number[] = []
  private substitutesLeft = 0
  private title = ''
  private address = ''
  /** A cell of a table is over: what follows stands in the next one. */
  private isNextCell = false
  private pages = 0
  private at = 0

  constructor(private readonly bytes: Buffer) {}

  read() {
    while (this.at < this.bytes.length && !this.document.isFull) this.step(this.bytes[this.at++])
    this.flush()
    this.document.end()
    this.notes.end()
    for (const note of this.notes.text.split('\n')) {
      this.document.add(note)
      this.document.end()
    }
    return { title: this.title.trim(), language: '', pages: this.pages, document: this.document }
  }

  private step(byte: number): void {
    if (byte === 0x7b) this.open()
    else if (byte === 0x7d) this.close()
    else if (byte === 0x5c) this.control()
    else if (byte !== 0x0a && byte !== 0x0d) this.byte(byte)
  }

  private open(): void {
    this.flush()
    this.substitutesLeft = 0
    if (this.groups.length >= MAX_DEPTH) this.tooDeep++
    else this.groups.push(this.group)
  }

  private close(): void {
    this.flush()
    this.substitutesLeft = 0
    if (this.tooDeep > 0) {
      this.tooDeep--
      return
    }
    const { destination, isNote } = this.group
    this.group = this.groups.pop() ?? this.group
    if (destination === 'fldrslt' && this.group.destination !== destination) this.document.closeLink()
    if (isNote && !this.group.isNote) this.notes.end()
    if (destination === 'fonttbl' && this.group.destination !== destination) this.useFont(this.defaultFont)
  }

  private control(): void {
    const sign = String.fromCharCode(this.bytes[this.at] ?? 0x20)
    if (/[a-zA-Z]/.test(sign)) return this.word()
    this.at++
    if (sign === "'") {
      const byte = parseInt(this.bytes.toString('latin1', this.at, this.at + 2), 16)
      this.at += 2
      if (!Number.isNaN(byte)) this.byte(byte)
    } else if (sign === '*') this.enter('*')
    else if (sign === '~') this.sign('\u00a0')
    else if (sign === '_') this.sign('-')
    else if (sign === '\n' || sign === '\r') this.paragraph()
    else if (/[\\{}]/.test(sign)) this.byte(sign.charCodeAt(0))
  }

  private word(): void {
    const text = this.bytes.toString('latin1', this.at, this.at + 48)
    const [whole, name, digits] = /^([a-zA-Z]{1,32})(-?\d{1,10})? ?/.exec(text) ?? ['x', '', undefined]
    this.at += whole.length
    this.obey(name, digits === undefined ? null : Number(digits))
  }

  private obey(name: string, value: number | null): void {
    const { group } = this
    if (name === 'u' && value !== null) {
      this.sign(String.fromCharCode(value & 0xffff))
      this.substitutesLeft = group.substitutes
    } else if (name === 'uc') this.change({ substitutes: Math.max(0, value ?? 1) })
    else if (name === 'bin') this.at += Math.max(0, value ?? 0)
    else if (name === 'ansicpg') this.setAnsi(value ?? 1252)
    else if (name === 'mac') this.setAnsi(10000)
    else if (name === 'f') this.useFont(value ?? 0)
    else if (name === 'fcharset' && group.destination === 'fonttbl')
      this.fonts.set(this.font, FONT_CHARSETS[value ?? 0] ?? '')
    else if (name === 'deff') this.defaultFont = value ?? 0
    else if (name === 'plain') {
      this.change({ isHidden: false })
      this.useFont(this.defaultFont)
    } else if (name === 'v' || name === 'deleted') this.change({ isHidden: value !== 0 })
    else if (name === 'nofpages') this.pages = Math.min(Math.max(0, value ?? 0), 1e6)
    else if (name === 'page') this.pageBreak()
    else if (name === 'cell' || name === 'nestcell') this.endCell()
    else if (ENDS.has(name)) this.paragraph()
    else if (Object.hasOwn(SIGNS, name)) this.sign(SIGNS[name])
    else if (SKIPPED.has(name) || name === 'title' || name === 'fldrslt' || name === 'footnote') this.enter(name)
  }

  private setAnsi(codePage: number): void {
    this.flush()
    this.ansi = CODE_PAGES[codePage] ?? charsetName(`windows-${codePage}`) ?? 'windows-1252'
    this.change({ charset: this.ansi })
  }

  private useFont(number: number): void {
    if (this.group.destination === 'fonttbl') this.font = number
    else this.change({ charset: this.fonts.get(number) || this.ansi })
  }

  private change(values: Partial<Group>): void {
    this.flush()
    this.group = { ...this.group, ...values }
  }

  /** The group that was opened last is one of these. */
  private enter(destination: string): void {
    const { group } = this
    if (destination === 'title' && group.destination !== 'info') return
    const isShown = destination === 'fldrslt' || destination === 'footnote'
    const isNote = group.isNote || destination === 'footnote'
    this.change({ destination, isNote, isSkipped: isShown ? group.isSkipped : true })
    if (destination === 'fldinst') this.address = ''
    if (destination === 'fldrslt') this.openLink()
  }

  private openLink(): void {
    const href = /HYPERLINK\s+(?:\\l\s+)?"([^"]*)"/i.exec(this.address)?.[1] ?? ''
    this.address = ''
    if (!this.group.isSkipped && !this.group.isNote) this.document.openLink(href)
  }

  /** Of the text, or of what stands for a sign of Unicode. */
  private byte(byte: number): void {
    if (this.substitutesLeft > 0) this.substitutesLeft--
    else this.pending.push(byte)
  }

  private sign(sign: string): void {
    this.flush()
    this.write(sign)
  }

  private flush(): void {
    if (this.pending.length === 0) return
    const text = decodeAs(Buffer.from(this.pending), this.group.charset)
    this.pending = []
    this.write(text)
  }

  private write(text: string): void {
    const { destination, isSkipped, isHidden } = this.group
    if (destination === 'title') this.title = (this.title + text).slice(0, MAX_TITLE)
    else if (destination === 'fldinst') this.address = (this.address + text).slice(0, MAX_ADDRESS)
    else if (!isSkipped && !isHidden) {
      if (this.isNextCell) this.target().add(BETWEEN_CELLS)
      this.isNextCell = false
      this.target().add(text)
    }
  }

  private endCell(): void {
    this.flush()
    this.isNextCell = true
  }

  private paragraph(): void {
    this.flush()
    this.isNextCell = false
    if (!this.group.isSkipped) this.target().end()
  }

  private pageBreak(): void {
    this.flush()
    if (!this.group.isSkipped) this.document.pageBreak()
  }

  private target(): DocumentText {
    return this.group.isNote ? this.notes : this.document
  }
}
