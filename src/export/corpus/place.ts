/** What `--out` means: one file of the kind that its name says, or a directory with all that was asked for. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { LongtailError } from '../../errors.js'
import type { Compression, CorpusForm, CorpusOptions } from './contracts.js'
import { DATASHEET_FORMAT } from './earlier.js'

export interface PlannedFile {
  readonly form: CorpusForm
  readonly name: string
}

export interface CorpusPlace {
  /** Absolute. */
  readonly out: string
  readonly isDirectory: boolean
  readonly files: readonly PlannedFile[]
  readonly compression: Compression
  /** Names of the datasheet for people and for programs. */
  readonly sheet: string
  readonly data: string
  /** Name of the data card. */
  readonly card: string
}

const SUFFIXES: readonly (readonly [suffix: string, form: CorpusForm, compression: Compression])[] = [
  ['.jsonl', 'jsonl', 'none'],
  ['.jsonl.gz', 'jsonl', 'gzip'],
  ['.jsonl.zst', 'jsonl', 'zstd'],
  ['.parquet', 'parquet', 'zstd'],
  ['.warc.wet.gz', 'wet', 'gzip'],
  ['.wet.gz', 'wet', 'gzip'],
]
const NAMES: Record<CorpusForm, Record<Compression, string>> = {
  jsonl: { none: 'corpus.jsonl', gzip: 'corpus.jsonl.gz', zstd: 'corpus.jsonl.zst' },
  parquet: { none: 'corpus.parquet', gzip: 'corpus.parquet', zstd: 'corpus.parquet' },
  wet: { none: 'corpus.warc.wet.gz', gzip: 'corpus.warc.wet.gz', zstd: 'corpus.warc.wet.gz' },
}
const SHEET = 'DATASHEET.md'
const DATA = 'datasheet.json'
const CARD = 'README.md'
const OURS: ReadonlySet<string> = new Set([
  SHEET,
  DATA,
  CARD,
  ...Object.values(NAMES).flatMap(names => Object.values(names)),
])

/** Throws E_USAGE where name and flags contradict each other, E_OUT_DIR where something else is in the place. */
export function placeOf(given: string, { forms, compress }: Pick<CorpusOptions, 'forms' | 'compress'>): CorpusPlace {
  const out = resolve(given)
  const name = basename(out)
  const kind = SUFFIXES.find(([suffix]) => name.toLowerCase().endsWith(suffix))
  if (kind === undefined) {
    checkDirectory(out)
    const compression = compress ?? 'zstd'
    const files = [...new Set(forms ?? (['jsonl', 'parquet'] as const))].map(form => ({
      form,
      name: NAMES[form][compression],
    }))
    return { out, isDirectory: true, files, compression, sheet: SHEET, data: DATA, card: CARD }
  }
  const [suffix, form, compression] = kind
  if (forms !== undefined && (forms.length !== 1 || forms[0] !== form))
    throw new LongtailError(
      'E_USAGE',
      `${name} is one file of the form ${form}: leave out --format and --wet, or name a directory to get several forms`,
    )
  if (compress !== undefined && form === 'jsonl' && compress !== compression)
    throw new LongtailError(
      'E_USAGE',
      `a name that ends in ${suffix} is not --compress ${compress}: leave out one of them`,
    )
  if (existsSync(out) && !statSync(out).isFile())
    throw new LongtailError('E_OUT_DIR', `${out} is not a file: name another one with --out`)
  return {
    out,
    isDirectory: false,
    files: [{ form, name }],
    compression,
    sheet: `${name}.datasheet.md`,
    data: `${name}.datasheet.json`,
    card: `${name}.README.md`,
  }
}

/** What is replaced as a whole may hold nothing of somebody else's. */
function checkDirectory(path: string): void {
  if (!existsSync(path)) return
  const next =
    'name another directory with --out, or a file that ends in .jsonl.zst, .jsonl.gz, .jsonl, .parquet or .warc.wet.gz'
  if (!statSync(path).isDirectory())
    throw new LongtailError('E_OUT_DIR', `${path} is a file, and its name says no form of a corpus: ${next}`)
  const names = readdirSync(path)
  if (names.length === 0) return
  const foreign = names.find(name => !OURS.has(name))
  if (foreign !== undefined || !isCorpus(join(path, DATA)))
    throw new LongtailError(
      'E_OUT_DIR',
      `${path} is not empty and ${foreign === undefined ? 'holds no corpus' : `holds ${foreign}, which is no part of a corpus`}: ${next}`,
    )
}

function isCorpus(path: string): boolean {
  try {
    const sheet: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return typeof sheet === 'object' && sheet !== null && 'format' in sheet && sheet.format === DATASHEET_FORMAT
  } catch {
    return false
  }
}
