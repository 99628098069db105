/** Tables that list links: pairs, or rows of targets. */
import { LongtailError } from '../../errors.js'
import type { ImportContext } from './context.js'
import { readLines } from './lines.js'
import { UNKNOWN } from './table-keys.js'
import { eachLine, eachRow, type TableFile, type TableImport } from './table-pages.js'
import { isComment, type EdgesShape } from './table-shape.js'

const NO_SUCH_PAGE = 'links from or to an id that no page has'
/** With fewer links that find their pages the table belongs to other pages. */
const LEAST_FOUND = 0.1
const ENOUGH_LINKS = 100
const NO_ROW = 'lines that are no row of their table'

class Tally {
  private found = 0
  private lost = 0

  constructor(
    private readonly path: string,
    private readonly context: ImportContext,
  ) {}

  add(from: number, to: number): void {
    if (from === UNKNOWN || to === UNKNOWN) {
      this.lost++
      return
    }
    this.found++
    this.context.builder.link(from, to)
  }

  end(): void {
    const { found, lost } = this
    if (lost > 0) this.context.skip(NO_SUCH_PAGE, lost)
    if (found + lost < ENOUGH_LINKS || found >= LEAST_FOUND * (found + lost)) return
    throw new LongtailError(
      'E_GRAPH',
      `${this.path}: ${lost} of ${found + lost} links are between ids that no page has, so it does not belong to the other files; import it with the table of its own pages, or by itself`,
    )
  }
}

/** `isClosed`: no table lists pages, so all that links mention were crawled. */
export async function readEdges(
  file: TableFile<EdgesShape>,
  { context, keys }: TableImport,
  isClosed: boolean,
): Promise<void> {
  const { from: fromColumn, to: toColumn } = file.shape
  const { builder } = context
  const describes = isClosed && !keys.isBare
  const tally = new Tally(file.path, context)
  let lastKey = ''
  let last = UNKNOWN
  await eachRow(file, context, cells => {
    const from = cells[fromColumn]
    const to = cells[toColumn]
    if (from === undefined || to === undefined || from === '' || to === '') {
      context.skip(NO_ROW)
      return
    }
    // tables are mostly sorted by source
    if (from !== lastKey) {
      lastKey = from
      last = keys.mention(from)
      if (last !== UNKNOWN && describes) builder.describe(last, {})
    }
    const target = keys.mention(to)
    if (target !== UNKNOWN && describes) builder.describe(target, {})
    if (last !== UNKNOWN && !builder.isCrawled(last)) context.skip('links of pages that no table lists')
    else tally.add(last, target)
  })
  tally.end()
}

/** `page: target target … -1` */
export async function readRows({ path }: TableFile<unknown>, { context, keys }: TableImport): Promise<void> {
  const tally = new Tally(path, context)
  await eachLine(path, context, line => {
    if (line.trim() === '' || isComment(line)) return
    const colon = line.indexOf(':')
    if (colon === -1) {
      context.skip(NO_ROW)
      return
    }
    const from = keys.mention(line.slice(0, colon).trim())
    for (const cell of targetsOf(line, colon)) tally.add(from, keys.mention(cell))
  })
  tally.end()
}

function targetsOf(line: string, colon: number): string[] {
  const cells = line
    .slice(colon + 1)
    .trim()
    .split(/\s+/)
  if (cells.at(-1) === '-1') cells.pop()
  return cells.filter(cell => cell !== '')
}

/** What share of the rows has as many targets as the pages' table says: tells a list from its variants and its inverse. */
export async function agreement({ path }: TableFile<unknown>, { context, outDegrees }: TableImport): Promise<number> {
  let rows = 0
  let agreeing = 0
  for await (const lines of readLines(path, { signal: context.signal })) {
    for (const line of lines) {
      const colon = line.indexOf(':')
      if (colon === -1) continue
      rows++
      if (outDegrees.get(Number(line.slice(0, colon))) === targetsOf(line, colon).length) agreeing++
    }
  }
  return rows === 0 ? 0 : agreeing / rows
}

/** `e from to` */
export async function readMarkedLinks({ path }: TableFile<unknown>, { context, keys }: TableImport): Promise<void> {
  const tally = new Tally(path, context)
  await eachLine(path, context, line => {
    const match = /^e\s+(\d+)\s+(\d+)\s*$/.exec(line)
    if (match !== null) tally.add(keys.mention(match[1]), keys.mention(match[2]))
    else if (line.trim() !== '' && !/^(?:n\s|\d+\s*$|#)/.test(line)) context.skip(NO_ROW)
  })
  tally.end()
}

const MAX_ROWS = 0xffff_fff0

function isRow(number: number, count: number): boolean {
  return Number.isInteger(number) && number >= 0 && number < count && number < MAX_ROWS
}

/**
 * The number of pages, then a row per page, empty ones included. The number is not believed: there are as many pages as
 * rows, and a link to a row that is not there, because the file is cut off, leads nowhere.
 */
export async function readAdjacency({ path }: TableFile<unknown>, { context, keys }: TableImport): Promise<void> {
  const { builder } = context
  const tally = new Tally(path, context)
  let page = -1
  let count = 0
  await eachLine(path, context, line => {
    if (page === -1) {
      if (line.trim() === '' || isComment(line)) return
      count = Number(line)
      page = 0
      return
    }
    if (page >= count) {
      if (line.trim() !== '') context.skip(NO_ROW)
      return
    }
    const from = keys.isBare ? page : keys.find(String(page))
    page++
    if (keys.isBare) {
      builder.reserve(from)
      builder.describe(from, {})
    }
    for (const cell of line.trim().split(/\s+/)) {
      if (cell === '') continue
      const number = Number(cell)
      const to = !isRow(number, count) ? UNKNOWN : keys.isBare ? number : keys.find(cell)
      tally.add(from, to)
    }
  })
  tally.end()
  if (page < count) context.skip('rows missing at the end of an adjacency list', count - Math.max(page, 0))
}
