/** The elements that matter to a crawler, as small numbers, and what each means for text and links. */

/** The element's content is a paragraph of its own. */
export const BLOCK = 1
/** Has no content and no end tag. */
export const VOID = 2
/** Content is not markup: it ends at the element's own end tag, whatever it looks like. */
export const RAW = 4
/** Content is not shown to a reader: fallbacks, lists of choices, templates. */
export const SILENT = 8
/** Usually frame, not content. */
export const BOILERPLATE = 16
/** Kept on the stack of open elements, because its end matters. */
export const NESTED = 32
/** An open paragraph ends where this begins. */
export const ENDS_P = 64
/** A second one right inside the first is its sibling. */
export const SIBLING = 128
/** Holds elements of another vocabulary, where `/>` really closes. */
export const FOREIGN = 256
/** Its attributes name a URL or declare something. */
export const TELLING = 1024
/** A heading: short, yet worth keeping before a good paragraph. */
export const HEADING = 512

const PARAGRAPH = BLOCK | NESTED | ENDS_P

const ELEMENTS: readonly (readonly [name: string, flags: number])[] = [
  ['', 0], // every element that is not in this list
  ['a', NESTED | TELLING],
  ['area', VOID | TELLING],
  ['base', VOID | TELLING],
  ['br', VOID],
  ['frame', VOID | TELLING],
  ['html', TELLING],
  ['iframe', RAW | TELLING],
  ['img', VOID | TELLING],
  ['link', VOID | TELLING],
  ['meta', VOID | TELLING],
  ['p', BLOCK | NESTED | ENDS_P],
  ['title', RAW],
  ['script', RAW],
  ['style', RAW],
  ['textarea', RAW],
  ['xmp', RAW],
  ['noembed', RAW],
  ['noframes', RAW],
  ['plaintext', RAW],
  ['noscript', SILENT | NESTED],
  ['template', SILENT | NESTED],
  ['select', SILENT | NESTED],
  ['datalist', SILENT | NESTED],
  ['audio', SILENT | NESTED],
  ['video', SILENT | NESTED],
  ['canvas', SILENT | NESTED],
  ['nav', PARAGRAPH | BOILERPLATE],
  ['footer', PARAGRAPH | BOILERPLATE],
  ['aside', PARAGRAPH | BOILERPLATE],
  ['header', PARAGRAPH | BOILERPLATE],
  ['menu', PARAGRAPH | BOILERPLATE],
  ['h1', PARAGRAPH | HEADING],
  ['h2', PARAGRAPH | HEADING],
  ['h3', PARAGRAPH | HEADING],
  ['h4', PARAGRAPH | HEADING],
  ['h5', PARAGRAPH | HEADING],
  ['h6', PARAGRAPH | HEADING],
  ['address', PARAGRAPH],
  ['article', PARAGRAPH],
  ['blockquote', PARAGRAPH],
  ['body', BLOCK | NESTED],
  ['caption', BLOCK | NESTED],
  ['center', PARAGRAPH],
  ['dd', PARAGRAPH | SIBLING],
  ['details', PARAGRAPH],
  ['dialog', PARAGRAPH],
  ['dir', PARAGRAPH],
  ['div', PARAGRAPH],
  ['dl', PARAGRAPH],
  ['dt', PARAGRAPH | SIBLING],
  ['fieldset', PARAGRAPH],
  ['figcaption', PARAGRAPH],
  ['figure', PARAGRAPH],
  ['form', PARAGRAPH],
  ['frameset', BLOCK],
  ['head', BLOCK],
  ['hgroup', PARAGRAPH],
  ['hr', BLOCK | VOID | ENDS_P],
  ['legend', PARAGRAPH],
  ['li', PARAGRAPH | SIBLING],
  ['listing', PARAGRAPH],
  ['main', PARAGRAPH],
  ['ol', PARAGRAPH],
  ['optgroup', BLOCK],
  ['option', BLOCK],
  ['pre', PARAGRAPH],
  ['section', PARAGRAPH],
  ['summary', PARAGRAPH],
  ['table', PARAGRAPH],
  ['tbody', BLOCK | NESTED],
  ['td', BLOCK | NESTED | SIBLING],
  ['tfoot', BLOCK | NESTED],
  ['th', BLOCK | NESTED | SIBLING],
  ['thead', BLOCK | NESTED],
  ['tr', BLOCK | NESTED | SIBLING],
  ['ul', PARAGRAPH],
  ['button', NESTED],
  ['label', NESTED],
  ['span', NESTED],
  ['svg', NESTED | FOREIGN],
  ['math', NESTED | FOREIGN],
  ['basefont', VOID],
  ['bgsound', VOID],
  ['col', VOID],
  ['embed', VOID],
  ['input', VOID],
  ['keygen', VOID],
  ['param', VOID],
  ['source', VOID],
  ['track', VOID],
  ['wbr', VOID],
  ['object', 0],
  ['image', 0],
  ['use', 0],
]

export const TAG_NAMES: readonly string[] = ELEMENTS.map(([name]) => name)
export const TAG_FLAGS = Uint16Array.from(ELEMENTS, ([, flags]) => flags)

/** 0 when it is not in the list. */
export function tagNumber(name: string): number {
  return Math.max(0, TAG_NAMES.indexOf(name))
}

export const TAG = {
  other: 0,
  a: tagNumber('a'),
  area: tagNumber('area'),
  base: tagNumber('base'),
  br: tagNumber('br'),
  frame: tagNumber('frame'),
  html: tagNumber('html'),
  iframe: tagNumber('iframe'),
  img: tagNumber('img'),
  link: tagNumber('link'),
  meta: tagNumber('meta'),
  p: tagNumber('p'),
  title: tagNumber('title'),
  dd: tagNumber('dd'),
  dt: tagNumber('dt'),
  body: tagNumber('body'),
  noframes: tagNumber('noframes'),
  plaintext: tagNumber('plaintext'),
  select: tagNumber('select'),
  svg: tagNumber('svg'),
  td: tagNumber('td'),
  textarea: tagNumber('textarea'),
  template: tagNumber('template'),
  th: tagNumber('th'),
  tr: tagNumber('tr'),
  audio: tagNumber('audio'),
  embed: tagNumber('embed'),
  image: tagNumber('image'),
  input: tagNumber('input'),
  noscript: tagNumber('noscript'),
  object: tagNumber('object'),
  script: tagNumber('script'),
  source: tagNumber('source'),
  style: tagNumber('style'),
  track: tagNumber('track'),
  use: tagNumber('use'),
  xmp: tagNumber('xmp'),
  video: tagNumber('video'),
} as const

// An open-addressed table by the hash of the lower-cased name: a name is looked up without making a string of it.
const SLOTS = 512
const slots = new Uint8Array(SLOTS)
for (let id = 1; id < TAG_NAMES.length; id++) {
  let slot = hashName(codesOf(TAG_NAMES[id]), 0, TAG_NAMES[id].length) & (SLOTS - 1)
  while (slots[slot] !== 0) slot = (slot + 1) & (SLOTS - 1)
  slots[slot] = id
}

function codesOf(text: string): Uint16Array {
  return Uint16Array.from(text, sign => sign.charCodeAt(0))
}

/**
 * One step of the hash of a name. `| 32` lower-cases letters; it also merges a few signs, which the comparison tells
 * apart.
 */
function hashName(codes: Uint16Array, start: number, end: number): number {
  let hash = 0
  for (let i = start; i < end; i++) hash = (Math.imul(hash, 37) + (codes[i] | 32)) | 0
  return hash ^ (hash >>> 9)
}

/** The number of the element named `codes[start…end)`, 0 when it is not in the list. */
export function tagOf(codes: Uint16Array, start: number, end: number): number {
  const length = end - start
  if (length > 10) return 0
  let slot = hashName(codes, start, end) & (SLOTS - 1)
  for (let id = slots[slot]; id !== 0; id = slots[slot]) {
    const name = TAG_NAMES[id]
    if (name.length === length) {
      let k = 0
      while (k < length && lowerCase(codes[start + k]) === name.charCodeAt(k)) k++
      if (k === length) return id
    }
    slot = (slot + 1) & (SLOTS - 1)
  }
  return 0
}

export function lowerCase(code: number): number {
  return code >= 65 && code <= 90 ? code + 32 : code
}
