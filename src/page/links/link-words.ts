/**
 * The words of links as 32-bit hashes, for strategies that learn which words lead to wanted pages: those of the anchor, of
 * the URL, and of the text around the link, each in a name space of its own ("thai" in an anchor is not "thai" in a URL).
 *
 * A word is two letters or more between anything else, lower-cased; in scripts without spaces (Thai, Chinese, …) each two
 * signs in a row. Models are kept by hash: whoever changes what a word is or how it is hashed makes old models worthless,
 * so a test pins some hashes.
 */
import type { WordRows } from '../../contracts.js'
import { grownWords } from '../../growing-arrays.js'
import { SCRIPTS } from '../language/scripts.js'

/** Each part has its share of a row, so that none crowds out the others; of the text around, the nearest words count. */
const MAX_ANCHOR_WORDS = 16
const MAX_URL_WORDS = 12
const MAX_WORDS_EACH_SIDE = 6
export const MAX_LINK_WORDS = MAX_ANCHOR_WORDS + MAX_URL_WORDS + 2 * MAX_WORDS_EACH_SIDE
/** Longer texts around a link are no surroundings; a bound, because logs come from files. */
const MAX_SIDE = 100
/** A row, and what is read of one side before the nearest words are picked. */
const ROOM = MAX_LINK_WORDS + MAX_SIDE

// FNV-1a from a different start for each name space, and the last steps of MurmurHash3 so that every bit counts.
const ANCHOR = 0x811c9dc5
const URL = 0x2b5f1a47
const AROUND = 0x5bd1e995 | 0
const PRIME = 0x01000193

// What a code unit is: 0 between words, a letter of one, or a sign of a script without spaces.
const LETTER = 1
const SIGN = 2
const WITHOUT_SPACES = /^(Hani|Hira|Kana|Bopo|Thai|Laoo|Khmr|Mymr.*|Tibt|Yiii|Lana|Talu|Tale|Tavt)$/
const KIND = kinds()

function kinds(): Uint8Array {
  const table = new Uint8Array(0x10000)
  for (const { name, ranges } of SCRIPTS) {
    // neither surrogates nor what could not be decoded are letters
    if (name.startsWith('Z')) continue
    const kind = WITHOUT_SPACES.test(name) ? SIGN : LETTER
    for (let i = 0; i < ranges.length; i += 2)
      if (ranges[i] < 0x10000) table.fill(kind, ranges[i], Math.min(ranges[i + 1], 0xffff) + 1)
  }
  return table.fill(LETTER, 0x300, 0x370) // accents written apart from their letters
}

/** Units as they are written in lower case, but for those whose lower case depends on their neighbours or is two units. */
const LOWER = lowerCases()
const ODD_CASE = /[\u0130\u03a3]/

function lowerCases(): Uint16Array {
  const table = new Uint16Array(0x10000)
  for (let code = 0; code < table.length; code++) {
    // from Chinese to Yi, and Korean: no capitals, and most of the table
    const hasCase = code < 0x2e80 || (code >= 0xa640 && code < 0xac00) || code >= 0xfb00
    const lower = hasCase ? String.fromCharCode(code).toLowerCase() : ''
    table[code] = lower.length === 1 ? lower.charCodeAt(0) : code
  }
  return table
}

/** Where the first `most` words of a text end; 0 where it has none. */
export function endOfWords(text: string, most: number): number {
  let end = 0
  for (let i = 0, words = 0; i < text.length && words < most;) {
    const kind = KIND[text.charCodeAt(i)]
    const first = i++
    if (kind === 0) continue
    while (i < text.length && KIND[text.charCodeAt(i)] === kind && (kind === LETTER || words + i - first <= most)) i++
    words += wordsIn(kind, i - first)
    end = i
  }
  return end
}

/** The same from behind: where the last `most` words begin; the length of the text where it has none. */
export function startOfWords(text: string, most: number): number {
  let start = text.length
  for (let i = text.length, words = 0; i > 0 && words < most;) {
    const kind = KIND[text.charCodeAt(--i)]
    const last = i
    if (kind === 0) continue
    while (i > 0 && KIND[text.charCodeAt(i - 1)] === kind && (kind === LETTER || words + last - i < most)) i--
    words += wordsIn(kind, last - i + 1)
    start = i
  }
  return start
}

/** In so many letters or signs in a row. */
function wordsIn(kind: number, units: number): number {
  if (kind === SIGN) return Math.max(1, units - 1)
  return units > 1 ? 1 : 0
}

/** Collects the rows of one page's links, link by link. */
export class LinkWords {
  private hashes = new Uint32Array(1024)
  private starts = new Uint32Array(64)
  private links = 0
  private count = 0
  /** Where the part of the row that is being written begins, and how many words it may have. */
  private part = 0
  private limit = 0

  /** `around`: what stands before the link, a line feed, what stands after it; '' when that is not known. */
  add(url: string, anchor: string, around: string): void {
    if (this.count + ROOM > this.hashes.length) this.hashes = grownWords(this.hashes, this.hashes.length * 2)
    this.begin(MAX_ANCHOR_WORDS)
    const words = evenCase(anchor)
    this.readText(words, ANCHOR, 0, words.length)
    this.begin(MAX_URL_WORDS)
    this.readUrl(url)
    if (around !== '') this.readAround(evenCase(around))
    if (++this.links === this.starts.length) this.starts = grownWords(this.starts, this.starts.length * 2)
    this.starts[this.links] = this.count
  }

  /** The rows so far, as arrays of their own; the next link begins a new page. */
  take(): WordRows {
    const rows = { starts: this.starts.slice(0, this.links + 1), hashes: this.hashes.slice(0, this.count) }
    this.links = 0
    this.count = 0
    return rows
  }

  private begin(limit: number): void {
    this.part = this.count
    this.limit = limit
  }

  /** Host without its top-level domain, which says less than Features.tld does; path and query, escapes decoded. */
  private readUrl(url: string): void {
    const start = url.charCodeAt(4) === 115 ? 8 : 7 // https:// or http://
    const slash = url.indexOf('/', 8)
    const end = slash === -1 ? url.length : slash
    const dot = url.lastIndexOf('.', end)
    this.readNames(url, url.startsWith('www.', start) ? start + 4 : start, dot > start ? dot : end)
    if (!url.includes('%', end)) return this.readNames(url, end, url.length)
    const path = unescaped(url.slice(end))
    this.readNames(path, 0, path.length)
  }

  private readAround(around: string): void {
    const middle = around.indexOf('\n')
    const end = middle === -1 ? around.length : middle
    this.begin(MAX_SIDE)
    this.readText(around, AROUND, Math.max(0, end - MAX_SIDE), end)
    const surplus = this.count - this.part - MAX_WORDS_EACH_SIDE
    if (surplus > 0) {
      this.hashes.copyWithin(this.part, this.part + surplus, this.count)
      this.count -= surplus
    }
    const before = this.part
    this.begin(this.count - before + MAX_WORDS_EACH_SIDE)
    this.part = before // a word on both sides is one word
    this.readText(around, AROUND, end, Math.min(around.length, end + MAX_SIDE))
  }

  /** Anchors and surroundings; `evenCase` has seen the text. */
  private readText(text: string, space: number, from: number, to: number): void {
    for (let i = from; i < to;) {
      let code = LOWER[text.charCodeAt(i)]
      const kind = KIND[code]
      if (kind === LETTER) {
        let word = mix(space, code)
        let letters = 1
        while (++i < to && KIND[(code = LOWER[text.charCodeAt(i)])] === LETTER) {
          word = mix(word, code)
          letters++
        }
        if (letters > 1 && this.push(word)) return
      } else if (kind === SIGN) {
        const first = i
        let start = mix(space, code)
        while (++i < to && KIND[(code = LOWER[text.charCodeAt(i)])] === SIGN) {
          if (this.push(mix(start, code))) return
          start = mix(space, code)
        }
        if (i === first + 1 && this.push(start)) return
      } else i++
    }
  }

  /** URLs are read as they are written: userPage is two words. */
  private readNames(text: string, from: number, to: number): void {
    for (let i = from; i < to;) {
      let code = text.charCodeAt(i)
      const kind = KIND[code]
      if (kind === LETTER) {
        let isUpper = code > 64 && code < 91
        let word = mix(URL, isUpper ? code + 32 : code)
        let letters = 1
        while (++i < to && KIND[(code = text.charCodeAt(i))] === LETTER) {
          const wasUpper = isUpper
          isUpper = code > 64 && code < 91
          if (isUpper && !wasUpper) break
          word = mix(word, isUpper ? code + 32 : code)
          letters++
        }
        if (letters > 1 && this.push(word)) return
      } else if (kind === SIGN) {
        const first = i
        let start = mix(URL, code)
        while (++i < to && KIND[(code = text.charCodeAt(i))] === SIGN) {
          if (this.push(mix(start, code))) return
          start = mix(URL, code)
        }
        if (i === first + 1 && this.push(start)) return
      } else i++
    }
  }

  /** Each word once in its part of the row. True when the part has no room for another. */
  private push(word: number): boolean {
    const { hashes, part, count } = this
    if (count - part >= this.limit) return true
    let hash = word ^ (word >>> 16)
    hash = Math.imul(hash, 0x85ebca6b)
    hash ^= hash >>> 13
    hash = Math.imul(hash, 0xc2b2ae35)
    hash = (hash ^ (hash >>> 16)) >>> 0
    for (let i = part; i < count; i++) if (hashes[i] === hash) return false
    hashes[count] = hash
    this.count = count + 1
    return count + 1 - part >= this.limit
  }
}

/** Ready to be read unit by unit through LOWER. */
function evenCase(text: string): string {
  return ODD_CASE.test(text) ? text.toLowerCase() : text
}

function mix(hash: number, code: number): number {
  return Math.imul(hash ^ code, PRIME)
}

function unescaped(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    // not UTF-8: what the escapes stand for is anybody's guess, but their digits are no words
    return path.replace(/%[0-9a-f]{2}/gi, ' ')
  }
}
