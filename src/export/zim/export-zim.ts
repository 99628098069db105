/**
 * A collection as one file for Kiwix (docs/export-zim.md):
 *
 *   sources ─ collection ─▶ portal ─┬─ pages, rewritten ──────────────┐
 *                                   ├─ front page, topics, sites, …   ├─▶ ZimWriter ─▶ OUT
 *                                   ├─ what these show, and so on     │
 *                                   └─ words ─▶ ZimIndex ─────────────┘
 *
 * Invariants: every address in a page leads to an entry of the file, or says that it does not; nothing is in the file that no page
 * of the collection reaches; the same sources and date give the same file.
 */
import { join, resolve } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { LongtailError } from '../../errors.js'
import { RecordReader } from '../../archive/record-reader.js'
import type { ExportOptions, ExportSummary } from '../contracts.js'
import { withOutput, type Output } from '../../disk/output.js'
import { checkZim } from './check.js'
import { openCollection, type ZimCollection } from './collection.js'
import type { ZimIndex, ZimNumbers, ZimWriter } from './contracts.js'
import { addRedirects, nothingToExport, writeArchived, type EntryContext, type EntryCounts } from './entries.js'
import { openEntryTable } from './entry-table.js'
import { createZimWriter } from './file/writer.js'
import { drawnIllustration, illustrationIn } from './illustration.js'
import {
  checkOptions,
  INTERFACE_CODES,
  interfaceOf,
  languagesOf,
  metadataOf,
  type CheckedOptions,
  type ZimOptions,
} from './metadata.js'
import { framed, HOME, STYLE, styleSheet, interfaceWords, type Desk, type OwnPage } from './pages/frame.js'
import { aboutPage, homePage } from './pages/home.js'
import { lessonIn, lessonPages, nameLessons, type NamedLesson } from './pages/lessons.js'
import { sitePages } from './pages/sites.js'
import { topicPages } from './pages/topics.js'
import { createRenderer } from './render.js'
import { createResolver } from './resolver.js'
import { createZimIndex } from './words/index.js'

export interface ZimSummary extends ExportSummary {
  readonly entries: number
  readonly redirects: number
  readonly lessons: number
  /** Pages and images whose record could not be read. */
  readonly unreadable: number
}

/** Entries between two moments in which Ctrl-C is heard and progress is told. */
const TURN = 32

export async function exportZim(options: ExportOptions & ZimOptions): Promise<ZimSummary> {
  const startedAt = Date.now()
  // Kiwix goes by the name, and no source that is named by mistake is replaced
  if (!/\.zim$/i.test(resolve(options.out)))
    throw new LongtailError('E_USAGE', `${options.out}: the name of a ZIM file must end in .zim`)
  const checked = checkOptions(options)
  const illustration = options.illustration === undefined ? drawnIllustration() : illustrationIn(options.illustration)
  const files = (options.lessonFiles ?? []).map(lessonIn)
  const write = async (output: Output): Promise<ZimSummary> => {
    const collection = await openCollection(options, output.scratch)
    try {
      if (options.lessons === true && collection.lessons.length === 0)
        options.onWarning?.('--lessons: no portal among the sources has a published lesson')
      const lessons = nameLessons([...(options.lessons === true ? collection.lessons : []), ...files])
      const path = join(output.scratch, 'collection.zim')
      const { numbers, counts } = await writeZim(options, checked, { collection, lessons, illustration, path })
      await checkZim(path, numbers)
      output.publish(path, options.out)
      if (counts.unreadable > 0)
        options.onWarning?.(`${counts.unreadable} pages or images could not be read, among them ${counts.firstTrouble}`)
      return {
        files: [resolve(options.out)],
        bytes: numbers.bytes,
        pages: counts.pages,
        seconds: (Date.now() - startedAt) / 1000,
        entries: numbers.entries,
        redirects: numbers.redirects,
        lessons: lessons.length,
        unreadable: counts.unreadable,
      }
    } finally {
      collection.close()
    }
  }
  return withOutput(options.out, write, { isFile: true, keep: ['portal'], signal: options.signal })
}

interface Work {
  readonly collection: ZimCollection
  readonly lessons: readonly NamedLesson[]
  readonly illustration: Uint8Array
  readonly path: string
}

async function writeZim(
  options: ExportOptions & ZimOptions,
  checked: CheckedOptions,
  { collection, lessons, illustration, path }: Work,
): Promise<{ numbers: ZimNumbers; counts: EntryCounts }> {
  const { signal } = options
  const { library } = collection
  const scratch = resolve(path, '..')
  const languages = languagesOf(library, options.language)
  const words = interfaceWords(checked.interface ?? interfaceOf(languages))
  const title = options.title ?? (collection.rules.title || library.facts().title)
  const reader = new RecordReader()
  const table = openEntryTable(scratch)
  const resolver = createResolver(collection)
  const renderer = createRenderer(reader, resolver, { away: words.texts.away, form: words.messages.replay.formOff })
  const counts: EntryCounts = { pages: 0, unreadable: 0, firstTrouble: '', hasPictures: false, hasVideos: false }
  let lost = ''
  const onLostRedirect = (from: string, to: string): void => void (lost ||= `${from} to ${to}`)
  let writer: ZimWriter | null = null
  let index: ZimIndex | null = null
  try {
    writer = await createZimWriter({ path, scratch, signal, onLostRedirect })
    index = createZimIndex({ scratch, languages, signal })
    const context: EntryContext = { collection, resolver, renderer, table, writer, index, texts: words.texts }
    await writePages(context, counts, options)
    if (counts.pages === 0) throw nothingToExport(options.sources, counts)
    const hasTopics = library.topics().length > 0
    const desk: Desk = {
      ...words,
      library,
      rules: collection.rules,
      resolver,
      title,
      hasTopics,
      hasLessons: lessons.length > 0,
      want: table.want,
    }
    await writeOwnPages(context, desk, lessons, Date.parse(checked.date), options)
    await writeWanted(context, counts, options)
    addRedirects(context)
    options.onProgress?.({ stage: 'writing the search index', done: 0, total: 0 })
    const databases = await index.finish()
    await writer.addIndex('fulltext/xapian', databases.fulltext)
    await writer.addIndex('title/xapian', databases.title)
    const described = { library, title, languages, interface: words.language, date: checked.date, ...counts }
    for (const [name, value] of metadataOf(options, described)) await writer.addMetadata(name, value)
    await writer.addMetadata('Illustration_48x48@1', illustration, 'image/png')
    writer.setMainPage(HOME)
    options.onProgress?.({ stage: 'finishing', done: 0, total: 0 })
    const numbers = await writer.finish()
    if (lost !== '') options.onWarning?.(`redirects that lead nowhere were left out, among them ${lost}`)
    return { numbers, counts }
  } catch (error) {
    await index?.abort()
    await writer?.abort()
    throw error
  } finally {
    table.close()
    await reader.close()
  }
}

async function writePages(context: EntryContext, counts: EntryCounts, options: ExportOptions): Promise<void> {
  const { collection, resolver, table } = context
  const total = collection.library.facts().pages
  for (const { title, site, isCopy } of collection.pages()) if (!isCopy) table.countTitle(title, site)
  let done = 0
  for (const page of collection.pages()) {
    if (++done % TURN === 0) await turn(options, 'writing pages', done, total)
    const target = resolver.resolve(page.url)
    // a later visit was led elsewhere: what is there counts
    if (target !== null && target.capture.url !== page.url) table.want(target.capture.url)
    else if (target !== null) await writeArchived(context, counts, target, page)
  }
}

/** What pages show and lead to, what that shows, and so on. */
async function writeWanted(context: EntryContext, counts: EntryCounts, options: ExportOptions): Promise<void> {
  const { table, resolver } = context
  let done = 0
  for (let urls = table.take(TURN); urls.length > 0; urls = table.take(TURN)) {
    for (const url of urls) {
      const target = resolver.resolve(url)
      if (target !== null) await writeArchived(context, counts, target, null)
    }
    done += urls.length
    await turn(options, 'writing images and styles', done, done + table.waiting())
  }
}

async function writeOwnPages(
  { writer, index, collection }: EntryContext,
  desk: Desk,
  lessons: readonly NamedLesson[],
  date: number,
  options: ExportOptions,
): Promise<void> {
  await writer.addContent({ path: STYLE, title: '', mime: 'text/css', isFront: false, body: styleSheet() })
  let done = 0
  for (const page of ownPages(desk, lessons, collection.savedBetween(), date)) {
    if (++done % TURN === 0) await turn(options, 'writing lists', done, 0)
    const { path, title, isFront } = page
    await writer.addContent({ path, title, mime: 'text/html', isFront, body: framed(desk, page) })
    if (isFront)
      await index.add({ path, title, text: page.text ?? '', keywords: '', language: INTERFACE_CODES[desk.language][0] })
  }
}

function* ownPages(
  desk: Desk,
  lessons: readonly NamedLesson[],
  saved: readonly [number, number],
  date: number,
): Generator<OwnPage> {
  yield homePage(desk, lessons)
  yield aboutPage(desk, saved, date)
  yield* topicPages(desk)
  yield* sitePages(desk)
  yield* lessonPages(desk, lessons)
}

async function turn({ signal, onProgress }: ExportOptions, stage: string, done: number, total: number): Promise<void> {
  onProgress?.({ stage, done, total })
  await setImmediate()
  signal?.throwIfAborted()
}
