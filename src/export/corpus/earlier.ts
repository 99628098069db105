/** A corpus that was exported before, read again, so that the next one has what is new since (docs/export-corpus.md). */
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import * as v from 'valibot'
import { LongtailError } from '../../errors.js'
import { parseJson } from '../../json.js'
import { openDatabase, removeDatabase, type Database } from '../../disk/sqlite.js'
import type { Zstd } from '../zstd.js'
import { framesOf } from '../zstd-frames.js'

export const DATASHEET_FORMAT = 'longtail-corpus'

/** What the datasheet of the next corpus says about it. */
export interface EarlierCorpus {
  readonly name: string
  readonly created: string
  readonly pages: number
  /** Its JSONL. */
  readonly path: string
}

export interface EarlierPage {
  readonly id: string
  readonly text: string
}

const sheet = v.object({
  format: v.literal(DATASHEET_FORMAT),
  created: v.string(),
  files: v.array(v.object({ name: v.string(), form: v.string(), bytes: v.number() })),
  counts: v.object({ pages: v.number() }),
})
const page = v.object({ id: v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/)), text: v.string() })

const DATA = 'datasheet.json'
/** In a JSONL file a page of a million characters may have six bytes for each. */
const MAX_FRAME_BYTES = 128 * 1024 * 1024

/** `given`: the directory of a corpus, or its JSONL file. Throws where its pages cannot be read again. */
export function earlierCorpus(given: string): EarlierCorpus {
  const path = resolve(given)
  const refuse = (why: string): never => {
    throw new LongtailError('E_USAGE', `--since ${given}: ${why}`)
  }
  if (!existsSync(path)) return refuse('it is neither a round nor a date, and no corpus of this name exists')
  const isDirectory = statSync(path).isDirectory()
  const data = isDirectory ? join(path, DATA) : `${path}.datasheet.json`
  if (!existsSync(data)) return refuse(`it holds no corpus: ${data} does not exist`)
  const { success, output } = v.safeParse(sheet, parseJson(readFileSync(data, 'utf8')))
  if (!success) return refuse(`${data} does not describe a corpus`)
  const file = output.files.find(({ form }) => form === 'jsonl')
  if (file === undefined || basename(file.name) !== file.name)
    return refuse('only JSONL is read again: export it with --format jsonl, or jsonl,parquet')
  const jsonl = isDirectory ? join(path, file.name) : join(dirname(path), file.name)
  if (statSync(jsonl, { throwIfNoEntry: false })?.size !== file.bytes)
    return refuse(`${jsonl} is not the file that ${data} describes: restore it from a copy`)
  return { name: basename(path), created: output.created, pages: output.counts.pages, path: jsonl }
}

export async function* earlierPages({ path }: EarlierCorpus, zstd: Zstd): AsyncGenerator<EarlierPage> {
  for await (const line of path.endsWith('.zst') ? unpackedLines(path, zstd) : plainLines(path)) {
    const { success, output } = v.safeParse(page, parseJson(line))
    if (!success)
      throw new LongtailError('E_EXPORT', `${path} has a line that is no page of a corpus; restore it from a copy`)
    yield output
  }
}

function plainLines(path: string): AsyncIterable<string> {
  const file = createReadStream(path)
  const unpacked = path.endsWith('.gz') ? createGunzip() : null
  // whoever reads lines hears of what goes wrong with the file
  if (unpacked !== null) file.on('error', error => unpacked.destroy(error)).pipe(unpacked)
  return createInterface({ input: unpacked ?? file, crlfDelay: Infinity })
}

/** Each frame has whole lines (jsonl.ts). */
async function* unpackedLines(path: string, zstd: Zstd): AsyncGenerator<string> {
  for (const frame of framesOf(path)) {
    const text = Buffer.from(zstd.decompress(frame, MAX_FRAME_BYTES)).toString()
    yield* text.split('\n').filter(line => line !== '')
  }
}

/** Which captures an earlier corpus has, on the disk: there may be millions. */
export class KnownIds {
  private readonly path: string
  private readonly database: Database
  private readonly insert
  private readonly select

  constructor(scratch: string) {
    this.path = join(scratch, 'known.db')
    this.database = openDatabase(this.path)
    this.database.exec(
      'PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; CREATE TABLE known (id BLOB PRIMARY KEY) WITHOUT ROWID; BEGIN',
    )
    this.insert = this.database.prepare('INSERT OR IGNORE INTO known VALUES (?)')
    this.select = this.database.prepare('SELECT 1 FROM known WHERE id = ?')
  }

  add(id: string): void {
    this.insert.run(Buffer.from(id, 'hex'))
  }

  has(id: string): boolean {
    return this.select.get(Buffer.from(id, 'hex')) !== undefined
  }

  close(): void {
    this.database.close()
    removeDatabase(this.path)
  }
}
