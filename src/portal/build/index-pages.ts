/**
 * Gives the text index what is new, changed, or gone. What links say about a page is known only now, and belongs to it: a page is given
 * again when that changes. One transaction: after a kill the index is as it was before.
 */
import { hash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createIndexWriter } from '../search/index-writer.js'
import { unpackText } from '../store/packed-text.js'
import { inLongTransaction } from '../../disk/sqlite.js'
import { numbersOf, rowReader } from '../../disk/sqlite-rows.js'
import type { BuildContext } from './context.js'
import { anchorsOf } from './anchors.js'

type Row = ReturnType<typeof ROWS.only>
const ROWS = rowReader({
  url: 'text',
  language: 'text',
  digest: 'text',
  indexed: 'text',
  own: 'text',
  description: 'text',
  headings: 'text',
})
const TEXTS = rowReader({ packed: 'bytes' })

const PAGES = `SELECT p.url, p.language, p.digest, p.indexed, o.title AS own, o.description, o.headings
  FROM pages p JOIN outlines o ON o.page = p.id WHERE p.id = ?`
const ALL = 'SELECT id AS number FROM pages ORDER BY id'
/** New ones, those of `jobs` (derive.ts), and documents, which have no text to be read. */
const READ = `SELECT id AS number FROM pages
  WHERE indexed = '' OR type <> 'page' OR id IN (SELECT page FROM temp.jobs) ORDER BY id`
/** Between turns of the event loop. */
const PAGES_AT_ONCE = 100

/** `isAnew`: what links say may have changed for any page; else only for those that were read. */
export async function indexPages(context: BuildContext, isAnew: boolean): Promise<void> {
  const { database, signal, progress } = context
  await inLongTransaction(database, async () => {
    const writer = createIndexWriter(database)
    for (const page of numbersOf(database, 'SELECT page AS number FROM gone')) writer.remove(page)
    database.exec('DELETE FROM gone')
    const linksTo = anchorsOf(database)
    const textOf = database.prepare('SELECT packed FROM texts WHERE page = ?')
    const save = database.prepare('UPDATE pages SET title = ?, indexed = ? WHERE id = ?')
    const tell = (done: number, total: number): void => progress({ stage: 'indexing', done, total, name: '' })
    for await (const [id, page] of everyPage(context, isAnew ? ALL : READ, tell)) {
      const anchors = linksTo(id)
      const headings = page.headings === '' ? [] : page.headings.split('\n')
      const title = titleOf(page, anchors)
      const { url, language, description } = page
      const joined = anchors.join('\n')
      const print = fingerprint([page.digest, title, language, joined])
      if (page.indexed === print) continue
      if (page.indexed !== '') writer.remove(id)
      const packed = TEXTS.first(textOf.get(id))
      const text = packed === undefined ? '' : unpackText(packed.packed)
      writer.add({ id, url, title, headings, anchors: joined, text, language, description })
      save.run(title, print, id)
    }
    const steps = writer.finishInSteps((name, done, total) => progress({ stage: 'finishing', done, total, name }))
    while (steps.next().done !== true) {
      await nextTurn()
      // what was begun goes with the transaction
      signal?.throwIfAborted()
    }
  })
}

/** What `indexPages` does for lists: pages have a title, if not their own then the one that links give them. */
export async function namePages(context: BuildContext): Promise<void> {
  const { database } = context
  await inLongTransaction(database, async () => {
    const linksTo = anchorsOf(database)
    const save = database.prepare('UPDATE pages SET title = ? WHERE id = ?')
    for await (const [id, page] of everyPage(context, ALL)) save.run(titleOf(page, linksTo(id)), id)
  })
}

/** In the order of their numbers. Others get their turn between them, and Ctrl-C is heard. */
async function* everyPage(
  { database, signal }: BuildContext,
  which: string,
  onTurn: (done: number, total: number) => void = () => undefined,
): AsyncGenerator<readonly [id: number, page: Row]> {
  const find = database.prepare(PAGES)
  const ids = Uint32Array.from(numbersOf(database, which))
  for (const [done, id] of ids.entries()) {
    if (done % PAGES_AT_ONCE === 0) {
      onTurn(done, ids.length)
      await nextTurn()
      signal?.throwIfAborted()
    }
    yield [id, ROWS.only(find.get(id))]
  }
}

function titleOf({ own, headings, url }: Row, anchors: readonly string[]): string {
  return own || headings.split('\n')[0] || anchors[0] || nameOf(url)
}

function fingerprint(parts: readonly string[]): string {
  return hash('sha1', parts.join('\n\n'), 'base64').slice(0, 16)
}

/** The address as a name: file or directory, else the host. */
export function nameOf(url: string): string {
  const path = url.slice(url.indexOf('/', 8)).split('?')[0]
  const last =
    path
      .split('/')
      .filter(part => part !== '')
      .at(-1) ?? ''
  if (last === '') return url.slice(url.indexOf('//') + 2).replace(/\/$/, '')
  try {
    return (
      decodeURIComponent(last)
        .replace(/[\p{Cc}]/gu, ' ')
        .trim() || url
    )
  } catch {
    return last
  }
}
