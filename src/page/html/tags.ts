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

/** By flags. Number 0 stands for every element that is not named here. */
const ELEMENTS: readonly (readonly [flags: number, names: string])[] = [
  [NESTED | TELLING, 'a'],
  [VOID | TELLING, 'area base frame img link meta'],
  [VOID, 'br basefont bgsound col embed input keygen param source track wbr'],
  [TELLING, 'html'],
  [RAW | TELLING, 'iframe'],
  [PARAGRAPH, 'p address article blockquote center details dialog dir div dl fieldset figcaption figure'],
  [PARAGRAPH, 'form hgroup legend listing main ol pre section summary table ul'],
  [RAW, 'title script style textarea xmp noembed noframes plaintext'],
  [SILENT | NESTED, 'noscript template select datalist audio video canvas'],
  [PARAGRAPH | BOILERPLATE, 'nav footer aside header menu'],
  [PARAGRAPH | HEADING, 'h1 h2 h3 h4 h5 h6'],
  [BLOCK | NESTED, 'body caption tbody tfoot thead'],
  [PARAGRAPH | SIBLING, 'dd dt li'],
  [BLOCK, 'frameset head optgroup option'],
  [BLOCK | VOID | ENDS_P, 'hr'],
  [BLOCK | NESTED | SIBLING, 'td th tr'],
  [NESTED, 'button label span'],
  [NESTED | FOREIGN, 'svg math'],
  [0, 'object image use'],
]

export const TAG_NAMES: readonly string[] = ['', ...ELEMENTS.flatMap(([, names]) => names.split(' '))]
export const TAG_FLAGS = Uint16Array.of(0, ...ELEMENTS.flatMap(([flags, names]) => names.split(' ').map(() => flags)))

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
