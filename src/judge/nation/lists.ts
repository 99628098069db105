/**
 * Names from files that people have: a dictionary of ours, a table (CSV, TSV), a page that lists things (its links), or plain
 * text with a name on each line. Everything is bounded, and what cannot be a name is left out rather than complained about.
 */
import { readFileSync, statSync } from 'node:fs'
import { LongtailError, systemReason } from '../../errors.js'
import { nameWords } from './characters.js'
import { MAX_NAMES, MAX_NAME_LENGTH, isDictionary, parseDictionary, type NationName } from './dictionary.js'
import { namesInPage } from './list-page.js'
import { MAX_PHRASE } from './name-index.js'

export interface NameList {
  /** Of a dictionary, weights and kinds are the file's; else null, and `names` are bare. */
  readonly dictionary: { readonly country: string; readonly names: readonly NationName[] } | null
  readonly names: readonly string[]
}

const MAX_BYTES = 64 * 1024 * 1024

export function readNameList(path: string): NameList {
  const text = readText(path)
  if (isDictionary(text)) return { dictionary: parseDictionary(text, path), names: [] }
  const names = isMarkup(text) ? namesInPage(text) : isTable(text) ? namesInTable(text) : text.split(/\r?\n/)
  const kept = new Set<string>()
  for (const name of names) {
    const clean = cleaned(name)
    if (clean !== null) kept.add(clean)
    if (kept.size >= MAX_NAMES) break
  }
  return { dictionary: null, names: [...kept] }
}

function readText(path: string): string {
  try {
    if (statSync(path).size > MAX_BYTES)
      throw new LongtailError('E_MODEL', `${path}: larger than 64 MB; split the list`)
    const bytes = readFileSync(path)
    // spreadsheets call this "Unicode text"
    const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
    const text = isWide ? new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes) : bytes.toString()
    if (text.includes('\0'))
      throw new LongtailError('E_MODEL', `${path} is not text; save the list as text or CSV in UTF-8`)
    return text.replace(/^\uFEFF/, '')
  } catch (error) {
    if (error instanceof LongtailError) throw error
    const reason = systemReason(error)
    throw new LongtailError('E_MODEL', `${path}: cannot be read (${reason}); give a list of names or a dictionary`)
  }
}

function isMarkup(text: string): boolean {
  return /^\s*<(?:!doctype|html|\?xml|ul|ol|body|table|div)/i.test(text.slice(0, 1000))
}

/** The same number of tabs, semicolons or commas in most of the first lines. */
function isTable(text: string): boolean {
  const lines = firstLines(text)
  const separator = separatorOf(lines)
  return separator !== null
}

function firstLines(text: string): string[] {
  return text
    .slice(0, 20_000)
    .split(/\r?\n/)
    .filter(line => line.trim() !== '' && !line.startsWith('#'))
    .slice(0, 20)
}

function separatorOf(lines: readonly string[]): string | null {
  for (const separator of ['\t', ';', ',']) {
    const counts = lines.map(line => cellsOf(line, separator).length)
    if (counts.length > 1 && counts[0] > 1 && counts.filter(count => count === counts[0]).length >= counts.length * 0.8)
      return separator
  }
  return null
}

/** Columns that hold names: letters, few values twice over, not too long; ids, dates and codes are none. */
function namesInTable(text: string): string[] {
  const separator = separatorOf(firstLines(text)) ?? ','
  const rows = text
    .split(/\r?\n/)
    .filter(line => line.trim() !== '' && !line.startsWith('#'))
    .slice(0, MAX_NAMES + 1)
    .map(line => cellsOf(line, separator))
  const [head, ...body] = rows
  const columns = head.map((_, i) => i).filter(i => holdsNames(body.map(row => row[i] ?? '')))
  const named = columns.filter(i => /name|title|label|place|city|town/i.test(head[i]))
  const chosen = named.length > 0 ? named : columns
  // a table without a line of titles begins with names
  const isHead = head.some(cell => /^(?:id|name|title|label|code)/i.test(cell.trim())) || named.length > 0
  return (isHead ? body : rows).flatMap(row => chosen.map(i => row[i] ?? ''))
}

function holdsNames(cells: readonly string[]): boolean {
  const filled = cells.filter(cell => cell.trim() !== '').slice(0, 2000)
  if (filled.length === 0) return false
  const letters = filled.filter(cell => /\p{L}{2}/u.test(cell) && !/\d{2}|https?:|@/.test(cell))
  return letters.length >= filled.length * 0.8 && new Set(filled).size >= Math.min(filled.length * 0.3, 50)
}

function cellsOf(line: string, separator: string): string[] {
  if (!line.includes('"')) return line.split(separator)
  const cells: string[] = []
  let cell = ''
  let isQuoted = false
  for (let i = 0; i < line.length; i++) {
    const sign = line[i]
    if (sign === '"' && isQuoted && line[i + 1] === '"') {
      cell += '"'
      i++
    } else if (sign === '"') isQuoted = !isQuoted
    else if (sign === separator && !isQuoted) {
      cells.push(cell)
      cell = ''
    } else cell += sign
  }
  return [...cells, cell]
}

/** What terminals obey and nobody sees. */
const UNSEEN = /[\p{Cc}\u00ad\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]+/gu

/** Without remarks in brackets, numbers in front and footnotes; null when nothing is left that could be a name. */
function cleaned(raw: string): string | null {
  const name = raw
    .slice(0, 4 * MAX_NAME_LENGTH)
    .replace(UNSEEN, ' ')
    .replace(/[([][^)\]]*[)\]]/g, ' ')
    .replace(/^\s*(?:[-*•]|\d+[.)])\s+/, '')
    .replace(/["“”]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  const words = nameWords(name)
  const isName = /\p{L}/u.test(name) && words.length > 0 && words.length <= MAX_PHRASE
  return isName && name.length > 1 && name.length <= MAX_NAME_LENGTH && !/^#|\ufffd/.test(name) ? name : null
}
