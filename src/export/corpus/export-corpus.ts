/** From crawls and archives to a corpus of text (docs/export-corpus.md). */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { LongtailError } from '../../errors.js'
import { openHoldings, type Holdings } from '../../collection/holdings.js'
import { checkPlaces, withOutput, type Output } from '../../disk/output.js'
import type { ListedHoldings } from '../read-in-order.js'
import { tellingStages } from '../stages.js'
import { createZstd, type Zstd } from '../zstd.js'
import { DROP_REASONS, type CorpusExportOptions, type CorpusSummary, type DropReason } from './contracts.js'
import type { CorpusWriter } from './corpus-file.js'
import { CorpusCounter } from './counts.js'
import { dataCard } from './data-card.js'
import { datasheetText } from './datasheet-text.js'
import { datasheetOf, type Datasheet, type DatasheetFile } from './datasheet.js'
import { draftOf, idOf, pageOf, type Draft } from './draft.js'
import { withoutDuplicates } from './duplicates.js'
import { earlierCorpus, earlierPages, KnownIds, type EarlierCorpus } from './earlier.js'
import type { PageText } from './extract.js'
import { createJsonlWriter } from './jsonl.js'
import { originsOf } from './origins.js'
import { createParquetWriter } from './parquet.js'
import { charactersOf } from './paragraphs.js'
import { placeOf, type CorpusPlace, type PlannedFile } from './place.js'
import { brokenRule } from './quality-rules.js'
import { readTexts } from './read-texts.js'
import { RESERVING } from './reservations.js'
import { createWetWriter } from './wet.js'

type Chosen = Datasheet['options']

/** Corpora that were exported before. */
interface Earlier {
  readonly corpora: readonly EarlierCorpus[]
  readonly ids: KnownIds
}

export async function exportCorpus(options: CorpusExportOptions): Promise<CorpusSummary> {
  const startedAt = Date.now()
  const place = placeOf(options.out, options)
  const chosen = chosenOf(options)
  const { counts, files } = await withOutput(place.out, output =>
    writeCorpus({ options, chosen, place, startedAt }, output),
  )
  const directory = place.isDirectory ? place.out : dirname(place.out)
  return {
    files: [...files.map(({ name }) => name), place.sheet, place.data, place.card].map(name => join(directory, name)),
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    pages: counts.pages,
    seconds: (Date.now() - startedAt) / 1000,
    paragraphs: counts.paragraphs,
    characters: counts.characters,
    words: counts.words,
    languages: counts.languages.filter(([, { pages }]) => pages > 0).length,
    masked: counts.masked,
    removedParagraphs:
      counts.removed.equal.paragraphs + counts.removed.near.paragraphs + counts.removed.known.paragraphs,
    dropped: counts.dropped,
  }
}

function chosenOf(options: CorpusExportOptions): Chosen {
  const {
    languages = [],
    byParagraph,
    minShare = 0,
    minChars = 1,
    dedupe = 'none',
    keepShort,
    skipReserved,
    quality = [],
    mask = [],
    all,
    since = null,
    round = null,
  } = options
  if (byParagraph === true && languages.length === 0)
    throw new LongtailError('E_USAGE', 'paragraphs are chosen by their language: name one with --language')
  return {
    all: all === true,
    languages: [...languages],
    byParagraph: byParagraph === true,
    minShare,
    minChars,
    dedupe,
    keepShort: keepShort === true,
    skipReserved: skipReserved === true,
    quality: [...quality],
    mask: [...mask],
    since,
    round,
  }
}

/** What one export works with. */
interface Work {
  readonly options: CorpusExportOptions
  readonly chosen: Chosen
  readonly place: CorpusPlace
  readonly startedAt: number
  readonly scratch: string
  readonly holdings: Holdings
  readonly counter: CorpusCounter
  /** Null: nobody asks what is new. */
  readonly earlier: Earlier | null
}

async function writeCorpus(
  { options, chosen, place, startedAt }: Omit<Work, 'scratch' | 'holdings' | 'counter' | 'earlier'>,
  output: Output,
) {
  const { sources, all, since, round, signal, onWarning } = options
  const { scratch } = output
  const corpora = (options.earlier ?? []).map(earlierCorpus)
  const held = { sources, scratch: join(scratch, 'holdings'), all, since, round, signal, onWarning }
  const holdings = await openHoldings({ ...held, onProgress: tellingStages(options) })
  try {
    checkPlaces([place.out], holdings.sources)
    if (holdings.pages === 0 && holdings.period !== null)
      throw new LongtailError('E_EXPORT', `${sources.join(', ')} has no new or changed pages in this time`)
    if (holdings.pages === 0)
      throw new LongtailError(
        'E_EXPORT',
        `${sources.join(', ')} holds no pages to export${all === true || !holdings.sources.some(({ kind }) => kind === 'crawl') ? ': check the names' : ': --all takes pages that the crawl found irrelevant, too'}`,
      )
    const directory = join(scratch, 'corpus')
    mkdirSync(directory)
    const counter = new CorpusCounter(scratch)
    const earlier = corpora.length === 0 ? null : { corpora, ids: new KnownIds(scratch) }
    try {
      const files = await writePages({ options, chosen, place, startedAt, scratch, holdings, counter, earlier })
      const counts = counter.counts()
      const origins = await originsOf(holdings.sources)
      const created = new Date(startedAt).toISOString()
      const before = corpora.map(({ name, created, pages }) => ({ name, created, pages }))
      const sheet = datasheetOf({ created, files, origins, options: chosen, earlier: before, counts })
      writeFileSync(join(directory, place.sheet), datasheetText(sheet))
      writeFileSync(join(directory, place.data), `${JSON.stringify(sheet, null, 2)}\n`)
      writeFileSync(join(directory, place.card), dataCard(sheet, place.isDirectory))
      publish(directory, place, output)
      return { counts, files }
    } finally {
      counter.close()
      earlier?.ids.close()
    }
  } finally {
    holdings.close()
  }
}

/** The data first: a datasheet says by its digests which data it is about. */
function publish(directory: string, { isDirectory, out, files, sheet, data, card }: CorpusPlace, output: Output): void {
  if (isDirectory) output.publish(directory, out)
  else
    for (const name of [...files.map(file => file.name), sheet, data, card])
      output.publish(join(directory, name), join(dirname(out), name))
}

/** At most this long until Ctrl-C is heard, where everything else is done at once. */
const TURN_MS = 50

async function writePages(work: Work): Promise<DatasheetFile[]> {
  const { place, chosen, counter } = work
  const { signal, onProgress } = work.options
  const zstd = await createZstd()
  const writers: { readonly planned: PlannedFile; readonly writer: CorpusWriter }[] = []
  try {
    for (const planned of place.files) writers.push({ planned, writer: writerOf(planned, work, zstd) })
    let turnAt = Date.now()
    for await (const draft of corpusDrafts(work, zstd)) {
      const page = pageOf(draft)
      for (const { writer } of writers) writer.write(page, draft.recordId)
      counter.add(page, draft.paragraphs, draft.words)
      if (Date.now() - turnAt < TURN_MS) continue
      await setImmediate()
      signal?.throwIfAborted()
      turnAt = Date.now()
      if (chosen.dedupe !== 'none') onProgress?.({ stage: 'writing pages', done: counter.pages, total: 0 })
    }
    if (counter.pages === 0 && counter.dropped.known > 0)
      throw new LongtailError(
        'E_EXPORT',
        `nothing is new: all ${counter.dropped.known} pages that fit are in the earlier corpus`,
      )
    if (counter.pages === 0) throw nothingLeft(counter.dropped)
    return writers.map(({ planned, writer }) => ({ ...planned, ...writer.finish() }))
  } finally {
    for (const { writer } of writers) writer.close()
  }
}

function writerOf({ form, name }: PlannedFile, { scratch, place, startedAt }: Work, zstd: Zstd): CorpusWriter {
  const path = join(scratch, 'corpus', name)
  if (form === 'jsonl') return createJsonlWriter(path, place.compression, zstd)
  return form === 'parquet' ? createParquetWriter(path, zstd) : createWetWriter(path, name, startedAt)
}

function corpusDrafts(work: Work, zstd: Zstd): AsyncGenerator<Draft> {
  const { options, counter, scratch, earlier } = work
  const { dedupe, keepShort, minChars } = work.chosen
  const drafts = wantedDrafts(work)
  if (dedupe === 'none' && earlier === null) return drafts
  return withoutDuplicates(drafts, {
    dedupe,
    keepShort,
    earlier: earlier === null ? null : earlierTexts(work, earlier, zstd),
    minChars,
    scratch,
    zstd,
    signal: options.signal,
    onDrop: reason => counter.dropped[reason]++,
    onRemoved: (kind, characters) => counter.remove(kind, characters),
  })
}

/** Notes which captures they are. */
async function* earlierTexts({ options }: Work, { corpora, ids }: Earlier, zstd: Zstd): AsyncGenerator<string> {
  const { signal, onProgress } = options
  const total = corpora.reduce((sum, { pages }) => sum + pages, 0)
  let done = 0
  for (const corpus of corpora)
    for await (const { id, text } of earlierPages(corpus, zstd)) {
      signal?.throwIfAborted()
      if (done++ % 16 === 0) onProgress?.({ stage: 'reading earlier corpora', done, total })
      ids.add(id)
      yield text
    }
}

/** Without captures that an earlier corpus has: they need not be read. */
function unknownIn({ holdings, counter, earlier }: Work): ListedHoldings {
  if (earlier === null) return holdings
  const { pages, languages } = holdings
  return {
    pages,
    languages,
    *list() {
      for (const holding of holdings.list()) {
        const isKnown = holding.digest !== '' && earlier.ids.has(idOf(holding.url, `sha1:${holding.digest}`))
        if (isKnown) counter.dropped.known++
        else yield holding
      }
    },
  }
}

async function* wantedDrafts(work: Work): AsyncGenerator<Draft> {
  const { options, chosen, holdings, counter } = work
  const { signal, onProgress, onWarning } = options
  let done = 0
  let firstError = ''
  for await (const { holding, answer } of readTexts(unknownIn(work), { ...chosen, signal })) {
    if (done++ % 16 === 0) onProgress?.({ stage: 'reading pages', done, total: holdings.pages })
    const reason = 'error' in answer ? 'unreadable' : reasonAgainst(answer, chosen)
    if (reason !== null) counter.dropped[reason]++
    if (reason === 'quality' && !('error' in answer))
      counter.breakRule(brokenRule(answer.quality, chosen.quality) ?? '')
    if ('error' in answer) firstError ||= answer.error
    else if (reason === null) {
      counter.leaveOut(answer.others)
      counter.mask(answer.masked)
      yield draftOf(holding, answer, holdings)
    }
  }
  const failed = counter.dropped.unreadable
  if (failed > 0) onWarning?.(`${failed} pages could not be read, among them ${firstError}`)
}

/** Null: it is wanted. */
function reasonAgainst(text: PageText, chosen: Chosen): DropReason | null {
  const { languages, minShare, minChars, skipReserved, quality } = chosen
  const characters = charactersOf(text.paragraphs)
  if (characters === 0) return text.others.paragraphs > 0 ? 'language' : 'empty'
  if (languages.length > 0 && !languages.includes(text.language)) return 'language'
  if (text.share < minShare) return 'share'
  if (characters < minChars) return 'short'
  if (skipReserved && text.reservations.some(name => RESERVING.has(name))) return 'reserved'
  if (text.isProducts) return 'products'
  return brokenRule(text.quality, quality) === null ? null : 'quality'
}

function nothingLeft(dropped: Readonly<Record<DropReason, number>>): LongtailError {
  const reasons = DROP_REASONS.filter(reason => dropped[reason] > 0).map(reason => `${dropped[reason]} ${reason}`)
  return new LongtailError(
    'E_EXPORT',
    `no page is left for the corpus (left out: ${reasons.join(', ')}): ask for other languages or less text`,
  )
}
