/**
 * What goes into the ZIM, from whatever was given: a portal as it is, with what its people decided; or crawls and archives, of which a
 * portal is built first, in the scratch directory, so that an interrupted export need not read everything again.
 */
import { join } from 'node:path'
import { LongtailError } from '../../errors.js'
import { typeNamed } from '../../collection/page-type.js'
import { sourceAtRound } from '../../collection/source-at-round.js'
import { builtFrom, isPortal } from '../../collection/portal-source.js'
import { buildPortal, openLibrary, portalDirectory, type HouseRules, type PageCard } from '../../portal/index.js'
import { patternsOf } from '../../portal/people/blacklist.js'
import { readPeople } from '../../portal/people/people.js'
import { rowReader } from '../../disk/sqlite-rows.js'
import { openDatabase } from '../../disk/sqlite.js'
import type { ExportOptions } from '../contracts.js'
import { tellingStages } from '../stages.js'

/** A page of the collection, with what the indexes of a ZIM need. */
export interface CollectedPage extends Pick<PageCard, 'id' | 'url' | 'title' | 'site' | 'language' | 'type'> {
  readonly headings: string
  /** It repeats another one: links lead there, search does not. */
  readonly isCopy: boolean
}

export type ZimCollection = Awaited<ReturnType<typeof openCollection>>

const PAGES = rowReader({
  id: 'number',
  url: 'text',
  title: 'text',
  language: 'text',
  type: 'text',
  headings: 'text',
  site: 'text',
  original: 'text or null',
})
const URLS = rowReader({ url: 'text' })
const TIMES = rowReader({ first: 'number or null', last: 'number or null' })

export async function openCollection(options: ExportOptions & { title?: string }, scratch: string) {
  const { sources } = options
  const portals = sources.map(source => sourceAtRound(source).path).filter(isPortal)
  const people = portals.map(peopleOf)
  const isOnePortal = portals.length === 1 && sources.length === 1
  if (isOnePortal && options.all === true)
    options.onWarning?.('--all has no effect on a portal, which contains the pages it was built with')
  const isOfPeriod = isPeriodWanted(options)
  // what is left of an interrupted export is of all rounds
  const directory = isOnePortal && !isOfPeriod ? portals[0] : join(scratch, isOfPeriod ? 'period' : 'portal')
  if (!isOnePortal || isOfPeriod) await build(options, directory, isOfPeriod)
  const library = openLibrary(directory, { isForMany: true })
  const database = openDatabase(portalDirectory(directory).index, { readOnly: true })
  library.hide(people.flatMap(({ patterns }) => patterns))
  const pages = database.prepare(
    `SELECT p.id, p.url, p.title, p.language, p.type, coalesce(o.headings, '') AS headings,
       coalesce((SELECT host FROM sites s WHERE s.id = p.site), '') AS site,
       (SELECT url FROM pages q WHERE q.id = p.original) AS original
     FROM pages p LEFT JOIN outlines o ON o.page = p.id ORDER BY p.url`,
  )
  const page = database.prepare('SELECT 1 FROM pages WHERE url = ?')
  const archived = database.prepare('SELECT 1 FROM captures WHERE url = ? LIMIT 1')
  const hops = database.prepare(
    `SELECT DISTINCT url FROM captures WHERE status BETWEEN 300 AND 399 AND location <> '' ORDER BY url`,
  )
  return {
    library,
    /** Of all portals that were given. */
    rules: merged(people.map(({ rules }) => rules)),
    /** Lessons that were published there. */
    lessons: people.flatMap(({ lessons }) => lessons),
    /** By address. */
    *pages(): Generator<CollectedPage> {
      for (const { original, type, ...page } of PAGES.each(pages.iterate())) {
        const isCopy = original !== null && !library.isHidden(original)
        if (!library.isHidden(page.url)) yield { ...page, type: typeNamed(type), isCopy }
      }
    },
    /** Whether it is one of them. */
    isPage: (url: string): boolean => page.get(url) !== undefined && !library.isHidden(url),
    /** Whether anything is archived under this very address. */
    isArchived: (url: string): boolean => archived.get(url) !== undefined,
    /** Archived addresses that lead on to others. */
    *hops(): Generator<string> {
      for (const { url } of URLS.each(hops.iterate())) yield url
    },
    /** When the first and the last page were saved, milliseconds since the epoch; 0 when there are none. */
    savedBetween(): readonly [number, number] {
      const times = database.prepare('SELECT min(at) AS first, max(at) AS last FROM pages')
      const { first, last } = TIMES.only(times.get())
      return [first ?? 0, last ?? 0]
    },
    close(): void {
      library.close()
      database.close()
    },
  }
}

function isPeriodWanted({ sources, since, round }: ExportOptions): boolean {
  const isCut = sources.some(source => sourceAtRound(source).lastRound !== null)
  return isCut || since !== undefined || round !== undefined
}

async function build(options: ExportOptions & { title?: string }, out: string, isOfPeriod: boolean): Promise<void> {
  const sources = options.sources.flatMap(builtFrom)
  const { title, all, since, round, signal, onWarning } = options
  try {
    await buildPortal({
      sources,
      out,
      title,
      all,
      since,
      round,
      isOfPeriod,
      search: false,
      signal,
      onWarning,
      onProgress: tellingStages(options),
    })
  } catch (error) {
    if (!(error instanceof LongtailError) || error.code !== 'E_PORTAL') throw error
    throw new LongtailError('E_EXPORT', error.message, 'abort', { cause: error })
  }
}

function peopleOf(portal: string) {
  const people = readPeople(portalDirectory(portal).local)
  try {
    const lessons = people
      .publishedLessons()
      .map(({ id }) => people.lessons.get(id))
      .filter(lesson => lesson !== null)
    return { rules: people.rules(), patterns: patternsOf(people), lessons }
  } finally {
    people.close()
  }
}

/** What the first says counts. */
function merged(rules: readonly HouseRules[]): HouseRules {
  const reversed = [...rules].reverse()
  return {
    title: rules.length === 1 ? rules[0].title : '',
    blacklist: rules.map(({ blacklist }) => blacklist).join('\n'),
    colour: '',
    logo: null,
    hasClasses: false,
    topicNames: new Map(reversed.flatMap(({ topicNames }) => [...topicNames])),
    featured: new Map(reversed.flatMap(({ featured }) => [...featured])),
  }
}
