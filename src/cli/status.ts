import { existsSync } from 'node:fs'
import {
  crawlDirectory,
  endInWords,
  HOST_LISTS,
  lockHolder,
  readHostReport,
  readIdentity,
  readStatus,
  roundInWords,
  type CrawlDirectory,
  type HostLine,
  type Status,
} from '../collection/index.js'
import { readTotals } from '../collection/log-totals.js'
import { LongtailError } from '../errors.js'
import { readSyllabus } from '../collection/syllabus-file.js'
import { findPdfjs, NEEDS_PACKAGE } from '../documents/pdf/find-pdfjs.js'
import { identifierNote } from '../page/language/identifier.js'
import { progressLine } from './show-progress.js'
import { showCollection } from './status-syllabus.js'

const DEFAULT_HOSTS = 20
const SHOWN_WAITING = 5

export async function showStatus(path: string, flags: StatusFlags): Promise<void> {
  const directory = crawlDirectory(path)
  const identity = existsSync(directory.identity) ? readIdentity(directory) : null
  const syllabus = identity === null ? readSyllabus(directory.path) : null
  if (syllabus !== null) return showCollection(directory.path, syllabus, flags.json === true)
  if (identity === null)
    throw new LongtailError(
      'E_CRAWL_DIR',
      `${directory.path} is not a crawl directory; give the directory that "longtail crawl --out" wrote`,
    )
  // a crawl of one partition has no workers, and need not load what reads them
  const many = identity.partitions === undefined ? null : await import('../collection/worker-status.js')
  const workers = many?.presentWorkers(directory) ?? []
  const holder = lockHolder(directory)
  const running = holder > 0 || workers.length > 0
  const progress = readStatus(directory)
  const hosts = flags.hosts === undefined ? null : listedHosts(directory, flags.hosts)
  const { totals, ending } = await readTotals(directory)
  const stopped = ending?.reason ?? ''
  const why = ending === null ? '' : endInWords(ending)
  const { identifier, ...lines } = totals
  const state = running
    ? `${progress?.paused === true ? 'paused' : 'running'} (${holder > 0 ? `process ${holder}` : `${workers.length} workers`})${progress?.paused === true && progress.waitsFor !== '' ? `: ${progress.waitsFor}` : ''}`
    : stopped === ''
      ? 'not running; it was killed, and the next start repairs it'
      : `stopped: ${why}`
  if (flags.json === true) {
    console.log(
      JSON.stringify({
        name: identity.name,
        target: identity.target,
        running,
        paused: running && progress?.paused === true,
        stopped,
        why,
        ...(identifier === '' ? {} : { identifier }),
        ...lines,
        progress: running ? progress : withoutForecast(progress),
        ...(identity.partitions === undefined
          ? {}
          : {
              partitions: identity.partitions,
              workers: workers.map(({ name: worker, status: { pages, relevant, pagesPerSecond }, load }) => ({
                worker,
                pages,
                relevant,
                pagesPerSecond,
                ...load,
              })),
            }),
        ...(hosts === null ? {} : { hosts }),
      }),
    )
    return
  }
  console.log(`${identity.name}: ${state}`)
  console.log(
    `${lines.pages} pages, ${lines.relevant} relevant, ${lines.redirects} redirects, ${lines.skipped} skipped, ${lines.runs} ${lines.runs === 1 ? 'run' : 'runs'} in the log`,
  )
  for (const line of extraLines(lines)) console.log(line)
  if (lines.round.round > 1) console.log(roundInWords(lines.round))
  const note = identifier === '' ? '' : identifierNote(identifier)
  if (note !== '') console.log(note)
  if (findPdfjs() === null) console.log(NEEDS_PACKAGE)
  const shown = running ? progress : withoutForecast(progress)
  if (shown !== null) console.log(`at ${shown.at}: ${progressLine(shown)}`)
  if (shown !== null && shown.crashed > 0)
    console.log(
      `${shown.crashed} pages were given up because they crashed the crawler ("longtail log" lists them: E_FETCH_CRASHED)`,
    )
  if (shown !== null && shown.rendered > 0)
    console.log(
      `${shown.rendered} pages were rendered in a browser; ${shown.renderedRicher} gained text, links or another verdict, ${shown.renderedRelevant} are relevant only because of that`,
    )
  if (shown !== null && running) for (const line of waitingLines(shown)) console.log(line)
  for (const { name, status, load } of workers)
    console.log(`worker ${name}: ${progressLine(status)}; ${many?.loadText(load)}`)
  for (const line of many?.sharingLines(workers) ?? []) console.log(line)
  for (const line of hosts === null ? [] : hostLines(hosts)) console.log(line)
}

/** A crawl that does not run will not come to its limits. Older versions, and kills, leave a forecast behind. */
function withoutForecast(progress: Status | null): Status | null {
  return progress === null ? null : { ...progress, left: '' }
}

/** What the crawl waits for, and until when. */
function waitingLines({ waiting, waitingHosts }: Status): string[] {
  if (waiting.length === 0) return []
  const shown = waiting.slice(0, SHOWN_WAITING)
  return [
    `waits for ${waitingHosts} ${waitingHosts === 1 ? 'host' : 'hosts'}:`,
    ...shown.map(({ host, until, reason }) => `  ${host} until ${until}: ${reason}`),
    ...(waitingHosts > shown.length ? [`  and ${waitingHosts - shown.length} more`] : []),
  ]
}

/** What only some crawls have. */
function extraLines({ embeds, texts, discounted }: { embeds: number; texts: number; discounted: number }): string[] {
  const said = [
    ...(embeds === 0 ? [] : [`${embeds} embedded objects`]),
    ...(texts === 0 ? [] : [`${texts} pages after the quota, fetched only for their text`]),
    ...(discounted === 0
      ? []
      : [`${discounted} pages ranked lower: empty without JavaScript, behind a paywall, or shops`]),
  ]
  return said.length === 0 ? [] : [`also ${said.join(', ')}`]
}

export interface StatusFlags {
  json?: boolean
  hosts?: number | true
}

function listedHosts(directory: CrawlDirectory, asked: number | true): HostLine[] {
  const count = asked === true ? DEFAULT_HOSTS : asked
  const lines = readHostReport(directory)
  return HOST_LISTS.flatMap(list => lines.filter(line => line.list === list).slice(0, count))
}

function hostLines(hosts: readonly HostLine[]): string[] {
  if (hosts.length === 0) return ['no hosts listed yet: the list is written every minute, and when the crawl stops']
  return [
    ['hosts with the most pages:', hosts.filter(line => line.list === 'largest')] as const,
    ['given up last:', hosts.filter(line => line.list === 'given-up')] as const,
    ['waited for:', hosts.filter(line => line.list === 'waiting')] as const,
    ['traps and twins, by URLs held back:', hosts.filter(line => line.list === 'trap')] as const,
  ].flatMap(([title, lines]) => (lines.length === 0 ? [] : [title, ...lines.map(hostText)]))
}

function hostText({ host, pages, relevant, unfetched, reason }: HostLine): string {
  const counts = `${relevant} of ${pages} pages relevant, ${unfetched} URLs not fetched`
  return `  ${host}: ${counts}${reason === '' ? '' : `; ${reason}`}`
}
