/** Tables that list pages: every row is a page that was crawled. */
import type { PageFacts } from '../builder.js'
import { canonicalUrl } from '../../page/index.js'
import { charsetFamily, languageCode } from '../codes.js'
import type { ImportContext } from './context.js'
import { readLines, type LineEvents } from './lines.js'
import type { RelevantCells } from './relevant-cells.js'
import { UNKNOWN, type TableKeys } from './table-keys.js'
import { isComment, splitRow, type EdgesShape, type LabelsShape, type PagesShape } from './table-shape.js'

/** Relevance by a column: a value is one of these, or lies below one of them (`subject.Science` → `subject.Science.Physics`). */
export interface RelevantColumn {
  readonly column: string
  readonly values: readonly string[]
}

export interface TableImport {
  readonly context: ImportContext
  readonly keys: TableKeys
  readonly relevant: RelevantCells | null
  /** Links out of a page, by id, where a table says so. */
  readonly outDegrees: Map<number, number>
  /** Rows whose id belongs to another page: many of them are two data sets in one import. */
  clashes: number
}

export interface TableFile<Shape> {
  readonly path: string
  readonly shape: Shape
}

/** Of the tables made by hand for the study of link topology (Toronto): `id (number) [set]`, URL, title, links in and out. */
export const BLOCK_COLUMNS = ['id', 'set', 'url', 'title']

export async function eachLine(path: string, context: ImportContext, onLine: (line: string) => void): Promise<void> {
  const events: LineEvents = {
    onBytes: context.progress,
    onDamage: () => context.skip('places where a gzip file is cut off or broken'),
    onLongLine: () => context.skip('lines longer than 16 MB'),
    signal: context.signal,
  }
  for await (const lines of readLines(path, events)) for (const line of lines) onLine(line)
}

/** The cells of each row; not of comments, and not of what stands before the data. */
export function eachRow(
  { path, shape: { delimiter, headLines } }: TableFile<PagesShape | LabelsShape | EdgesShape>,
  context: ImportContext,
  onRow: (cells: string[]) => void,
): Promise<void> {
  let before = headLines
  return eachLine(path, context, line => {
    if (line.trim() === '' || isComment(line) || before-- > 0) return
    onRow(splitRow(line, delimiter))
  })
}

export async function readPages(file: TableFile<PagesShape>, table: TableImport): Promise<void> {
  const { context } = table
  const { delimiter, columns, width, id: idColumn, url: urlColumn, name: nameColumn } = file.shape
  const facts = factsReader(columns, table)
  const isLastUrl = delimiter === ' ' && urlColumn === width - 1
  let row = 0
  await eachRow(file, context, cells => {
    const text = isLastUrl ? cells.slice(urlColumn).join(' ') : (cells[urlColumn] ?? '')
    const key = idColumn === -1 ? String(row) : (cells[idColumn] ?? '')
    row++
    if (key === '') context.skip('rows of a page table without an id')
    else addPage(key, urlColumn >= 0 ? text : null, cells[nameColumn] ?? key, facts(cells), table)
  })
}

/** A page that a table lists. `facts` null: it is only known, not crawled. Returns its id or UNKNOWN. */
function addPage(key: string, url: string | null, name: string, facts: PageFacts | null, table: TableImport): number {
  const { context, keys } = table
  const { builder } = context
  const canonical = url === null ? keys.urlOfName(name) : canonicalUrl(url)
  if (canonical === null) {
    context.skip(url === null ? 'names that are too long' : 'pages whose URL is no http or https URL')
    return UNKNOWN
  }
  const known = keys.find(key)
  const id = builder.page(canonical)
  if (known !== UNKNOWN && known !== id) {
    table.clashes++
    context.skip('pages with an id that another page has')
    return UNKNOWN
  }
  // two rows of one URL are one page, and links may call it by either id
  if (known === UNKNOWN && builder.isCrawled(id)) context.skip('pages listed more than once')
  keys.set(key, id)
  if (facts !== null) builder.describe(id, facts)
  return id
}

type FactsReader = (cells: readonly string[]) => PageFacts | null

function factsReader(columns: readonly string[], { context, relevant }: TableImport): FactsReader {
  const { wanted, isRelevant: isRelevantIn } = context
  const named = (...names: string[]): number => columns.findIndex(column => names.includes(column))
  const language = named('lang', 'language')
  const charset = named('charset_declared', 'charset')
  const score = named('score')
  const crawled = named('crawled')
  const flag = named('relevant')
  const chosen = relevant === null ? -1 : columns.indexOf(relevant.column)
  return cells => {
    if (crawled !== -1 && isNo(cells[crawled] ?? '')) return null
    const code = language === -1 ? undefined : languageCode(cells[language] ?? '')
    let isRelevant: boolean | undefined
    if (relevant !== null) {
      if (chosen !== -1) isRelevant = relevant.matches(cells[chosen] ?? '')
    } else if (code !== undefined && wanted.size > 0) isRelevant = isRelevantIn(code)
    else if (flag !== -1) isRelevant = !isNo(cells[flag] ?? '')
    const points = score === -1 ? NaN : Number(cells[score])
    return {
      language: code,
      relevant: isRelevant,
      score: points >= 0 && points <= 1 ? points : undefined,
      charset: charset === -1 ? undefined : charsetFamily(cells[charset] ?? '', wanted),
    }
  }
}

function isNo(cell: string): boolean {
  return /^(?:0(?:\.0*)?|false|no|n|)$/i.test(cell)
}

/** Labels make a page relevant; a page without a matching one is not. */
export async function readLabels(file: TableFile<LabelsShape>, table: TableImport): Promise<void> {
  const { context, keys, relevant } = table
  if (relevant === null || file.shape.columns[1] !== relevant.column) return
  await eachRow(file, context, ([key, label = '']) => {
    if (!relevant.matches(label)) return
    const id = keys.find(key)
    if (id === UNKNOWN) context.skip('labels of pages that no table lists')
    else context.builder.describe(id, { relevant: true })
  })
}

export async function readBlocks({ path }: TableFile<unknown>, table: TableImport): Promise<void> {
  const { relevant, outDegrees } = table
  let key = ''
  let set = ''
  let url = ''
  let title = ''
  let line = -1
  await eachLine(path, table.context, text => {
    const head = /^(\d+) \(\d+\) \[(\w+)\]\s*$/.exec(text)
    if (head !== null) {
      ;[, key, set] = head
      line = 0
    } else if (line === 1) url = text.trim()
    else if (line === 2) title = text.trim()
    else if (line === 3) {
      const cells: Record<string, string> = { id: key, set, url, title }
      const value = relevant !== null && Object.hasOwn(cells, relevant.column) ? cells[relevant.column] : null
      const facts = value === null || relevant === null ? {} : { relevant: relevant.matches(value) }
      const id = addPage(key, url, '', facts, table)
      const degrees = /^\d+ (\d+)\s*$/.exec(text)
      if (id !== UNKNOWN && degrees !== null) outDegrees.set(Number(key), Number(degrees[1]))
    }
    if (line >= 0) line++
  })
}

/** `n id url`; what other lines say is read with the links. */
export async function readMarkedPages({ path }: TableFile<unknown>, table: TableImport): Promise<void> {
  await eachLine(path, table.context, line => {
    const match = /^n\s+(\d+)\s+(\S.*)$/.exec(line)
    if (match !== null) addPage(match[1], match[2].trim(), '', {}, table)
  })
}

/** `id host`, behind the number of them. */
export async function readNumbered({ path }: TableFile<unknown>, table: TableImport): Promise<void> {
  let isFirst = true
  await eachLine(path, table.context, line => {
    const match = /^(\d+)\s+(\S+)\s*$/.exec(line)
    if (match !== null) addPage(match[1], hostUrl(match[2]), match[2], {}, table)
    else if (line.trim() !== '' && !isFirst) table.context.skip('lines that are no row of their table')
    isFirst = false
  })
}

/** Something with a dot is a host or a URL without its scheme; anything else is a name. */
function hostUrl(name: string): string | null {
  if (/^https?:\/\//i.test(name)) return name
  return /^[a-z\d-]+(?:\.[a-z\d-]+)+(?:[/:].*)?$/i.test(name) ? `http://${name}` : null
}
