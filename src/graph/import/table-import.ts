/**
 * Plain tables: pages, labels and links, in one file or several that belong together. Pages are read first, because links
 * call them by ids that only the pages' table knows.
 */
import { basename } from 'node:path'
import { LongtailError } from '../../errors.js'
import type { ImportContext } from './context.js'
import { RelevantCells } from './relevant-cells.js'
import { commonStem, TableKeys } from './table-keys.js'
import { agreement, readAdjacency, readEdges, readMarkedLinks, readRows } from './table-links.js'
import {
  BLOCK_COLUMNS,
  readBlocks,
  readLabels,
  readMarkedPages,
  readNumbered,
  readPages,
  type RelevantColumn,
  type TableFile,
  type TableImport,
} from './table-pages.js'
import type { TableShape } from './table-shape.js'

export type AnyTable = TableFile<TableShape>

export interface TablesOptions {
  readonly relevant: RelevantColumn | null
  /** Other sources than tables bring pages into the same graph. */
  readonly hasOthers: boolean
  /** Called before a file is read. */
  readonly onFile: (path: string) => void
  /** A file that does not belong to the others. */
  readonly onLeftOut: (path: string, reason: string) => void
}

/** Nothing is known of the pages but numbers. */
export function areBare(tables: readonly AnyTable[]): boolean {
  return tables.every(
    ({ shape }) =>
      shape.kind === 'adjacency' ||
      shape.kind === 'rows' ||
      (shape.kind === 'marked' && !shape.hasPages) ||
      (shape.kind === 'edges' && shape.keys === 'number'),
  )
}

export async function importTables(
  tables: readonly AnyTable[],
  context: ImportContext,
  options: TablesOptions,
): Promise<TableKeys> {
  const isBare = areBare(tables)
  checkColumn(tables, options.relevant)
  if (isBare && options.hasOthers) throw needPages(tables[0].path)
  const keys = new TableKeys(context.builder, isBare, commonStem(tables.map(({ path }) => basename(path))))
  const relevant = options.relevant === null ? null : new RelevantCells(options.relevant)
  const table: TableImport = { context, keys, relevant, outDegrees: new Map(), clashes: 0 }

  const used = withoutVariants(tables, options)
  const listsPages = used.some(({ shape }) => isPageTable(shape))
  for (const { path, shape } of used.filter(({ shape }) => isPageTable(shape))) {
    options.onFile(path)
    if (shape.kind === 'pages') await readPages({ path, shape }, table)
    else if (shape.kind === 'blocks') await readBlocks({ path, shape }, table)
    else if (shape.kind === 'marked') await readMarkedPages({ path, shape }, table)
    else await readNumbered({ path, shape }, table)
    if (table.clashes * 2 > keys.size) throw severalGraphs(path)
  }
  for (const { path, shape } of used) {
    if (shape.kind !== 'labels') continue
    options.onFile(path)
    await readLabels({ path, shape }, table)
  }
  relevant?.check()
  const isClosed = !listsPages && !options.hasOthers
  for (const { path, shape } of await chooseRows(used, table, options)) {
    if (shape.kind === 'pages' || shape.kind === 'blocks' || shape.kind === 'numbered' || shape.kind === 'labels')
      continue
    options.onFile(path)
    if (shape.kind === 'edges') await readEdges({ path, shape }, table, isClosed)
    else if (shape.kind === 'rows') await readRows({ path, shape }, table)
    else if (shape.kind === 'marked') await readMarkedLinks({ path, shape }, table)
    else await readAdjacency({ path, shape }, table)
  }
  return keys
}

function isPageTable(shape: TableShape): boolean {
  return (
    shape.kind === 'pages' ||
    shape.kind === 'blocks' ||
    shape.kind === 'numbered' ||
    (shape.kind === 'marked' && shape.hasPages)
  )
}

/** Hosts numbered anew beside the pages themselves are another graph of the same data. */
function withoutVariants(tables: readonly AnyTable[], options: TablesOptions): readonly AnyTable[] {
  if (!tables.some(({ shape }) => shape.kind === 'blocks')) return tables
  return tables.filter(({ path, shape }) => {
    if (shape.kind !== 'numbered') return true
    options.onLeftOut(
      path,
      'it numbers hosts, but another table lists pages; import it with the table of its own links',
    )
    return false
  })
}

/** Of several adjacency lists the one that agrees with what the pages' table says about links. */
async function chooseRows(
  tables: readonly AnyTable[],
  table: TableImport,
  options: TablesOptions,
): Promise<readonly AnyTable[]> {
  const lists = tables.filter(({ shape }) => shape.kind === 'rows' || shape.kind === 'adjacency')
  if (lists.length <= 1) return tables
  const rows = lists.filter(({ shape }) => shape.kind === 'rows')
  if (table.outDegrees.size === 0 || rows.length < lists.length) {
    throw new LongtailError(
      'E_GRAPH',
      `${lists.map(({ path }) => basename(path)).join(' and ')} are adjacency lists of the same pages; import one of them`,
    )
  }
  let best = rows[0]
  let most = -1
  for (const one of rows) {
    const share = await agreement(one, table)
    if (share <= most) continue
    best = one
    most = share
  }
  for (const one of rows) {
    if (one !== best)
      options.onLeftOut(
        one.path,
        `${basename(best.path)} fits the number of links of the pages better; import this one by itself`,
      )
  }
  return tables.filter(one => one === best || !rows.includes(one))
}

function checkColumn(tables: readonly AnyTable[], relevant: RelevantColumn | null): void {
  if (relevant === null) return
  const columns = new Set<string>()
  for (const { shape } of tables) {
    if (shape.kind === 'pages') for (const column of shape.columns) columns.add(column)
    if (shape.kind === 'labels') columns.add(shape.columns[1])
    if (shape.kind === 'blocks') for (const column of BLOCK_COLUMNS) columns.add(column)
  }
  if (columns.has(relevant.column)) return
  throw new LongtailError(
    'E_GRAPH',
    `no table has a column "${relevant.column}" to take the relevance from; there ${columns.size === 0 ? 'are none' : `are ${[...columns].join(', ')}`}`,
  )
}

function needPages(path: string): LongtailError {
  return new LongtailError(
    'E_GRAPH',
    `${path}: its pages are bare numbers, and no table says which URLs they are; import it by itself, or add the table of its pages`,
  )
}

function severalGraphs(path: string): LongtailError {
  return new LongtailError(
    'E_GRAPH',
    `${path}: its ids belong to other pages in the tables before it, so these are several graphs; import them one at a time`,
  )
}
