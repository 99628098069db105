/** What the tests of Xapian databases share: writing one, and reading it with the tools that come with Xapian. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { XapianWriter, type XapianDocument, type XapianWriterOptions } from '../../src/export/xapian/index.js'
import { place, run } from './zim-file-tools.js'

export interface WrittenDatabase {
  readonly path: string
  readonly directory: string
}

export async function write(
  t: TestContext,
  documents: Iterable<XapianDocument>,
  options: Partial<XapianWriterOptions> = {},
): Promise<WrittenDatabase> {
  const { directory } = place(t)
  const path = join(directory, 'words.xapian')
  const writer = new XapianWriter({ path, scratch: directory, metadata: {}, ...options })
  for (const document of documents) await writer.add(document)
  await writer.finish()
  return { path, directory }
}

/** `terms`: a text whose words are the terms, each where it stands; or a term with its wdf and where it stands. */
export function document(
  terms: string | Readonly<Record<string, readonly [wdf: number, ...positions: number[]]>>,
  { data = '', values = {} }: { readonly data?: string; readonly values?: Readonly<Record<number, string>> } = {},
): XapianDocument {
  const found = new Map<string, { wdf: number; positions: number[] }>()
  if (typeof terms === 'string')
    for (const [i, word] of terms.split(' ').entries()) {
      const term = found.get(word) ?? { wdf: 0, positions: [] }
      term.wdf++
      term.positions.push(i + 1)
      found.set(word, term)
    }
  else for (const [term, [wdf, ...positions]] of Object.entries(terms)) found.set(term, { wdf, positions })
  return { data, values: new Map(Object.entries(values).map(([slot, value]) => [Number(slot), value])), terms: found }
}

export async function assertChecked({ path }: WrittenDatabase): Promise<void> {
  const said = (await run('xapian-check', [path])).toString()
  assert.match(said, /No errors found/)
}

/** One line for each thing that `xapian-delve` says; bytes as characters. */
export async function delve({ path }: WrittenDatabase, ...args: readonly string[]): Promise<string[]> {
  const said = await run('xapian-delve', ['-1', ...args, path])
  return said.toString('latin1').split('\n').slice(0, -1)
}

/** Data of the documents that a query finds, the best first. */
export async function find({ path }: WrittenDatabase, query: string): Promise<string[]> {
  const said = (await run('quest', ['-d', path, '-s', 'none', '-m', '100', query])).toString()
  return said
    .slice(said.indexOf('MSet:'))
    .split(/^\d+: \[[\d.]+\]\n/m)
    .slice(1)
    .map(data => data.trimEnd())
}
