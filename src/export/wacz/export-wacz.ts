/**
 * A crawl as WACZ (docs/export-wacz.md):
 *
 *   sources ─ holdings ─▶ archives, each with its index lines ─┬─▶ divided into parts by size
 *                    └──▶ pages with title, text and verdict ──┘          │
 *                        per part: archive/ as it is, indexes/ sorted, pages/, datapackage.json ─▶ OUT, or OUT-001, OUT-002 … and a list
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { crawlDirectory, firstRun } from '../../collection/index.js'
import { LongtailError } from '../../errors.js'
import { canonicalUrl } from '../../page/index.js'
import { openHoldings, type Holdings } from '../../collection/holdings.js'
import { ARCHIVE_NAME } from '../../collection/source-list.js'
import { tidy } from '../../one-line.js'
import type { ExportOptions, ExportSummary } from '../contracts.js'
import { checkPlaces, withOutput, type Output } from '../../disk/output.js'
import { tellingStages } from '../stages.js'
import { createAskedAddresses } from './addresses.js'
import { prepareArchives } from './archives.js'
import { cutArchives } from './cut-archives.js'
import { addShown } from './shown-objects.js'
import { listParts, type PackageFacts } from './package.js'
import { writePageList } from './page-list.js'
import { divide } from './divide.js'
import { checkList, partNames, placesOf, removeStale } from './part-files.js'
import { writePart, type WrittenPart } from './write-part.js'

export interface WaczOptions {
  readonly title?: string
  readonly description?: string
  /** Several files of at most so many bytes each, as far as single archives allow. */
  readonly splitBytes?: number
  /** False: no text in the list of pages. */
  readonly text?: boolean
  /** URL of the page to begin with. */
  readonly mainPage?: string
  /** Of a round or a period: pages that were visited and had not changed, too. */
  readonly withUnchanged?: boolean
}

export interface WaczSummary extends ExportSummary {
  /** WARC files inside. */
  readonly archives: number
  /** Lines of the index: an address that a tool wrote otherwise than browsers do has two. */
  readonly captures: number
  /** Pages that could not be read; their captures are in the index all the same. */
  readonly failed: number
}

export async function exportWacz(options: ExportOptions & WaczOptions): Promise<WaczSummary> {
  const out = resolve(options.out)
  if (!out.endsWith('.wacz'))
    throw new LongtailError('E_USAGE', `${options.out}: the name of a WACZ file must end in .wacz`)
  const mainPage = options.mainPage === undefined ? '' : canonicalUrl(options.mainPage)
  if (mainPage === null)
    throw new LongtailError(
      'E_USAGE',
      `--main-page ${options.mainPage} is not a complete address: begin it with http:// or https://`,
    )
  const names = partNames(out)
  if (options.splitBytes !== undefined) checkList(names.list)
  const startedAt = Date.now()
  const isSplit = options.splitBytes !== undefined
  const write = async ({ scratch, publish }: Output): Promise<WaczSummary> => {
    const { holdings, plans, failed } = await plan(options, scratch, mainPage)
    try {
      const facts = factsOf(options, holdings)
      const parts: WrittenPart[] = []
      let captures = 0
      for (const [i, part] of plans.entries()) {
        const path = join(scratch, isSplit ? basename(names.part(i)) : basename(out))
        const written = await writePart(path, { ...part, facts, before: parts }, { ...options, scratch, holdings })
        parts.push(written)
        captures += written.captures
      }
      const stale = isSplit ? removeStale(names, parts.length) : null
      const files = parts.map((_, i) => (isSplit ? names.part(i) : out))
      for (const [i, { name }] of parts.entries()) publish(join(scratch, name), files[i])
      if (isSplit) {
        const list = join(scratch, 'parts.json')
        writeFileSync(list, listParts(parts, facts))
        publish(list, names.list)
        files.push(names.list)
      }
      stale?.()
      return {
        files,
        bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0),
        pages: plans.reduce((sum, { pages }) => sum + pages, 0),
        archives: plans.reduce((sum, { archives }) => sum + archives.length, 0),
        captures,
        failed,
        seconds: (Date.now() - startedAt) / 1000,
      }
    } finally {
      holdings.close()
    }
  }
  return withOutput(out, write, { isFile: !isSplit })
}

/** Everything that can be known before the large copying begins. */
async function plan(options: ExportOptions & WaczOptions, scratch: string, mainPage: string) {
  const { sources, all, since, round, withUnchanged, signal, onWarning = () => undefined } = options
  const say = (stage: string) => (done: number, total: number) => options.onProgress?.({ stage, done, total })
  const work = join(scratch, 'work')
  mkdirSync(work)
  const holdings = await openHoldings({
    sources,
    scratch: join(work, 'held'),
    all,
    since,
    round,
    withUnchanged,
    signal,
    onWarning,
    onProgress: tellingStages(options),
  })
  const addresses = createAskedAddresses(join(work, 'addresses.db'))
  try {
    const out = resolve(options.out)
    checkPlaces(options.splitBytes === undefined ? [out] : placesOf(partNames(out)), holdings.sources)
    const prepare = { addresses, holdings, scratch: work, signal, onWarning }
    const { period } = holdings
    if (period !== null) await addShown(holdings, period, { signal, onProgress: say('looking for images and styles') })
    const preparing = { ...prepare, onProgress: say('indexing') }
    const archives = await (period === null ? prepareArchives(preparing) : cutArchives(period, preparing))
    if (archives.length === 0 && period !== null)
      throw new LongtailError('E_EXPORT', `nothing new was archived in that period in ${sources.join(', ')}`)
    if (archives.length === 0)
      throw new LongtailError(
        'E_EXPORT',
        `no page is archived in ${sources.join(', ')}: check that these are the right sources`,
      )
    const list = await writePageList({
      holdings,
      path: join(work, 'pages.jsonl'),
      addresses,
      hasText: options.text !== false,
      seeds: await seedsOf(holdings),
      mainPage,
      signal,
      onProgress: say('reading pages'),
      onWarning,
    })
    if (mainPage !== '' && ![...list.stretches.values()].some(({ main }) => main?.rank === -1))
      throw new LongtailError(
        'E_EXPORT',
        `${options.mainPage} is not among the exported pages: choose one that is, with --main-page`,
      )
    if (list.pages === 0)
      onWarning(
        all === true || holdings.sources.every(({ kind }) => kind === 'archive')
          ? 'no response is a page, so the list of pages is empty'
          : 'no page was judged relevant, so the list of pages is empty: --all lists the others',
      )
    if (holdings.isHidden !== null)
      onWarning(
        'pages that the portal hides are left out of lists and indexes, but the archives, which are copied whole, still contain them',
      )
    const plans = divide(archives, list, options.splitBytes ?? Infinity)
    const limit = options.splitBytes ?? Infinity
    for (const { archives: inPart, estimate } of plans)
      if (estimate > limit) onWarning(`${inPart[0].name} alone is larger than --split: an archive is never split`)
    return { holdings, plans, failed: list.failed }
  } catch (error) {
    holdings.close()
    throw error
  } finally {
    addresses.close()
  }
}

/** What the crawls began with, in its order. */
async function seedsOf({ sources }: Holdings): Promise<Map<string, number>> {
  const seeds = new Map<string, number>()
  for (const { kind, path } of sources) {
    if (kind !== 'crawl') continue
    const run = await firstRun(crawlDirectory(path))
    for (const seed of run?.seeds ?? []) {
      const url = typeof seed === 'string' ? canonicalUrl(seed) : null
      if (url !== null && !seeds.has(url)) seeds.set(url, seeds.size)
    }
  }
  return seeds
}

const MAX_TITLE = 500

function factsOf({ title, description, out }: ExportOptions & WaczOptions, { sources }: Holdings): PackageFacts {
  const name =
    new Set(sources.map(source => source.name)).size === 1
      ? sources[0].name.replace(ARCHIVE_NAME, '')
      : basename(out, '.wacz')
  return {
    title: tidy(title ?? '', MAX_TITLE) || name,
    description: description ?? '',
    created: new Date(),
    main: null,
    requires: [],
  }
}
