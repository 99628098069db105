/** Pieces of text where they lie on a page: turned upright, once where they are printed twice, with letters that are set apart joined. */
import type { PdfItem } from './open-pdf.js'

export interface PlacedPiece {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly end: number
  readonly size: number
  readonly isSpace: boolean
}

/** Letters with a space between each two, and what counts as a word of them: shorter ones may be what they look like. */
const SET_APART = /^\S(?: ?\p{M})*(?: \S(?: ?\p{M})*)+$/u
const LEAST_LETTERS = 4
/** Of the size of the letters: programs without a bold font print twice, a little beside. */
const BESIDE = 0.1

export function placedPieces(items: readonly PdfItem[]): PlacedPiece[] {
  const pieces = withoutCopies(upright(items))
  let start = 0
  for (let i = 1; i <= pieces.length; i++) {
    if (pieces[i]?.y === pieces[start].y) continue
    joinLetters(pieces, start, i)
    start = i
  }
  return pieces
}

/** A page may be turned: its text is what counts. What stands across the rest (a stamp in the margin) comes last. */
function upright(items: readonly PdfItem[]): PlacedPiece[] {
  const straight: PlacedPiece[] = []
  const turned: PlacedPiece[] = []
  let straightText = 0
  let turnedText = 0
  for (const { str, transform, width, height } of items) {
    if (str === '') continue
    const [a, b, c, d, x, y] = transform
    const size = Math.hypot(c, d) || height || 1
    const isSpace = str.trim() === ''
    if (Math.abs(b) <= Math.abs(a)) {
      straight.push({ text: str, x, y, end: x + width, size, isSpace })
      straightText += str.length
    } else {
      const along = b > 0 ? y : -y
      turned.push({ text: str, x: along, y: b > 0 ? -x : x, end: along + width, size, isSpace })
      turnedText += str.length
    }
  }
  return straightText >= turnedText ? [...straight, ...turned] : [...turned, ...straight]
}

function withoutCopies(pieces: readonly PlacedPiece[]): PlacedPiece[] {
  const printed = new Map<string, PlacedPiece[]>()
  return pieces.filter(piece => {
    if (piece.isSpace) return true
    const same = printed.get(piece.text)
    if (same === undefined) printed.set(piece.text, [piece])
    else if (same.some(other => isCopy(other, piece))) return false
    else same.push(piece)
    return true
  })
}

function isCopy(one: PlacedPiece, other: PlacedPiece): boolean {
  const room = BESIDE * one.size
  return (
    Math.abs(one.x - other.x) <= room && Math.abs(one.y - other.y) <= room && Math.abs(one.size - other.size) <= room
  )
}

/** Of a line, from `start` to `end`: pdfjs takes the distance of letters that are set apart for spaces; those of words are pieces. */
function joinLetters(pieces: PlacedPiece[], start: number, end: number): void {
  if (!pieces.slice(start, end).some(({ text }) => isWord(text))) return
  for (let i = start; i < end; i++)
    if (SET_APART.test(pieces[i].text)) pieces[i] = { ...pieces[i], text: pieces[i].text.replaceAll(' ', '') }
}

function isWord(text: string): boolean {
  if (!SET_APART.test(text)) return false
  const letters = text.match(/\p{L}/gu) ?? []
  return letters.length >= LEAST_LETTERS && !isAlphabet(letters)
}

/** "A B C D E" */
function isAlphabet(letters: readonly string[]): boolean {
  const codes = letters.map(letter => letter.codePointAt(0) ?? 0)
  const steps = codes.filter((code, i) => i > 0 && Math.abs(code - codes[i - 1]) === 1)
  return steps.length * 2 >= codes.length
}
