/** Small corpora for the tests of export/corpus, and readers of other people for what is written. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DuckDBInstance, type Json } from '@duckdb/node-api'
import type { CorpusExportOptions, CorpusPage, CorpusSummary } from '../../src/export/corpus/contracts.js'
import { exportCorpus } from '../../src/export/corpus/export-corpus.js'
import type { Datasheet } from '../../src/export/corpus/datasheet.js'
import { writeArchive, type ArchivedPage } from '../portal/small-archive.js'

export interface SmallCorpus {
  readonly pages: readonly CorpusPage[]
  readonly sheet: Datasheet
  readonly summary: CorpusSummary
}

/** Of each page the text, by the last part of its address. */
export function textsOf({ pages }: SmallCorpus): Record<string, string> {
  return Object.fromEntries(pages.map(({ url, text }) => [url.replace(/^.*\//, ''), text]))
}

export async function smallCorpus(
  directory: string,
  archived: readonly ArchivedPage[],
  options: Partial<CorpusExportOptions> = {},
): Promise<SmallCorpus> {
  const archive = join(directory, 'pages.warc')
  writeArchive(archive, archived)
  const out = join(directory, 'corpus.jsonl')
  const summary = await exportCorpus({ sources: [archive], out, ...options })
  return { pages: linesOf(readFileSync(out, 'utf8')), sheet: sheetOf(`${out}.datasheet.json`), summary }
}

export function linesOf(jsonl: string): CorpusPage[] {
  const lines = jsonl.split('\n')
  if (lines.pop() !== '') throw new Error('the last line has no end')
  return lines.map(line => JSON.parse(line))
}

export function sheetOf(path: string): Datasheet {
  return JSON.parse(readFileSync(path, 'utf8'))
}

/** A page whose paragraphs are long enough to be text. */
export function article(name: string, paragraphs: readonly string[], head = ''): ArchivedPage {
  const body = paragraphs.map(text => `<p>${text}</p>`).join('\n')
  return {
    url: `http://site.example/${name}`,
    body: `<!doctype html><html lang=en><head><title>About ${name}</title>${head}</head><body>${body}</body></html>`,
  }
}

/** Rows as DuckDB reads them. `query` is ours, never a page's. */
export async function askDuckDb(query: string): Promise<Record<string, Json>[]> {
  const instance = await DuckDBInstance.create(':memory:')
  try {
    const connection = await instance.connect()
    try {
      return (await connection.runAndReadAll(query)).getRowObjectsJson()
    } finally {
      connection.closeSync()
    }
  } finally {
    instance.closeSync()
  }
}
