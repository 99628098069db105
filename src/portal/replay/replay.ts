/**
 * The page as it looked, from the archive:
 *
 *   URL ─ library.capture ─▶ place ─ archives ─▶ record ─ content coding ─▶ bytes ─ type ─▶ rewritten text, or bytes as they are
 *
 * Invariants: nothing is asked of the network; no header of the archive is passed on; every answer carries the sandbox (headers.ts),
 * whatever it is; markup is rewritten (rewrite-html.ts), and sent as UTF-8, so that no charset hides anything.
 */
import { basename } from 'node:path'
import { answerOf, type WarcRecord } from '../../archive/index.js'
import type { Exchange } from '../../contracts.js'
import { LongtailError } from '../../errors.js'
import { canonicalUrl } from '../../page/url/canonical.js'
import type { CapturePlace, Library, PageReplay, Replayed, ReplayWords } from '../contracts.js'
import { createArchives, type Archives } from './archives.js'
import { dateInPath } from './address.js'
import { archiveHeaders, pdfHeaders, PROXY_SOURCES, sourcesUnder } from './headers.js'
import { portalPlaces, realPlaces, type ReferencePlaces } from './references.js'
import { shareReads } from './shared-reads.js'
import { showExchange } from './shown.js'

const NO_WORDS: ReplayWords = { away: '', form: '' }

interface Setting {
  readonly places: ReferencePlaces
  /** What a page may load, for its policy. */
  readonly sources: string
  readonly words: ReplayWords
}

export function createReplay(library: Library): PageReplay {
  const archives = createArchives()
  const read = shareReads(capture => readCapture(archives, capture))

  const answer = async (asked: string, setting: Setting, at?: number): Promise<Replayed | null> => {
    const url = canonicalUrl(asked)
    const capture = url === null ? null : library.capture(url, at)
    if (capture === null) return null
    const exchange = await read(capture)
    return exchange === null ? null : replayed(library, capture, exchange, setting)
  }

  return {
    raw(url, base, words = NO_WORDS, at) {
      const raw = pathOf(base)
      const date = dateInPath(at)
      const places = portalPlaces(raw + date, raw.replace(/raw\/$/, 'web/') + date)
      return answer(url, { places, sources: sourcesUnder(base), words }, at)
    },
    proxied: (url, portal, words = NO_WORDS) =>
      answer(url, { places: realPlaces(portal), sources: PROXY_SOURCES, words }),
    close: () => archives.close(),
  }
}

function pathOf(base: string): string {
  const slash = base.indexOf('/', base.indexOf('//') + 2)
  return slash === -1 ? '/' : base.slice(slash)
}

async function readCapture(archives: Archives, { place, payload }: CapturePlace): Promise<Exchange | null> {
  const record = await readRecord(archives, place)
  return answerOf(record, payload === null ? null : await readRecord(archives, payload))
}

/** Readers see the name of the file, not where the server keeps it. */
async function readRecord(archives: Archives, place: CapturePlace['place']): Promise<WarcRecord> {
  try {
    return await archives.read(place)
  } catch (error) {
    throw new LongtailError('E_ARCHIVE', basename(place.file), 'skip', { cause: error })
  }
}

function replayed(library: Library, capture: CapturePlace, exchange: Exchange, setting: Setting): Replayed {
  const { places, sources, words } = setting
  const shown = showExchange(capture.url, exchange, library, places, words)
  if (shown.kind === 'redirect') return redirectionTo(setting, places.load(shown.url))
  if (shown.refresh !== '') return redirectionTo(setting, shown.refresh)
  const { kind, type, isFont, body } = shown
  // what the archive says about errors stays, anything odd does not
  const status = exchange.status >= 400 && exchange.status < 600 ? 404 : 200
  const download = kind === 'download' ? capture.url : undefined
  const tag = kind === 'bytes' || kind === 'pdf' ? tagOf(capture) : undefined
  if (kind === 'pdf') return { status, headers: pdfHeaders(capture.url, tagOf(capture)), body }
  return { status, headers: archiveHeaders({ type, isFont, download, tag, sources }), body }
}

/** What is rewritten depends on what else is in the library; bytes never change as long as they are this capture's. */
function tagOf({ at, place }: CapturePlace): string {
  return `"${at.toString(36)}-${place.offset.toString(36)}"`
}

/** Not kept by browsers: the administrator may block the target, another build may know a later page. */
function redirectionTo({ sources }: Setting, location: string): Replayed {
  const headers = archiveHeaders({ type: 'text/html; charset=utf-8', sources })
  return { status: 302, headers: { ...headers, Location: location }, body: '' }
}
