/** What a crawl has collected, read in every way there is, and what is wrong with it by itself. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { indexPathOf, parseCdxj, readWarc, targetUri } from '../../src/archive/index.js'
import { crawlDirectory, logDirectories } from '../../src/collection/crawl-directory.js'
import { readLog, type CrawlDirectory, type LogEntry } from '../../src/collection/index.js'
import { messageOf } from '../../src/errors.js'
import { archivesOf } from '../crawl/demo-crawl.js'
import { archivedUrls, checkIndependently } from '../crawl/read-archives.js'

export interface Collected {
  /** By kind and URL: what came of it. Embedded objects are those of a partition. */
  readonly answers: ReadonlyMap<string, string>
  readonly records: number
  readonly archives: number
  /** Of all partitions; 0 for a crawl that is not split. */
  readonly epochs: number
  readonly faults: readonly string[]
}

/** Of a crawl of one partition, or of many. */
export async function readCollected(out: string): Promise<Collected> {
  const whole = crawlDirectory(out)
  const faults: string[] = []
  const answers = new Map<string, string>()
  const all: string[] = []
  const counts = new Map<string, number>()
  let epochs = 0
  for (const directory of logDirectories(whole)) {
    const places = await readAnswers(directory, answers, faults)
    const archives = archivesOf(dirname(directory.warc))
    const records = await readRecords(archives, faults)
    compare('the log', places, 'the archives', records, faults)
    compare('the indexes', readIndexes(archives, faults), 'the archives', records, faults)
    for (const url of records.values()) counts.set(url, (counts.get(url) ?? 0) + 1)
    all.push(...archives)
    epochs += directory.earlier.length + (directory.path === whole.path ? 0 : 1)
    faults.push(...leftovers(directory))
  }
  await checkWithOthers(all, counts, faults)
  return { answers, records: counts.size, archives: all.length, epochs, faults }
}

/** What two crawls do not have in common. */
export function differences(expected: Collected, found: Collected): string[] {
  const faults: string[] = []
  compare('the undisturbed crawl', expected.answers, 'the killed one', found.answers, faults)
  return faults
}

/** Adds to `answers`. Returns `file offset` → URL. */
async function readAnswers(
  directory: CrawlDirectory,
  answers: Map<string, string>,
  faults: string[],
): Promise<ReadonlyMap<string, string>> {
  const places = new Map<string, string>()
  const { warc } = directory
  // of many partitions each fetches what its pages show
  const part = /parts.(\d\d)/.exec(warc)?.[1] ?? ''
  for await (const { entry, line } of readLog(directory)) {
    if (!('url' in entry)) continue
    if ('warc' in entry && entry.warc !== undefined) {
      const place = `${entry.warc[0]} ${entry.warc[1]}`
      if (places.has(place)) faults.push(`line ${line} of the log: ${place} was given twice`)
      places.set(place, entry.url)
    }
    const answer = outcomeOf(entry)
    if (answer === null) continue
    const key = `${entry.t === 'embed' ? part : ''}${entry.t} ${entry.url}`
    if (answers.has(key)) faults.push(`line ${line} of the log${part && ` of ${part}`}: ${key} once more`)
    answers.set(key, answer)
  }
  return places
}

/** Null for what may happen again: robots.txt is asked for in every run, and what failed is tried again. */
function outcomeOf(entry: LogEntry): string | null {
  if (entry.t === 'skip') return entry.reason
  if (entry.t === 'embed') return `${entry.status} ${entry.digest}`
  if (entry.t === 'page' || entry.t === 'redirect' || entry.t === 'sitemap')
    return `${entry.status} ${entry.digest} ${entry.relevant} ${entry.links.length} links`
  return null
}

/** `file offset` → URL, of everything that was captured. */
async function readRecords(archives: readonly string[], faults: string[]): Promise<Map<string, string>> {
  const records = new Map<string, string>()
  const seen = new Set<string>()
  for (const path of archives) {
    const name = path.slice(path.lastIndexOf('/') + 1)
    const onDamage = ({ reason, offset }: { reason: string; offset: number }): void => {
      faults.push(`${name} is damaged at ${offset}: ${reason}`)
    }
    for await (const record of readWarc(path, { onDamage })) {
      if (record.type !== 'response' && record.type !== 'revisit') continue
      const url = targetUri(record)
      if (seen.has(url)) faults.push(`${name}: ${url} was archived before`)
      seen.add(url)
      records.set(`${name} ${record.offset}`, url)
    }
  }
  return records
}

function readIndexes(archives: readonly string[], faults: string[]): Map<string, string> {
  const lines = new Map<string, string>()
  for (const path of archives)
    try {
      for (const line of readFileSync(indexPathOf(path), 'utf8').trimEnd().split('\n')) {
        const entry = parseCdxj(line)
        if (entry === null) faults.push(`${indexPathOf(path)}: no line of an index: ${line}`)
        else lines.set(`${entry.filename} ${entry.offset}`, entry.url)
      }
    } catch (error) {
      faults.push(`the index of ${path} cannot be read: ${messageOf(error)}`)
    }
  return lines
}

/** A JavaScript library and a checker in Python, which share no code with ours. */
async function checkWithOthers(
  archives: readonly string[],
  ours: ReadonlyMap<string, number>,
  faults: string[],
): Promise<void> {
  try {
    compare('warcio', await archivedUrls(archives), 'our reader', ours, faults)
    await checkIndependently(archives)
  } catch (error) {
    faults.push(`another reader refuses the archives: ${messageOf(error)}`)
  }
}

/** Files that a finished crawl does not have. */
function leftovers({ path, warc, segments }: CrawlDirectory): string[] {
  const known: readonly [folder: string, left: RegExp][] = [
    [path, /\.tmp$|^lock/],
    [dirname(warc), /\.tmp$|^lock/],
    [warc, /(?<!\.warc\.gz|\.cdxj)$/],
    [segments, /(?<!\.jsonl\.br)$/],
  ]
  return known.flatMap(([folder, left]) =>
    readdirSync(folder).flatMap(name => (left.test(name) ? [`${join(folder, name)} was left behind`] : [])),
  )
}

const MOST_SHOWN = 10

function compare(
  one: string,
  a: ReadonlyMap<string, unknown>,
  other: string,
  b: ReadonlyMap<string, unknown>,
  faults: string[],
): void {
  const found: string[] = []
  for (const [key, value] of a) {
    if (!b.has(key)) found.push(`${key} (${value}) is in ${one}, and not in ${other}`)
    else if (b.get(key) !== value) found.push(`${key}: ${value} in ${one}, ${b.get(key)} in ${other}`)
  }
  for (const [key, value] of b) if (!a.has(key)) found.push(`${key} (${value}) is in ${other}, and not in ${one}`)
  faults.push(...found.slice(0, MOST_SHOWN))
  if (found.length > MOST_SHOWN) faults.push(`and ${found.length - MOST_SHOWN} more between ${one} and ${other}`)
}
