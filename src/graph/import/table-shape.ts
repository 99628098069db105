/**
 * What kind of table a text is, seen from its first lines; names of files say nothing. docs/graph-import.md shows one of
 * each.
 */
export type Delimiter = '\t' | ',' | ' '

export type TableShape =
  /** The number of pages, then a row of targets for each page. */
  | { readonly kind: 'adjacency' }
  /** `page: target target … -1` */
  | { readonly kind: 'rows' }
  /** `n id url` and `e from to` */
  | { readonly kind: 'marked'; readonly hasPages: boolean }
  /** The number of pages, then for each a block of lines: `id (number) [set]`, URL, title, links in and out. */
  | { readonly kind: 'blocks' }
  /** The number of pages, then `id host`. */
  | { readonly kind: 'numbered' }
  | PagesShape
  | LabelsShape
  | EdgesShape

interface Delimited {
  readonly delimiter: Delimiter
  /** Lines before the data that are no comments. */
  readonly headLines: number
  /** In lower case; empty where the table has no header. */
  readonly columns: readonly string[]
  readonly width: number
}

/** A row per page. `-1`: there is no such column. */
export interface PagesShape extends Delimited {
  readonly kind: 'pages'
  readonly id: number
  readonly url: number
  /** Stands in for a URL. */
  readonly name: number
}

/** Page and label, as many rows as it has labels. */
export interface LabelsShape extends Delimited {
  readonly kind: 'labels'
}

export interface EdgesShape extends Delimited {
  readonly kind: 'edges'
  readonly from: number
  readonly to: number
  readonly keys: CellType
}

export type CellType = 'number' | 'url' | 'name'

const URL_NAMES = new Set(['url', 'uri', 'address', 'href'])
const ID_NAMES = new Set(['id', 'node', 'nodeid', 'node_id', 'page', 'pageid', 'page_id', 'link', 'article', 'key'])
const NAME_NAMES = new Set(['name', 'title', 'article'])
const FROM_NAMES = new Set(['source', 'src', 'from', 'start', 'fromnodeid', 'linksource', 'source_id', 'from_id'])
const TO_NAMES = new Set(['target', 'dst', 'dest', 'destination', 'to', 'end', 'tonodeid', 'linktarget'])
TO_NAMES.add('target_id').add('to_id')
const LABEL_NAMES = new Set(['category', 'label', 'class', 'topic', 'subject', 'type', 'tag', 'lang', 'language'])
LABEL_NAMES.add('relevant')

/** How many rows are looked at. */
const SAMPLE = 200

/** Null: no table. `text` may end in the middle of a line unless it `isWhole`. */
export function shapeOf(text: string, isWhole: boolean): TableShape | null {
  if (/[\0-\x08\x0e-\x1f]/.test(text)) return null
  const all = text.replace(/^\ufeff/, '').split(/\r?\n/)
  if (!isWhole) all.pop()
  const lines = all.filter(line => !isComment(line))
  const first = lines.findIndex(line => line.trim() !== '')
  if (first === -1) return null
  const counted = /^\s*\d+\s*$/.test(lines[first])
  const rows = lines.slice(first + (counted ? 1 : 0))
  if (counted) {
    const shape = countedShape(Number(lines[first]), rows, isWhole)
    if (shape !== null) return shape
  }
  const filled = rows.filter(line => line.trim() !== '').slice(0, SAMPLE)
  // markup, JSON, and lines that end in JSON (CDXJ)
  if (filled.length === 0 || /^\s*[<{[]|\}\s*$/.test(filled[0])) return null
  if (mostly(filled, /^[ne]\s+\d+\s+\S/)) return { kind: 'marked', hasPages: filled.some(line => line.startsWith('n')) }
  if (mostly(filled, /^\d+:(?:\s+-?\d+)*\s*$/)) return { kind: 'rows' }
  return delimitedShape(filled, formatComment(all), counted ? 1 : 0)
}

/** `#`, and `%` where it does not begin a percent-encoded name. */
export function isComment(line: string): boolean {
  return line.startsWith('#') || (line.startsWith('%') && !/^%[\da-f]{2}/i.test(line))
}

/** Tables whose first line is the number of their pages. */
function countedShape(count: number, rows: readonly string[], isWhole: boolean): TableShape | null {
  const filled = rows.filter(line => line.trim() !== '').slice(0, SAMPLE)
  if (filled.length > 0 && /^\d+ \(\d+\) \[\w+\]\s*$/.test(filled[0])) return { kind: 'blocks' }
  const present = isWhole && rows.at(-1) === '' ? rows.length - 1 : rows.length
  // more rows than pages: the number was that of something else
  if (rows.every(line => /^[\d\s]*$/.test(line)) && present <= count) return { kind: 'adjacency' }
  if (mostly(filled, /^\d+\s+\S*[^\d\s]\S*\s*$/)) return { kind: 'numbered' }
  return null
}

function delimitedShape(
  filled: readonly string[],
  format: readonly string[] | null,
  countLines: number,
): TableShape | null {
  const delimiter = delimiterOf(filled)
  const cells = filled.map(line => splitRow(line, delimiter))
  const width = cells[0].length
  if (delimiter === ' ' && isProse(filled, cells)) return null
  const isHeader = format?.length !== width && looksLikeHeader(cells)
  const columns = isHeader ? cells[0].map(columnName) : format?.length === width ? format : []
  const data = isHeader ? cells.slice(1) : cells
  if (data.length === 0 && !isHeader) return null
  const types = Array.from({ length: width }, (_, column) => typeOf(data.map(row => row[column] ?? '')))
  const base = { delimiter, columns, width, headLines: countLines + (isHeader ? 1 : 0) }

  const named = (names: ReadonlySet<string>): number => columns.findIndex(column => names.has(column))
  const url = named(URL_NAMES) !== -1 ? named(URL_NAMES) : types.indexOf('url')
  const from = named(FROM_NAMES)
  const to = named(TO_NAMES)
  if (from !== -1 && to !== -1 && named(URL_NAMES) === -1) {
    if (types[from] !== types[to]) return null
    return { kind: 'edges', ...base, from, to, keys: types[from] }
  }
  if (width === 1) {
    // a list of URLs numbers its lines; a list of names is known by them
    return types[0] === 'url'
      ? { kind: 'pages', ...base, id: -1, url: 0, name: -1 }
      : types[0] === 'name'
        ? { kind: 'pages', ...base, id: 0, url: -1, name: 0 }
        : null
  }
  const isPairOfUrls = types[0] === 'url' && types[1] === 'url'
  if (url !== -1 && !isPairOfUrls) {
    const id = named(ID_NAMES) !== -1 ? named(ID_NAMES) : types.indexOf('number')
    // numbers behind the URL are facts about the page unless the header says otherwise
    return { kind: 'pages', ...base, id: named(ID_NAMES) === -1 && id > url ? -1 : id, url, name: -1 }
  }
  if (columns.length > 0 && width === 2 && LABEL_NAMES.has(columns[1])) return { kind: 'labels', ...base }
  if (named(ID_NAMES) !== -1 && named(NAME_NAMES) !== -1 && width > 2)
    return { kind: 'pages', ...base, id: named(ID_NAMES), url: -1, name: named(NAME_NAMES) }
  if (types[0] === types[1]) return { kind: 'edges', ...base, from: 0, to: 1, keys: types[0] }
  if (types[0] === 'number') return { kind: 'pages', ...base, id: 0, url: -1, name: 1 }
  return null
}

/** Lines of words: of different numbers of them, or of more than a pair of names and a note take. */
function isProse(filled: readonly string[], cells: readonly string[][]): boolean {
  const width = cells[0].length
  // a URL may hold spaces
  if (width === 2 && mostly(filled.slice(1), /^\s*\S+\s+https?:\/\//i)) return false
  if (cells.filter(row => row.length === width).length * 10 < cells.length * 9) return true
  return width > 3 && cells.every(row => row.every(cell => cellType(cell) === 'name'))
}

/** `# FORMAT:   article   category`, as Stanford's data sets have it. */
function formatComment(lines: readonly string[]): string[] | null {
  for (const line of lines.slice(0, 100)) {
    const match = /^#\s*FORMAT:\s+(.+)$/i.exec(line)
    if (match !== null)
      return match[1]
        .trim()
        .split(/\s{2,}|\t/)
        .map(columnName)
  }
  return null
}

function delimiterOf(filled: readonly string[]): Delimiter {
  const tabs = filled.filter(line => line.includes('\t')).length
  if (tabs * 10 >= filled.length * 9) return '\t'
  const widths = filled.map(line => splitRow(line, ',').length)
  if (widths[0] > 1 && widths.filter(width => width === widths[0]).length * 10 >= widths.length * 9) return ','
  return ' '
}

/** The cells of a row. Behind spaces the last cell of a page's row may hold spaces itself: rejoined by who knows. */
export function splitRow(line: string, delimiter: Delimiter): string[] {
  if (delimiter === ' ') return line.trim().split(/\s+/)
  if (delimiter === '\t' || !line.includes('"')) return line.split(delimiter).map(cell => cell.trim())
  const cells: string[] = []
  for (const match of line.matchAll(/\s*(?:"((?:[^"]|"")*)"|([^,]*))\s*(?:,|$)/g)) {
    if (match.index >= line.length && !line.endsWith(',')) break
    cells.push((match[1]?.replaceAll('""', '"') ?? match[2]).trim())
  }
  return cells
}

function columnName(cell: string): string {
  return cell.trim().toLowerCase().replace(/\s+/g, '_')
}

/** Words where data of another kind follow, or words that are names of columns. */
function looksLikeHeader(cells: readonly string[][]): boolean {
  const [first] = cells
  if (!first.every(cell => /^[A-Za-z_][\w .-]*$/.test(cell))) return false
  const names = first.map(columnName)
  const known = names.filter(name =>
    [URL_NAMES, ID_NAMES, NAME_NAMES, FROM_NAMES, TO_NAMES, LABEL_NAMES].some(set => set.has(name)),
  )
  if (known.length === names.length || known.length >= 2) return true
  const below = cells.slice(1)
  if (below.length === 0) return false
  return first.some((_, column) => typeOf(below.map(row => row[column] ?? '')) !== 'name')
}

export function cellType(cell: string): CellType {
  return /^\d{1,15}$/.test(cell) ? 'number' : /^[a-z][a-z\d+.-]*:\/\//i.test(cell) ? 'url' : 'name'
}

/** Of a column: what nearly all of its cells are. */
function typeOf(cells: readonly string[]): CellType {
  for (const type of ['number', 'url'] as const) {
    if (cells.length > 0 && cells.filter(cell => cellType(cell) === type).length * 10 >= cells.length * 9) return type
  }
  return 'name'
}

function mostly(lines: readonly string[], pattern: RegExp): boolean {
  return lines.length > 0 && lines.filter(line => pattern.test(line)).length * 10 >= lines.length * 9
}
