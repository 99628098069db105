/**
 * The main text of a page: its paragraphs without menus, headers, footers and lists of links.
 *
 * Judged by block, without knowing the language: paragraphs are long and hold few links. Lengths are in characters, not
 * words, so that scripts without spaces are judged alike; signs that stand for a syllable or word count for more. Then
 * by neighbourhood: a short line between paragraphs is part of the text, one between menus is not.
 */
import { BLOCK_BOILERPLATE, BLOCK_HEADING, type TextBlocks } from '../html/text-builder.js'

// By length and link density as in boilerpipe and jusText; the numbers were looked at on the home pages of cc-dev.
const LONG = 140 // a paragraph by itself
const SHORT = 40 // below: a label, a date, a button
const MAX_LINKED = 0.33 // of the characters of a paragraph
/** A page with less main text than this is all menu and list: links are its content then. */
const ENOUGH = 200

const BAD = 0
const LABEL = 1 // short: goes with its neighbours
const MIDDLING = 2 // of medium length: goes with one good neighbour
const GOOD = 3

export function mainText(fullText: string, blocks: TextBlocks): string {
  const count = blocks.start.length
  if (count === 0) return fullText
  const classes = new Uint8Array(count)
  let good = 0
  for (let i = 0; i < count; i++) {
    classes[i] = classify(blocks, i)
    if (classes[i] === GOOD) good += weight(blocks, i)
  }
  if (good < ENOUGH) return sparseText(fullText, blocks)
  smooth(classes, blocks)
  return collect(fullText, blocks, classes)
}

/** One wide sign says as much as two or three letters. */
function weight(blocks: TextBlocks, i: number): number {
  return blocks.end[i] - blocks.start[i] + 1.5 * blocks.wide[i]
}

function classify(blocks: TextBlocks, i: number): number {
  const length = blocks.end[i] - blocks.start[i]
  const size = weight(blocks, i)
  const linked = blocks.linked[i]
  if (linked > MAX_LINKED * length) return BAD
  if ((blocks.flags[i] & BLOCK_BOILERPLATE) !== 0) return BAD
  if (size >= LONG) return GOOD
  if (size >= SHORT) return MIDDLING
  return linked > 0 ? BAD : LABEL
}

/** Gives labels and middling blocks the class of what surrounds them. */
function smooth(classes: Uint8Array, blocks: TextBlocks): void {
  const count = classes.length
  let before = BAD
  for (let i = 0; i < count;) {
    if (classes[i] === GOOD || classes[i] === BAD) {
      before = classes[i++]
      continue
    }
    let end = i
    let middling = false
    for (; end < count && classes[end] !== GOOD && classes[end] !== BAD; end++) middling ||= classes[end] === MIDDLING
    const after = end < count ? classes[end] : BAD
    const both = before === GOOD && after === GOOD
    const one = before === GOOD || after === GOOD
    for (let k = i; k < end; k++) {
      const leadsOn = (blocks.flags[k] & BLOCK_HEADING) !== 0 && after === GOOD
      classes[k] = both || leadsOn || (one && (middling || classes[k] === MIDDLING)) ? GOOD : BAD
    }
    i = end
  }
}

/** For pages without paragraphs: all that is not link or navigation, everything when that is nothing. */
function sparseText(fullText: string, blocks: TextBlocks): string {
  const count = blocks.start.length
  const classes = new Uint8Array(count)
  let kept = 0
  for (let i = 0; i < count; i++) {
    const length = blocks.end[i] - blocks.start[i]
    if ((blocks.flags[i] & BLOCK_BOILERPLATE) !== 0 || blocks.linked[i] > 0.5 * length) continue
    classes[i] = GOOD
    kept += weight(blocks, i)
  }
  return kept < ENOUGH ? fullText : collect(fullText, blocks, classes)
}

/** Good blocks with the line breaks between them; neighbours are cut out together. */
function collect(fullText: string, blocks: TextBlocks, classes: Uint8Array): string {
  const { start, end } = blocks
  const count = classes.length
  let text = ''
  for (let i = 0; i < count; i++) {
    if (classes[i] !== GOOD) continue
    const first = i
    while (i + 1 < count && classes[i + 1] === GOOD) i++
    const part = fullText.slice(start[first], end[i])
    text = text === '' ? part : `${text}\n${part}`
  }
  return text
}
