/**
 * From what others have (archives, tables of pages and links) to a graph. Formats, rules and what is left out:
 * docs/graph-import.md.
 *
 *   paths ─ sniff ─▶ tables · archives · crawls · other sources ─▶ GraphBuilder ─▶ WebGraph + report
 *
 * Files are hostile: what is damaged is left out and counted. It is an error only when nothing at all could be read.
 */
import { basename } from 'node:path'
import type { Judge, JudgeErrors } from '../../contracts.js'
import { LongtailError } from '../../errors.js'
import { canonicalUrl } from '../../page/index.js'
import { GraphBuilder } from '../builder.js'
import { CRAWLED, RELEVANT, type WebGraph } from '../web-graph.js'
import { anchorTest, type TellingWords } from '../../page/language/anchor-language.js'
import { ArchiveImport } from './archive.js'
import { crawlImporter } from './crawl.js'
import { languageCode } from '../codes.js'
import type { ImportContext, TextReader } from './context.js'
import { sourcesOf, type ImportSource } from './sniff.js'
import { UNKNOWN, type TableKeys } from './table-keys.js'
import type { RelevantColumn } from './table-pages.js'
import { areBare, importTables, type AnyTable } from './table-import.js'

export type { LinkColumns } from '../builder-text.js'
export type { ImportContext, TextReader } from './context.js'
export type { RelevantColumn } from './table-pages.js'

export interface ImportOptions {
  /** Relevant are the pages in this language. */
  readonly language?: string
  /** The same for several codes; stronger than `language`. */
  readonly target?: readonly string[]
  /** Languages that the judge asks for beside something else: what they write their anchors and charsets in. */
  readonly spoken?: readonly string[]
  /** Those of them that were learned; by default those that the sources were crawled for. */
  readonly learned?: readonly TellingWords[]
  /** Relevant are the pages with one of these values in a column of a table. */
  readonly relevant?: RelevantColumn
  /** Judges the pages of archives. */
  readonly judge?: Judge
  /** How often the judge, or the crawl's own, is wrong: kept with the graph for strategies that ask. */
  readonly judgeErrors?: JudgeErrors
  /** Also take links that pages mark nofollow; by default they are left out, as a crawl leaves them. */
  readonly keepNofollow?: boolean
  /** With it, the text of links and the countries of servers are taken as well. */
  readonly text?: TextReader
  /** URLs, or the names or ids that the tables use. */
  readonly seeds?: readonly string[]
  /** Bytes read, of how many, and the file at hand. */
  readonly onProgress?: (done: number, total: number, label: string) => void
  readonly signal?: AbortSignal
}

export interface ImportReport {
  readonly files: readonly { readonly path: string; readonly format: string }[]
  /** Files that were not used, and why. */
  readonly left: readonly { readonly path: string; readonly reason: string }[]
  /** What was left out of the files that were used: reason → how many. */
  readonly skipped: Readonly<Record<string, number>>
  readonly pages: number
  readonly crawled: number
  readonly links: number
  readonly servers: number
  readonly relevant: number
  readonly seconds: number
}

/** Several paths form one graph. Throws E_GRAPH when nothing can be read, and the signal's reason when it aborts. */
export async function importGraph(
  paths: readonly string[],
  options: ImportOptions = {},
): Promise<{ graph: WebGraph; report: ImportReport }> {
  const started = performance.now()
  const sources = await sourcesOf(paths)
  const target = targetOf(sources, options)
  const tables = sources.filter(source => source.kind === 'table')
  const hasOthers = sources.some(source => source.kind === 'archive' || source.kind === 'crawl')
  const builder = new GraphBuilder(hasOthers || !areBare(tables))
  const skipped = new Map<string, number>()
  const left: { path: string; reason: string }[] = []
  const progress = createProgress(sources, options)
  const spoken = target.length > 0 ? [] : spokenIn(sources, options)
  const wanted = new Set([...target, ...spoken])
  const context: ImportContext = {
    builder,
    judge: options.relevant === undefined ? (options.judge ?? null) : null,
    wanted,
    isTargetGiven: options.target !== undefined || options.language !== undefined,
    isRelevant: language => (options.relevant !== undefined || target.length === 0 ? undefined : wanted.has(language)),
    keepsNofollow: options.keepNofollow === true,
    isAnchorInTarget: anchorTest([...wanted], options.learned ?? crawlsIn(sources).flatMap(crawlImporter.learned)),
    text: options.text ?? null,
    skip: (reason, count = 1) => {
      if (count > 0) skipped.set(reason, (skipped.get(reason) ?? 0) + count)
    },
    progress: progress.bytes,
    signal: options.signal,
  }

  const keys = await readTables(tables, context, options, hasOthers, progress.file, left)
  await readOthers(sources, context, progress.file, left)
  if (builder.size === 0) throw nothingRead(paths, left, skipped)
  addSeeds(options.seeds ?? [], builder, keys, context)

  const unused = new Set(left.map(({ path }) => path))
  const files = sources.flatMap(source =>
    unused.has(source.path) ? [] : [{ path: source.path, format: formatOf(source) }],
  )
  const graph = builder.finish({
    target: options.relevant === undefined ? target : [],
    order: keys?.order(),
    context: options.text?.context,
    origin: {
      made: 'import',
      files: files.map(({ path, format }) => `${basename(path)} (${format})`),
      ...(options.relevant === undefined ? {} : { relevant: options.relevant }),
      ...(context.judge === null ? {} : { judge: context.judge.name }),
      ...(options.judgeErrors === undefined ? {} : { judgeErrors: options.judgeErrors }),
    },
  })
  if (builder.lostLinks > 0) context.skip('links to rows that are missing', builder.lostLinks)
  progress.end()
  const seconds = (performance.now() - started) / 1000
  return { graph, report: { files, left, skipped: Object.fromEntries(skipped), ...countsOf(graph), seconds } }
}

async function readOthers(
  sources: readonly ImportSource[],
  context: ImportContext,
  onFile: (path: string) => void,
  left: { path: string; reason: string }[],
): Promise<void> {
  const archives = new ArchiveImport(context, sources.filter(({ kind }) => kind === 'archive').length)
  try {
    for (const source of sources) {
      if (source.kind === 'unknown') left.push({ path: source.path, reason: source.reason })
      if (source.kind !== 'archive' && source.kind !== 'crawl') continue
      onFile(source.path)
      try {
        if (source.kind === 'archive') await archives.read(source.path)
        else await crawlImporter.read(source.path, context)
      } catch (error) {
        if (!(error instanceof LongtailError) || context.signal?.aborted) throw error
        left.push({ path: source.path, reason: error.message })
      }
    }
    await archives.finish()
  } finally {
    await archives.close()
  }
}

async function readTables(
  tables: readonly AnyTable[],
  context: ImportContext,
  { relevant }: ImportOptions,
  hasOthers: boolean,
  onFile: (path: string) => void,
  left: { path: string; reason: string }[],
): Promise<TableKeys | null> {
  if (tables.length === 0) {
    if (relevant === undefined) return null
    throw new LongtailError(
      'E_USAGE',
      `--relevant: there is no table with a column "${relevant.column}" among the files`,
    )
  }
  const onLeftOut = (path: string, reason: string): unknown => left.push({ path, reason })
  const column = relevant === undefined ? null : { ...relevant, column: relevant.column.toLowerCase() }
  return importTables(tables, context, { relevant: column, hasOthers, onFile, onLeftOut })
}

/** As given; else what the sources were crawled for, provided they agree. */
function targetOf(
  sources: readonly ImportSource[],
  { target, language, learned = [] }: ImportOptions,
): readonly string[] {
  const own = new Set(learned.map(({ code }) => code))
  const given = target ?? (language === undefined ? null : [language])
  if (given !== null) {
    return given.map(written => {
      const code = languageCode(written, own)
      if (code === 'und')
        throw new LongtailError('E_GRAPH', `"${written}" is not a language code; use ISO 639-3, such as tha`)
      return code
    })
  }
  const targets = crawlsIn(sources).map(path => {
    const codes = crawlImporter.target(path)
    return { codes, name: crawlImporter.aim(path) || codes.join(' ') }
  })
  const first = targets[0]?.codes ?? []
  const names = targets.map(({ name }) => name)
  if (names.some(name => name !== names[0])) {
    throw new LongtailError(
      'E_GRAPH',
      `these were crawled for different targets (${[...new Set(names)].join(', ')}); import them one by one, or choose the relevant language with --language`,
    )
  }
  return first
}

/** As given; else what the first source says: sources whose targets differ are refused by their languages already. */
function spokenIn(sources: readonly ImportSource[], { spoken, learned = [] }: ImportOptions): readonly string[] {
  const own = new Set(learned.map(({ code }) => code))
  if (spoken !== undefined) return spoken.map(written => languageCode(written, own))
  const [first] = crawlsIn(sources)
  return first === undefined ? [] : crawlImporter.spoken(first)
}

function crawlsIn(sources: readonly ImportSource[]): string[] {
  return sources.flatMap(({ kind, path }) => (kind === 'crawl' ? [path] : []))
}

function addSeeds(
  seeds: readonly string[],
  builder: GraphBuilder,
  keys: TableKeys | null,
  context: ImportContext,
): void {
  let found = 0
  for (const seed of seeds) {
    const url = canonicalUrl(seed)
    const number = keys?.isBare && keys.size === 0 ? Number(seed) : NaN
    let id = keys?.find(seed) ?? UNKNOWN
    if (id === UNKNOWN && url !== null) id = builder.find(url)
    if (id === UNKNOWN && keys?.isBare === false) id = builder.find(keys.urlOfName(seed) ?? '')
    if (id === UNKNOWN && Number.isInteger(number) && number >= 0 && number < builder.size) id = number
    if (id === UNKNOWN) context.skip('seeds that are no page of the graph')
    else {
      builder.seed(id)
      found++
    }
  }
  if (seeds.length > 0 && found === 0)
    throw new LongtailError('E_GRAPH', `no seed (${seeds.slice(0, 3).join(', ')}…) is a page of the graph`)
}

function createProgress(
  sources: readonly ImportSource[],
  { onProgress }: ImportOptions,
): { file(path: string): void; bytes(done: number): void; end(): void } {
  const total = sources.reduce((sum, { size }) => sum + size, 0)
  const sizes = new Map(sources.map(({ path, size }) => [path, size]))
  let before = 0
  let label = ''
  return {
    file(path) {
      before += sizes.get(label) ?? 0
      label = path
      onProgress?.(Math.min(before, total), total, path)
    },
    bytes: done => onProgress?.(Math.min(before + done, total), total, label),
    end: () => onProgress?.(total, total, label),
  }
}

function formatOf(source: ImportSource): string {
  return source.kind === 'table' ? source.shape.kind : source.kind
}

function countsOf(graph: WebGraph): Pick<ImportReport, 'pages' | 'crawled' | 'links' | 'servers' | 'relevant'> {
  const { flags, pages, links, servers } = graph
  let crawled = 0
  let relevant = 0
  for (let page = 0; page < pages; page++) {
    if ((flags[page] & CRAWLED) !== 0) crawled++
    if ((flags[page] & RELEVANT) !== 0) relevant++
  }
  return { pages, crawled, links, servers, relevant }
}

function nothingRead(
  paths: readonly string[],
  left: readonly { path: string; reason: string }[],
  skipped: ReadonlyMap<string, number>,
): LongtailError {
  const reasons = [
    ...left.slice(0, 3).map(({ path, reason }) => `${path}: ${reason}`),
    ...[...skipped].slice(0, 3).map(([reason, count]) => `${count} ${reason}`),
  ]
  return new LongtailError(
    'E_GRAPH',
    `${paths.join(', ')}: no graph can be made from this (${reasons.join('; ') || 'it contains no pages'}). Give WARC, ARC, ` +
      'WACZ or WAT files, crawl directories, or tables of pages and links (docs/graph-import.md)',
  )
}
