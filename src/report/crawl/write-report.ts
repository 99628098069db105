/** Writes a crawl's report where it is wanted, and never over something that is none. */
import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { LongtailError } from '../../errors.js'
import { writeFiles } from '../write-files.js'
import type { CrawlNumbers } from './crawl-numbers.js'
import { crawlReport, REPORT_MARK } from './report.js'

export interface CrawlReportPlaces {
  /** Default: report.html in the crawl's directory. */
  readonly out?: string
  /** A folder for the figures as SVG; none are written without. */
  readonly figures?: string
}

/** Where the report will lie. Refuses a file that is there and is no report of a crawl. */
export function reportPath(directory: string, out: string | undefined): string {
  const usual = join(resolve(directory), 'report.html')
  const path = out === undefined ? usual : resolve(out)
  const there = kindOf(path)
  if (there === 'directory')
    throw new LongtailError('E_OUT_DIR', `${path} is a directory; give a file in it with --out, such as report.html`)
  if (there === 'nothing' || (there === 'file' && (path === usual || beginning(path).includes(REPORT_MARK))))
    return path
  throw new LongtailError(
    'E_OUT_DIR',
    `${path} exists and is not a report of a crawl; choose another file with --out, or remove it first`,
  )
}

/** Returns the paths of all files that were written, the page first. */
export function writeCrawlReport(numbers: CrawlNumbers, places: CrawlReportPlaces = {}): string[] {
  const path = reportPath(numbers.directory, places.out)
  const folder = places.figures === undefined ? null : resolve(places.figures)
  const seen = folder === null ? null : linkTo(dirname(path), folder)
  const { html, figures } = crawlReport(numbers, seen)
  const drawn = folder === null ? [] : writeFiles(folder, figures)
  return [...writeFiles(dirname(path), [{ path: basename(path), content: html }]), ...drawn]
}

/** As a browser wants it. */
function linkTo(from: string, to: string): string {
  const path = relative(from, to).split(sep).map(encodeURIComponent).join('/')
  return path === '' ? '.' : path
}

function kindOf(path: string): 'nothing' | 'file' | 'directory' | 'other' {
  try {
    const found = statSync(path)
    return found.isDirectory() ? 'directory' : found.isFile() ? 'file' : 'other'
  } catch {
    // nothing there, or out of reach: then writing says why
    return 'nothing'
  }
}

function beginning(path: string): string {
  try {
    const file = openSync(path, 'r')
    try {
      const buffer = Buffer.alloc(512)
      return buffer.toString('utf8', 0, readSync(file, buffer, 0, buffer.length, 0))
    } finally {
      closeSync(file)
    }
  } catch {
    // what cannot be read cannot be known as ours
    return ''
  }
}
