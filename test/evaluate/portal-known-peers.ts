/**
 * Known items in five forms (portal-known-items.ts), the portal beside SQLite's FTS5 with the title counting ten times, and beside
 * kiwix-serve with our ZIM of the same pages. Prints one table; floors of the portal stand in portal-search.ts.
 *
 *   node dist/test/evaluate/portal-known-peers.js      LONGTAIL_DATA names the folder with the archives; kiwix-tools are needed
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exportZim } from '../../src/export/zim/export-zim.js'
import { archivedPath } from '../../src/export/zim/paths.js'
import { serveZim } from '../export/kiwix-serve.js'
import { FORMS, knownItems, shares, type KnownItem } from './portal-known-items.js'
import { ask, ITEMS, opened, plainBm25 } from './portal-search.js'

type Shares = ReturnType<typeof shares>

const data = process.env.LONGTAIL_DATA ?? ''
const scratch = mkdtempSync(join(tmpdir(), 'longtail-peers-'))
try {
  console.log(`| first place / first ten, % | ${FORMS.join(' | ')} |\n|---|${'---|'.repeat(FORMS.length)}`)
  for (const name of ['wikischools-dev', 'webkb']) {
    const portal = join(scratch, name)
    const { database, engine } = await opened(join(data, `${name}.warc.gz`), portal)
    const items = knownItems(database, 'odd', ITEMS)
    print(
      `${name}, portal`,
      shares(items, query => ask(engine, query, 10, false)),
    )
    print(`${name}, FTS5`, shares(items, plainBm25(database, 10)))
    const zim = join(scratch, `${name}.zim`)
    await exportZim({ sources: [portal], out: zim, date: '2026-01-01' })
    const rows = database.prepare('SELECT id, url FROM pages').all()
    print(`${name}, Kiwix`, await kiwixShares(zim, items, rows))
  }
} finally {
  rmSync(scratch, { recursive: true })
}

async function kiwixShares(
  zim: string,
  items: readonly KnownItem[],
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<Shares> {
  const idOf = new Map(rows.map(({ id, url }) => [archivedPath(String(url)), Number(id)]))
  const kiwix = await serveZim(zim)
  try {
    const found = new Map<string, readonly number[]>()
    for (const { query } of items)
      found.set(
        query,
        (await kiwix.search(query, 10)).map(path => idOf.get(path) ?? -1),
      )
    return shares(items, query => found.get(query) ?? [])
  } finally {
    await kiwix.close()
  }
}

function print(name: string, measured: Shares): void {
  const cells = FORMS.map(form => {
    const { first = 0, ten = 0 } = measured.get(form) ?? {}
    return `${(100 * first).toFixed(1)} / ${(100 * ten).toFixed(1)}`
  })
  console.log(`| ${name} | ${cells.join(' | ')} |`)
}
