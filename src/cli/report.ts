import { join } from 'node:path'
import { readCrawl, reportPath, writeCrawlReport, type CrawlNumbers } from '../report/index.js'
import { LongtailError } from '../errors.js'
import { readSyllabus } from '../collection/syllabus-file.js'
import { INTERRUPTED, showWork } from './work-display.js'

export interface ReportFlags {
  out?: string
  figures?: string
  json?: boolean
}

export async function report(directory: string, flags: ReportFlags): Promise<void> {
  const display = showWork(process.stderr, 'stopping; nothing was written')
  try {
    const syllabus = readSyllabus(directory)
    if (syllabus !== null) {
      const example = syllabus.topics[0]?.slug ?? '<topic>'
      throw new LongtailError(
        'E_USAGE',
        `${directory}: is a syllabus; make the report of one topic ("longtail report ${join(directory, example)}"), or see all topics with "longtail status"`,
      )
    }
    // a long log is not read for nothing
    reportPath(directory, flags.out)
    const numbers = await readCrawl(directory, {
      signal: display.signal,
      onProgress: share => display.update(`reading the log: ${Math.floor(share * 100)} %`),
    })
    const [report, ...figures] = writeCrawlReport(numbers, flags)
    display.note(`report: ${report}`)
    if (flags.json === true) console.log(JSON.stringify({ ...numbers, report, figures }))
    else console.log(inShort(numbers))
    if (numbers.damage !== '')
      throw new LongtailError('E_CRAWL_DIR', `${numbers.damage}. The report covers the lines before it`)
  } catch (error) {
    if (!display.signal.aborted) throw error
    process.exitCode = INTERRUPTED
  } finally {
    display.end()
  }
}

function inShort({ pages, relevant, harvest, hosts, status }: CrawlNumbers): string {
  const percent = (share: number): string => `${(share * 100).toFixed(1)} %`
  const estimate = status?.estimate ?? null
  const coverage = estimate === null ? '' : `, coverage about ${percent(estimate.coverage)}`
  const rate = pages > 0 ? ` (${percent(harvest)})` : ''
  return `${pages} pages, ${relevant} relevant${rate}, ${hosts.fetched} hosts${coverage}`
}
