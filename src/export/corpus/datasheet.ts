/** What a corpus says about itself, as data: DATASHEET.md (datasheet-text.ts) has the same numbers for people. */
import { SOFTWARE } from '../../version.js'
import type { CorpusForm, CorpusOptions } from './contracts.js'
import type { CorpusCounts } from './counts.js'
import { DATASHEET_FORMAT, type EarlierCorpus } from './earlier.js'
import type { Origin } from './origins.js'

const DATASHEET_VERSION = 3

export interface DatasheetFile {
  readonly name: string
  readonly form: CorpusForm
  readonly bytes: number
  readonly sha256: string
}

export interface Datasheet {
  readonly format: typeof DATASHEET_FORMAT
  readonly version: number
  readonly software: string
  readonly created: string
  readonly files: readonly DatasheetFile[]
  readonly origins: readonly Origin[]
  readonly options: Required<Omit<CorpusOptions, 'forms' | 'compress' | 'earlier'>> & {
    readonly all: boolean
    /** What part of the crawls was asked for; null: all of it. */
    readonly since: string | null
    readonly round: number | null
  }
  /** Corpora that were exported before; what they have is not in this one. */
  readonly earlier: readonly Omit<EarlierCorpus, 'path'>[]
  readonly counts: CorpusCounts
  readonly fields: readonly (readonly [name: string, meaning: string])[]
}

export const FIELDS: Datasheet['fields'] = [
  ['id', 'of this capture, the same in every export: 32 hexadecimal digits of the SHA-256 of `url` and `digest`'],
  ['url', 'canonical address'],
  ['timestamp', 'when it was captured, UTC'],
  ['language', 'ISO 639-3; `und` when unknown. As the crawl judged it, else identified from the text'],
  ['share', 'of the text in that language, 0…1: of the whole page where a crawl judged it, else of what is kept'],
  ['title', 'of the page'],
  ['text', 'sentences and headings of the page, one paragraph per line'],
  ['paragraphLanguages', 'of each line of `text`, identified from it and from the lines around it; ISO 639-3, `und`'],
  [
    'quality',
    'signals of quality: `words`, `wordLength`, `letters`, `digits`, `letterWords`, `symbols`, `stopWords`, `lineLength`, `shortLines`, `endedLines`, `bulletLines`, `ellipsisLines`, `repeatedLines`, `topGrams`, `repeatedGrams`, `isUnspaced`',
  ],
  ['verdict', '`relevant` and `score` (0…1) of the crawl; null where none judged the page'],
  ['digest', 'SHA-1 of the payload in base 32, as in the WARC'],
  ['textDigest', 'SHA-256 of `text` in UTF-8'],
  ['mime', 'media type'],
  ['charset', 'that the page was decoded from'],
  [
    'licences',
    'hints found on the page: `licence` (SPDX where known, `all-rights-reserved`, or empty), `found` (where), `value`',
  ],
  [
    'reservations',
    'what the page asks for: `noindex`, `noarchive`, `nosnippet`, `noai`, `noimageai`, `tdm-reservation`',
  ],
  ['source', 'name of the crawl or archive that holds the record; the topics of a syllabus share their archives'],
  ['warc', 'place of the record: `file`, `offset`, `length`'],
]

export function datasheetOf(
  parts: Pick<Datasheet, 'created' | 'files' | 'origins' | 'options' | 'earlier' | 'counts'>,
): Datasheet {
  return { format: DATASHEET_FORMAT, version: DATASHEET_VERSION, software: SOFTWARE, ...parts, fields: FIELDS }
}
