/** What must be true of a crawl of many partitions, whatever happened to it. */
import assert from 'node:assert/strict'
import { loggedPages } from '../crawl/demo-crawl.js'
import { archivedUrls, checkIndependently } from '../crawl/read-archives.js'
import { splitArchives } from './many-processes.js'
import { splitEntries } from './split-crawl.js'

/** Pages of a crawl of one process, with their digests. */
export async function pagesOf(out: string): Promise<string[]> {
  return answers(await loggedPages(out))
}

/** It has these pages, each archived once, and archives that are whole. */
export async function checkSplitCrawl(out: string, expected: readonly string[]): Promise<void> {
  const entries = await splitEntries(out)
  assert.deepEqual(answers(entries.flatMap(entry => (entry.t === 'page' ? [entry] : []))), expected)
  const files = splitArchives(out)
  assert.deepEqual(
    files.filter(name => name.endsWith('.open')),
    [],
    'nothing is left open',
  )
  const archives = files.filter(name => name.endsWith('.warc.gz'))
  const twice = [...(await archivedUrls(archives))].filter(([, count]) => count > 1).map(([url]) => url)
  assert.deepEqual(twice, [])
  await checkIndependently(archives)
}

function answers(pages: readonly { readonly url: string; readonly digest?: string }[]): string[] {
  return pages.map(({ url, digest }) => `${url} ${digest}`).sort()
}
