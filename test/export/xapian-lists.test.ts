import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { XapianDocument } from '../../src/export/xapian/index.js'
import { assertChecked, delve, document, write, type WrittenDatabase } from './xapian-tools.js'

/** Numbers below `limit` that look random, the same for each seed. */
function randomNumbers(seed: number): (limit: number) => number {
  let state = seed
  return limit => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}

/** Few terms in very many documents and very many in few; some in a document thousands of times. */
function randomDocuments(seed: number, count: number): XapianDocument[] {
  const random = randomNumbers(seed)
  return Array.from({ length: count }, () => {
    const terms: Record<string, [number, ...number[]]> = {}
    for (let i = random(40); i > 0; i--) {
      const name = random(3) > 0 ? `common${random(30)}` : `rare${random(20_000).toString(36)}`
      const span = [10, 300, 50_000, 2 ** 29][random(4)]
      const positions = new Set(
        Array.from({ length: random(20) === 0 ? random(2000) : random(4) }, () => 1 + random(span)),
      )
      terms[name] = [random(50) === 0 ? random(100_000) : random(4), ...[...positions].sort((a, b) => a - b)]
    }
    return document(terms)
  })
}

const binary = (text: string): string => Buffer.from(text).toString('latin1')

/** All lists of the database against a count of the documents themselves. */
async function assertLists(
  database: WrittenDatabase,
  documents: readonly XapianDocument[],
  sample: number,
): Promise<void> {
  const lists = new Map<string, { readonly number: number; readonly wdf: number; readonly length: number }[]>()
  documents.forEach(({ terms }, index) => {
    const length = [...terms.values()].reduce((sum, { wdf }) => sum + wdf, 0)
    for (const [term, { wdf }] of terms) {
      const list = lists.get(term) ?? []
      lists.set(term, list)
      list.push({ number: index + 1, wdf, length })
    }
  })
  const frequencies = [...lists].map(([term, list]) => {
    const sum = list.reduce((total, { wdf }) => total + wdf, 0)
    return `${binary(term)} ${list.length} ${sum}`
  })
  const said = (await delve(database, '-a', '-v', '-v')).slice(1).map(line => line.replace(/ \d+$/, ''))
  assert.deepEqual(
    said,
    frequencies.sort((a, b) => (a.split(' ')[0] < b.split(' ')[0] ? -1 : 1)),
  )
  const chosen = [...lists].filter(([, list], i) => list.length > 50 || i % sample === 0).slice(0, 60)
  const listed = (await delve(database, '-v', ...chosen.flatMap(([term]) => ['-t', term]))).join('\n')
  assert.deepEqual(
    listed
      .split(/^Posting List.*\n/m)
      .slice(1)
      .map(lines => lines.trim()),
    chosen.map(([, list]) => list.map(({ number, wdf, length }) => `${number} ${wdf} ${length}`).join('\n')),
  )
}

test('lists and frequencies are those of the documents, in one run and in many', async t => {
  for (const [seed, postingsInMemory] of [
    [1, undefined],
    [2, 3000],
    [3, 150],
  ] as const) {
    const documents = randomDocuments(seed, 300)
    const database = await write(t, documents, { postingsInMemory })
    await assertChecked(database)
    await assertLists(database, documents, 50)
  }
})

test('positions come back as they were given, however far apart', async t => {
  const documents = randomDocuments(4, 200)
  const database = await write(t, documents, { postingsInMemory: 700 })
  await assertChecked(database)
  const longest = documents.map((item, i) => ({ i, terms: [...item.terms] })).filter(({ terms }) => terms.length > 0)
  for (const { i, terms } of longest.slice(0, 12)) {
    const most = terms.reduce((a, b) => (b[1].positions.length > a[1].positions.length ? b : a))
    const said = await delve(database, '-t', most[0], '-r', String(i + 1))
    assert.deepEqual(said.slice(1).map(Number), most[1].positions, most[0])
  }
})

test('lists go on over many blocks and numbers of documents of more than two bytes', async t => {
  const documents = Array.from({ length: 40_000 }, (_, i) =>
    document(i % 1000 === 0 ? { all: [1, 1], seldom: [1 + (i % 7), 2] } : { all: [1, 1] }),
  )
  const database = await write(t, documents, { postingsInMemory: 15_000 })
  await assertChecked(database)
  const all = (await delve(database, '-t', 'all')).slice(1).map(Number)
  assert.equal(all.length, 40_000)
  assert.ok(all.every((number, i) => number === i + 1))
  const seldom = (await delve(database, '-v', '-t', 'seldom')).slice(1)
  assert.equal(seldom.length, 40)
  assert.equal(seldom[39], `39001 ${1 + (39_000 % 7)} ${2 + (39_000 % 7)}`)
  assert.deepEqual((await delve(database, '-t', 'seldom', '-r', '39001')).slice(1), ['2'])
})

test('terms of any bytes are kept in the order of their bytes; what Xapian cannot hold is left out', async t => {
  const kept = [
    'a\0b',
    'a',
    'ab',
    '\0',
    '\0\0',
    'a\0',
    '\uffee',
    '\u{10348}',
    'é',
    'x'.repeat(245),
    '語'.repeat(81),
    '\0'.repeat(122),
  ]
  const left = ['', 'x'.repeat(246), '語'.repeat(82), '\0'.repeat(123), 'half \ud800', 'y'.repeat(100_000)]
  const terms = Object.fromEntries([...kept, ...left].map(term => [term, [1, 1]] as const))
  const database = await write(t, [document(terms), document(terms), document({ last: [1] })], { postingsInMemory: 5 })
  await assertChecked(database)
  const said = await delve(database, '-a')
  assert.deepEqual(said.slice(1), [...kept, 'last'].map(binary).sort())
  assert.ok((await delve(database)).includes(`document length upper bound = ${kept.length}`))
  for (const term of ['\u{10348}', '語'.repeat(81)])
    assert.deepEqual((await delve(database, '-t', term)).slice(1), ['1', '2'])
})
