/** The same pages as a Parquet file: the fields of JSONL as columns with types, in row groups that are written one by one. */
import { ByteWriter, ParquetWriter, type ColumnSource, type SchemaElement } from 'hyparquet-writer'
import { SOFTWARE } from '../../version.js'
import type { Zstd } from '../zstd.js'
import type { CorpusPage } from './contracts.js'
import { CorpusFile, type CorpusWriter } from './corpus-file.js'

/** A row group is held in memory: its texts end it before the number of its rows in most corpora. */
const GROUP_CHARACTERS = 16 << 20
const GROUP_ROWS = 20_000
/** As in jsonl.ts. */
const ZSTD_LEVEL = 3

const REQUIRED = 'REQUIRED'
const text = (name: string): SchemaElement => ({
  name,
  type: 'BYTE_ARRAY',
  converted_type: 'UTF8',
  logical_type: { type: 'STRING' },
  repetition_type: REQUIRED,
})
const double = (name: string): SchemaElement => ({ name, type: 'DOUBLE', repetition_type: REQUIRED })
const whole = (name: string): SchemaElement => ({ name, type: 'INT64', repetition_type: REQUIRED })
const struct = (name: string, ...children: SchemaElement[]): SchemaElement[] => [
  { name, repetition_type: REQUIRED, num_children: children.length },
  ...children,
]
/** The three levels that the format prescribes for lists. */
const list = (name: string, ...element: SchemaElement[]): SchemaElement[] => [
  { name, repetition_type: REQUIRED, num_children: 1, converted_type: 'LIST', logical_type: { type: 'LIST' } },
  { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
  ...element,
]

const COLUMNS: readonly SchemaElement[][] = [
  [text('id')],
  [text('url')],
  [
    {
      name: 'timestamp',
      type: 'INT64',
      converted_type: 'TIMESTAMP_MILLIS',
      logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
      repetition_type: REQUIRED,
    },
  ],
  [text('language')],
  [double('share')],
  [text('title')],
  [text('text')],
  list('paragraphLanguages', text('element')),
  [
    { name: 'quality', repetition_type: REQUIRED, num_children: 16 },
    { name: 'words', type: 'INT32', repetition_type: REQUIRED },
    ...['wordLength', 'letters', 'digits', 'letterWords', 'symbols', 'stopWords', 'lineLength', 'shortLines'].map(
      double,
    ),
    ...['endedLines', 'bulletLines', 'ellipsisLines', 'repeatedLines'].map(double),
    ...list('topGrams', double('element')),
    ...list('repeatedGrams', double('element')),
    { name: 'isUnspaced', type: 'BOOLEAN', repetition_type: REQUIRED },
  ],
  [
    { name: 'verdict', repetition_type: 'OPTIONAL', num_children: 2 },
    { name: 'relevant', type: 'BOOLEAN', repetition_type: REQUIRED },
    double('score'),
  ],
  [text('digest')],
  [text('textDigest')],
  [text('mime')],
  [text('charset')],
  list('licences', ...struct('element', text('licence'), text('found'), text('value'))),
  list('reservations', text('element')),
  [text('source')],
  struct('warc', text('file'), whole('offset'), whole('length')),
]

export function createParquetWriter(path: string, zstd: Zstd): CorpusWriter {
  const file = new CorpusFile(path)
  const writer = new GroupWriter(file)
  const parquet = new ParquetWriter({
    writer,
    schema: [{ name: 'page', num_children: COLUMNS.length }, ...COLUMNS.flat()],
    codec: 'ZSTD',
    compressors: { ZSTD: bytes => zstd.compress(bytes, ZSTD_LEVEL) },
    // the library orders strings by UTF-16, the format by UTF-8: a reader that trusts its bounds would miss rows
    statistics: false,
    kvMetadata: [{ key: 'software', value: SOFTWARE }],
  })
  let rows: CorpusPage[] = []
  let size = 0
  const flush = (): void => {
    if (rows.length === 0) return
    done(parquet.write({ columnData: columnsOf(rows), rowGroupSize: rows.length }))
    rows = []
    size = 0
  }
  return {
    write(page) {
      rows.push(page)
      size += page.text.length
      if (size >= GROUP_CHARACTERS || rows.length >= GROUP_ROWS) flush()
    },
    finish() {
      flush()
      done(parquet.finish())
      return file.finish()
    },
    close: () => file.close(),
  }
}

function done(written: void | Promise<void>): void {
  if (written instanceof Promise) throw new Error('the file is written at once')
}

/** Holds one row group and its bounds in the file. */
class GroupWriter extends ByteWriter {
  constructor(private readonly file: CorpusFile) {
    super(1 << 20)
  }

  flush(): void {
    this.file.write(this.getBytes())
    this.index = 0
  }

  override finish(): void {
    this.flush()
  }
}

/** The fields of a page are the columns; times and whole numbers as the schema wants them. */
function columnsOf(pages: readonly CorpusPage[]): ColumnSource[] {
  const rows = pages.map(({ timestamp, warc, ...page }): Readonly<Record<string, unknown>> => ({
    ...page,
    timestamp: new Date(timestamp),
    warc: { file: warc.file, offset: BigInt(warc.offset), length: BigInt(warc.length) },
  }))
  return COLUMNS.map(([{ name }]) => ({ name, data: rows.map(row => row[name]) }))
}
