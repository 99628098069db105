import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { openEngine } from '../../src/portal/search/engine.js'
import { scratch } from '../archive/samples.js'
import { build, htmlOf, textOf, warcOf } from './build-samples.js'

/** Sixty pages of one archive, and six of another that nobody wants. */
function wantedAndUnwanted(t: TestContext): { root: string; wanted: string; unwanted: string } {
  const root = scratch(t)
  const wanted = join(root, 'wanted.warc')
  const unwanted = join(root, 'unwanted.warc')
  const pages = Array.from({ length: 60 }, (_, i) => ({ url: `http://good.example/${i}`, body: htmlOf(i) }))
  const others = Array.from({ length: 6 }, (_, i) => ({
    url: `http://bad.example/${i}`,
    body: `<title>Zorblax Casino ${i}</title><h1>Zorblax Casino</h1><p>${textOf(1000 + i)}. Come to the Zorblax Casino today.
      The Zorblax Casino is open, says qwertzing.</p>`,
  }))
  writeFileSync(wanted, warcOf(pages))
  writeFileSync(unwanted, warcOf(others))
  return { root, wanted, unwanted }
}

/** All that a reader who types the beginnings of these words is offered. */
function offered(out: string, hidden: readonly string[] = []): string[] {
  const engine = openEngine(join(out, 'index.db'))
  try {
    if (hidden.length > 0) engine.hide(hidden)
    const suggested = ['zorb', 'casi', 'qwert'].flatMap(typed => engine.suggest(typed, 10).map(({ text }) => text))
    const asked = { filters: {}, offset: 0, limit: 10, perSite: 0, clusters: true, verbatim: false }
    const { correction, clusters } = engine.search({ ...asked, text: 'zorblaks' })
    return [...suggested, ...clusters.map(({ label }) => label), correction?.text ?? ''].filter(text => text !== '')
  } finally {
    engine.close()
  }
}

test('what only removed pages said is not offered to anybody', async t => {
  const { root, wanted, unwanted } = wantedAndUnwanted(t)
  const out = join(root, 'portal')
  await build(out, [wanted, unwanted])
  const before = offered(out)
  for (const text of ['Zorblax Casino', 'zorblax', 'casino', 'qwertzing']) assert.ok(before.includes(text), text)
  await build(out, [wanted])
  assert.deepEqual(offered(out), [])
  await build(out, [wanted, unwanted])
  assert.deepEqual(offered(out).sort(), before.sort())
})

test('what only hidden pages say is not offered to anybody', async t => {
  const { root, wanted, unwanted } = wantedAndUnwanted(t)
  const out = join(root, 'portal')
  await build(out, [wanted, unwanted])
  assert.deepEqual(offered(out, ['bad.example']), [])
  // one of the pages is left: it still has the words
  const some = Array.from({ length: 5 }, (_, i) => `http://bad.example/${i}`)
  assert.ok(offered(out, some).includes('Zorblax Casino'))
})

test('a build can be ended while it makes suggestions, and goes on from there', async t => {
  const { root, wanted, unwanted } = wantedAndUnwanted(t)
  const out = join(root, 'portal')
  const controller = new AbortController()
  const interrupted = build(out, [wanted, unwanted], {
    signal: controller.signal,
    onProgress: ({ stage, name }) => {
      if (stage === 'finishing' && name === 'phrases') controller.abort()
    },
  })
  await assert.rejects(interrupted, { name: 'AbortError' })
  const { pages } = await build(out, [wanted, unwanted])
  assert.equal(pages, 66)
  assert.ok(offered(out).includes('Zorblax Casino'))
})
