/**
 * A Xapian database in one file, of the format "glass" that Xapian 1.4 reads: what Kiwix looks words up in. Written once, from
 * documents in any number, with the memory of some of them:
 *
 *   documents ─┬─ data ────────────────────────────────────────────────→ table docdata ─┐
 *              ├─ values → a stream of pieces for each slot ─┐                          │
 *              ├─ lengths, 4 bytes each ─────────────────────┼──────────→ table postlist ┼→ head, blocks
 *              └─ terms → runs sorted by term → merged ──────┤                          │
 *                            └─ positions → merged ──────────┴──────────→ table position ┘
 *
 * The table of the terms of each document (termlist) is left out: it is for those who change a database, or ask for words that are
 * like a document's, and would be as large as all the rest.
 *
 * Invariants: the same documents (and the same memory for them) give the same bytes; before `finish` is done, nothing is at `path` that
 * could be taken for a database.
 */
import { rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { asError, LongtailError } from '../../errors.js'
import { BlockFile } from './block-file.js'
import type { TableRoot, XapianDocument, XapianWriterOptions } from './contracts.js'
import { packHead, type TableName } from './head.js'
import { DocumentLengths } from './lengths.js'
import { packSortable } from './pack.js'
import { PostingLog } from './posting-log.js'
import { mergeRuns } from './run-file.js'
import { TableWriter } from './table.js'
import { ListWriter, writeList, writePlaces } from './term-tables.js'
import { ValueStreams } from './values.js'

export type { XapianDocument, XapianTerm, XapianWriterOptions } from './contracts.js'

/** Of one term in one document; higher ones count as this. */
const MAX_WDF = 0xffffff
/** Terms between two looks at the signal: some tens of milliseconds. */
const STEPS = 20_000

export class XapianWriter {
  readonly #file: BlockFile
  readonly #data: TableWriter
  readonly #log: PostingLog
  readonly #values: ValueStreams
  readonly #lengths = new DocumentLengths()
  readonly #key = Buffer.alloc(8)
  #highestWdf = 0
  #steps = 0

  constructor(private readonly options: XapianWriterOptions) {
    const runPath = (name: string): string => join(options.scratch, `${basename(options.path)}.${name}`)
    this.#file = new BlockFile(options.path)
    this.#data = new TableWriter(this.#file)
    this.#log = new PostingLog(runPath, options.postingsInMemory)
    this.#values = new ValueStreams(runPath)
  }

  /** Documents are numbered from 1 in the order of the calls. */
  // every so often the loop gets its turn: most calls only fill memory
  add(document: XapianDocument): Promise<void> {
    try {
      this.#add(document)
      return this.#isPauseDue(document.terms.size) ? this.#pause() : DONE
    } catch (error) {
      return Promise.reject(asError(error))
    }
  }

  #add({ data, values, terms }: XapianDocument): void {
    const number = this.#lengths.count + 1
    if (data !== '') {
      const bytes = Buffer.from(data)
      this.#data.add(this.#key, packSortable(this.#key, 0, number), bytes, 0, bytes.length)
    }
    for (const [slot, value] of values) this.#values.add(number, slot, value)
    let length = 0
    for (const [text, term] of terms) {
      const wdf = Math.min(Math.max(0, Math.floor(term.wdf)), MAX_WDF)
      if (text === '' || !this.#log.add(number, text, term, wdf)) continue
      length += wdf
      if (wdf > this.#highestWdf) this.#highestWdf = wdf
    }
    this.#lengths.add(length)
    this.#log.flushIfLarge()
  }

  async finish(): Promise<void> {
    try {
      this.options.signal?.throwIfAborted()
      this.#log.flush()
      this.#values.finish()
      const roots: Partial<Record<TableName, TableRoot>> = { docdata: this.#data.finish() }
      roots.postlist = await this.#writeLists()
      roots.position = await this.#writePlaces()
      const statistics = { ...this.#lengths.statistics(), highestWdf: this.#highestWdf }
      this.#file.finish(digest => packHead(digest, roots, statistics))
    } catch (error) {
      await this.abort()
      throw error
    }
    this.#removeRuns()
  }

  abort(): Promise<void> {
    this.#file.close()
    rmSync(this.options.path, { force: true })
    this.#removeRuns()
    return DONE
  }

  /** In the order of their keys: metadata, values, lengths, terms. */
  async #writeLists(): Promise<TableRoot> {
    const table = new TableWriter(this.#file)
    for (const [name, value] of this.#metadata()) {
      const key = Buffer.concat([Buffer.of(0x00, 0xc0), name])
      table.add(key, key.length, value, 0, value.length)
    }
    const values = this.#values.write(table)
    while (values.next().done !== true) if (this.#isPauseDue(1)) await this.#pause()
    const lists = new ListWriter(table)
    this.#lengths.write(lists)
    for (const group of mergeRuns(this.#log.lists)) {
      writeList(lists, group)
      if (this.#isPauseDue(1)) await this.#pause()
    }
    return table.finish()
  }

  #metadata(): [Buffer, Buffer][] {
    const entries = Object.entries(this.options.metadata).map(([name, value]): [Buffer, Buffer] => [
      Buffer.from(name),
      Buffer.from(value),
    ])
    for (const [name] of entries)
      if (name.length > 200)
        throw new LongtailError('E_EXPORT', `the search index cannot hold a name of ${name.length} bytes`)
    return entries.filter(([, value]) => value.length > 0).sort((a, b) => a[0].compare(b[0]))
  }

  async #writePlaces(): Promise<TableRoot> {
    const table = new TableWriter(this.#file)
    for (const group of mergeRuns(this.#log.places)) {
      for (const run of group) {
        writePlaces(table, run)
        if (this.#isPauseDue(1)) await this.#pause()
      }
    }
    return table.finish()
  }

  #isPauseDue(steps: number): boolean {
    this.#steps += steps
    if (this.#steps < STEPS) return false
    this.#steps = 0
    return true
  }

  async #pause(): Promise<void> {
    this.options.signal?.throwIfAborted()
    await new Promise(resolve => setImmediate(resolve))
    this.options.signal?.throwIfAborted()
  }

  #removeRuns(): void {
    for (const path of [...this.#log.lists, ...this.#log.places, ...this.#values.paths]) rmSync(path, { force: true })
  }
}

const DONE = Promise.resolve()
