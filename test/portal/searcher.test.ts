import assert from 'node:assert/strict'
import { renameSync } from 'node:fs'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import type { SearchRequest } from '../../src/portal/contracts.js'
import { openSearcher } from '../../src/portal/search/index.js'
import { portalDirectory } from '../../src/collection/portal-directory.js'
import { SmallLibrary } from './search-library.js'

const open: SmallLibrary[] = []
after(() => open.forEach(library => library.close()))

function riceLibrary(): SmallLibrary {
  const library = new SmallLibrary([
    { url: 'http://a.org/rice', title: 'Rice', text: 'Rice grows in water.' },
    { url: 'http://b.org/rice', title: 'Rice noodles', text: 'Noodles are made of rice.' },
  ])
  open.push(library)
  return library
}

const request = (text: string): SearchRequest => ({
  text,
  filters: {},
  offset: 0,
  limit: 10,
  perSite: 2,
  clusters: true,
  verbatim: false,
})

test('threads answer, many questions at once', async () => {
  const searcher = await openSearcher(riceLibrary().directory, { threads: 2 })
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, i) => searcher.search(request(i % 2 ? 'rice' : 'noodles'))),
  )
  answers.forEach((answer, i) => assert.equal(answer.total, i % 2 ? 2 : 1))
  assert.ok(Array.isArray(await searcher.suggest('ri', 5)))
  assert.ok(Array.isArray(await searcher.nearest('http://a.org/rice-fields', 'rice', 3)))
  assert.ok(Array.isArray(await searcher.subtopics('', 5)))
  await searcher.close()
})

test('what is hidden is gone with the next question, in every thread', async () => {
  const searcher = await openSearcher(riceLibrary().directory, { threads: 2 })
  assert.equal((await searcher.search(request('rice'))).total, 2)
  searcher.hide(['b.org'])
  const answers = await Promise.all(Array.from({ length: 8 }, () => searcher.search(request('rice'))))
  for (const { hits, total } of answers) {
    assert.equal(total, 1)
    assert.equal(hits[0].page.site, 'a.org')
  }
  searcher.hide(['b.org', '::not a pattern::', '/\\'])
  assert.ok((await searcher.search(request('rice'))).total >= 1)
  await searcher.close()
})

test('a build while the portal is open is seen, in the same file or in another one', async () => {
  const library = riceLibrary()
  const searcher = await openSearcher(library.directory, { threads: 1 })
  assert.equal((await searcher.search(request('wheat'))).total, 0)
  library.add([{ url: 'http://c.org/', title: 'Wheat', text: 'wheat' }])
  assert.equal((await searcher.search(request('wheat'))).total, 1)
  const other = new SmallLibrary([{ url: 'http://d.org/', title: 'Barley', text: 'barley' }])
  other.database.exec('PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE')
  other.database.close()
  library.database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  renameSync(other.directory.index, library.directory.index)
  // it looks for another file once a second
  let found = 0
  for (let i = 0; i < 40 && found === 0; i++) {
    await pause(100)
    found = (await searcher.search(request('barley'))).total
  }
  assert.equal(found, 1)
  await searcher.close()
})

test('a directory without an index is refused with what to do', async () => {
  const empty = new SmallLibrary()
  open.push(empty)
  await assert.rejects(openSearcher(empty.directory), /portal build/)
  await assert.rejects(openSearcher(portalDirectory('/nowhere/at/all')), /cannot be opened/)
})

test('a thread that dies is replaced, and who waited is told', async t => {
  const begun: Worker[] = []
  const remember = (worker: Worker): void => void begun.push(worker)
  process.on('worker', remember)
  t.after(() => process.off('worker', remember))
  const searcher = await openSearcher(riceLibrary().directory, { threads: 1 })
  const rejected = assert.rejects(searcher.search(request('rice')), { code: 'E_PORTAL', message: /ask again/ })
  searcher.hide(['b.org'])
  await begun[0].terminate()
  await rejected
  assert.equal((await searcher.search(request('rice'))).total, 1, 'the new one knows what is hidden')
  assert.equal(begun.length, 2)
  await searcher.close()
  await assert.rejects(searcher.search(request('rice')), /closed/)
})

test('a portal whose index was away answers again when it is back', async () => {
  const { directory } = riceLibrary()
  const away = `${directory.index}.away`
  const begun: Worker[] = []
  const remember = (worker: Worker): void => void begun.push(worker)
  process.on('worker', remember)
  const searcher = await openSearcher(directory, { threads: 1 })
  process.off('worker', remember)
  renameSync(directory.index, away)
  await begun[0].terminate()
  await assert.rejects(searcher.search(request('rice')), { code: 'E_PORTAL', message: /cannot be opened/ })
  renameSync(away, directory.index)
  assert.equal((await searcher.search(request('rice'))).total, 2)
  await searcher.close()
})
