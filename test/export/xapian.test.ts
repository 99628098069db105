import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { XapianWriter } from '../../src/export/xapian/index.js'
import { assertChecked, delve, document, find, write } from './xapian-tools.js'
import { place, run } from './zim-file-tools.js'

const TWO = [
  document({ a: [1, 1], bee: [2, 2, 5], cat: [3] }, { data: 'data one', values: { 0: 'zero', 3: 'three' } }),
  document({ bee: [1, 9] }, { data: 'data two', values: { 0: 'nul' } }),
]

test('the tables of a small database are those that Xapian writes, byte for byte', async t => {
  const metadata = { valuesmap: 'title:0;wordcount:1' }
  const { path } = await write(t, TWO, { metadata })
  const bytes = readFileSync(path)
  // ends of blocks that Xapian 1.4.22 wrote from these documents (xapian-compact --single-file): lists, then positions
  const lists = [
    '60090363617401030031000360 0b03626565020300310102 000160070161010100310001 600a0200e000000031010600 01600b0500d8030001057468726565',
    '600f0500d8000001047a65726f00036e756c 600a0300d00301057468726565 600b0200d002036e756c7a65726f',
    '601e0b00c076616c7565736d61707469746c653a303b776f7264636f756e743a31 600000',
  ]
  const places = '60070662656500000209 6008066265650000010502 60050461000001 01 600000'
  for (const [block, hex] of [
    [2, lists.join('')],
    [3, places],
  ] as const) {
    const expected = Buffer.from(hex.replaceAll(' ', ''), 'hex')
    const end = (block + 1) * 8192
    assert.equal(bytes.subarray(end - expected.length, end).toString('hex'), expected.toString('hex'))
  }
  assert.equal(
    bytes.subarray(0x4000, 0x401f).toString('hex'),
    '00000001001f511f51001f1ffd1fdc1fce1fc11faf1fa11f941f8a1f7c1f70',
  )
  assert.equal(bytes.subarray(0x6000, 0x6013).toString('hex'), '00000001001fcd1fcd00131ffd1ff51fea1fe0')
})

test('a database without documents, and one with a document without terms, are whole', async t => {
  const none = await write(t, [])
  await assertChecked(none)
  assert.ok((await delve(none)).includes('number of documents = 0'))
  const bare = await write(t, [document({}), document({}, { data: 'only data' }), document('word'), document({})])
  await assertChecked(bare)
  const said = await delve(bare)
  for (const line of ['number of documents = 4', 'document length lower bound = 1', 'document length upper bound = 1'])
    assert.ok(said.includes(line), said.join('\n'))
})

test('what is known of all documents is said by Xapian as it is', async t => {
  const database = await write(t, TWO, { metadata: { valuesmap: 'title:0', language: 'เทส', empty: '' } })
  await assertChecked(database)
  const said = await delve(database)
  for (const line of [
    'number of documents = 2',
    'average document length = 3.5',
    'document length lower bound = 1',
    'document length upper bound = 6',
    'highest document id ever used = 2',
    'has positional information = true',
  ])
    assert.ok(said.includes(line), said.join('\n'))
  assert.deepEqual(await delve(database, '-v', '-V0'), [
    'Value 0 (lower bound=nul upper bound=zero freq=2) for each document:',
    '1:zero',
    '2:nul',
  ])
  const names = await run('xapian-metadata', ['list', database.path])
  assert.deepEqual(names.toString().trim().split('\n'), ['language', 'valuesmap'])
  assert.equal((await run('xapian-metadata', ['get', database.path, 'language'])).toString().trim(), 'เทส')
})

test('words in quotes are found where they stand in a row, and only there', async t => {
  const texts = ['the cat sat on the mat', 'the mat sat on the cat', 'cat the sat', 'แมว นั่ง บน เสื่อ']
  const database = await write(
    t,
    texts.map((text, i) => document(text, { data: `text ${i}` })),
  )
  await assertChecked(database)
  assert.deepEqual((await find(database, 'cat')).sort(), ['text 0', 'text 1', 'text 2'])
  assert.deepEqual((await find(database, '"the cat"')).sort(), ['text 0', 'text 1'])
  assert.deepEqual(await find(database, '"on the mat"'), ['text 0'])
  assert.deepEqual(await find(database, '"mat the"'), [])
  assert.deepEqual(await find(database, '"บน เสื่อ"'), ['text 3'])
})

test('a term without positions is found, but not in a phrase', async t => {
  const database = await write(t, [
    document({ one: [1], two: [1] }, { data: 'bag' }),
    document('one two', { data: 'text' }),
  ])
  assert.deepEqual((await find(database, 'one AND two')).sort(), ['bag', 'text'])
  assert.deepEqual(await find(database, '"one two"'), ['text'])
})

test('places that come out of order, twice or out of all measure are put in order', async t => {
  const database = await write(t, [document({ word: [3, 9, 2, 2, 2 ** 40, -1, 1.5, 7] })])
  await assertChecked(database)
  assert.deepEqual(await delve(database, '-t', 'word', '-r', '1'), [
    "Position List for term 'word', record #1:",
    '2',
    '7',
    '9',
  ])
})

test('the same documents give the same bytes, others another UUID', async t => {
  const [first, second, third] = [await write(t, TWO), await write(t, TWO), await write(t, TWO.slice(1))]
  assert.deepEqual(readFileSync(first.path), readFileSync(second.path))
  assert.notEqual((await delve(first))[0], (await delve(third))[0])
})

test('data and values that are longer than a block come back whole', async t => {
  const long = Array.from({ length: 9000 }, (_, i) => `line ${i}`).join('\n')
  const value = 'v'.repeat(30_000)
  const documents = Array.from({ length: 40 }, (_, i) =>
    document(`word${i}`, { data: i % 3 === 0 ? long : `data ${i}`, values: i % 4 === 0 ? { 7: `${i}${value}` } : {} }),
  )
  const database = await write(t, documents)
  await assertChecked(database)
  assert.deepEqual(await find(database, 'word3'), [long])
  assert.deepEqual(await find(database, 'word4'), ['data 4'])
  const values = (await delve(database, '-V7')).slice(1)
  assert.deepEqual(
    values,
    [0, 4, 8, 12, 16, 20, 24, 28, 32, 36].map(i => `${i + 1}:${i}${value}`),
  )
})

test('values of many slots are told apart, in whatever order their keys are', async t => {
  const slots = [0, 1, 127, 128, 129, 255, 256, 300, 16_384, 4_000_000_000]
  const values = Object.fromEntries(slots.map(slot => [slot, `of ${slot}`]))
  const database = await write(t, [document('a', { values }), document('b', { values: { 128: '' } })])
  await assertChecked(database)
  for (const slot of slots) assert.deepEqual((await delve(database, `-V${slot}`)).slice(1), [`1:of ${slot}`])
})

test('nothing is left of a database that is given up', async t => {
  const { directory } = place(t)
  const writer = new XapianWriter({
    path: join(directory, 'w'),
    scratch: directory,
    metadata: {},
    postingsInMemory: 2,
  })
  for (const item of TWO) await writer.add(item)
  assert.ok(readdirSync(directory).length > 1)
  await writer.abort()
  assert.deepEqual(readdirSync(directory), [])
})

test('a signal stops the writing, and nothing is left', async t => {
  const { directory } = place(t)
  const controller = new AbortController()
  const options = { path: join(directory, 'w'), scratch: directory, metadata: {}, signal: controller.signal }
  const writer = new XapianWriter({ ...options, postingsInMemory: 10_000 })
  for (let i = 0; i < 1000; i++) await writer.add(document({ [`term${i}`]: [1, i], [`other${i}`]: [1], all: [1] }))
  controller.abort(new Error('enough'))
  await assert.rejects(writer.finish(), /enough/)
  assert.deepEqual(readdirSync(directory), [])
})

test('a database is not larger than Xapian itself makes it', async t => {
  const words = Array.from({ length: 3000 }, (_, i) => `w${(i * 7919) % 3000}`)
  const documents = Array.from({ length: 600 }, (_, i) =>
    document(words.slice((i * 13) % 2900, ((i * 13) % 2900) + 60).join(' '), { data: `page/${i}` }),
  )
  const database = await write(t, documents)
  const compact = `${database.path}.compact`
  await run('xapian-compact', ['--single-file', database.path, compact])
  assert.ok(statSync(database.path).size <= statSync(compact).size)
})
