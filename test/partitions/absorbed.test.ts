import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { parseCampaign } from '../../src/campaign/index.js'
import { crawlDirectory } from '../../src/collection/index.js'
import { LessonReader } from '../../src/collection/lessons.js'
import type { AbsorbedEntry } from '../../src/collection/log/entry.js'
import { hasLog } from '../../src/collection/log/read-log.js'
import type { SharedExample } from '../../src/contracts.js'
import { openRecords, type OpenRecords } from '../../src/crawl/open-records.js'
import type { Syncable } from '../../src/crawl/recorder.js'
import { askingForLanguages, createLinkFeatures } from '../../src/crawl/link-features.js'
import { LessonBook } from '../../src/partitions/live/lesson-book.js'
import { createStrategy } from '../../src/strategy/index.js'

const EARLIER = { cut: () => assert.fail('nothing is lost'), isOver: () => true, wasReleased: () => true }
const root = mkdtempSync(join(tmpdir(), 'longtail-absorbed-'))
let directory = ''
let absorbed: [example: SharedExample, from: number][] = []
let warnings: string[] = []

after(() => rmSync(root, { recursive: true }))

function begin(): void {
  directory = mkdtempSync(join(root, 'crawl-'))
  mkdirSync(crawlDirectory(directory).warc)
  absorbed = []
  warnings = []
}

const ENTRY: AbsorbedEntry = { t: 'absorbed', from: [0, 2, 3], examples: [[1, 0.5], [2], [3]] }
const LEARNED = [
  [[1, 0.5], 0],
  [[3], 3],
]

test('what pages taught stands in the log as it was told, and a partition learns nothing twice from its own', async () => {
  begin()
  const records = await open(null)
  const told = JSON.stringify(ENTRY)
  records.journal.addAbsorbed(ENTRY, told)
  await records.recorder.flush()
  assert.equal(readFileSync(crawlDirectory(directory).log, 'utf8'), `${told}\n`)
  assert.deepEqual(absorbed, LEARNED)
  await records.close()
})

test('what a worker wrote down once is learned again when the log is replayed', async () => {
  begin()
  await learnByBook()
  assert.deepEqual(absorbed, [...LEARNED, [[4], 1]])
  const before = absorbed.splice(0)
  await (await open(null)).close()
  assert.deepEqual(absorbed, before)
  assert.deepEqual(warnings, [])
})

test('the log is safe after what it refers to', async () => {
  begin()
  const synced: string[] = []
  const records = await open({
    sync: async () => {
      await Promise.resolve()
      synced.push(`line ${records.recorder.syncedLine}`)
    },
  })
  records.journal.addAbsorbed(ENTRY, JSON.stringify(ENTRY))
  await records.recorder.sync()
  assert.deepEqual([synced, records.recorder.syncedLine], [['line 0'], 1])
  await records.close()
})

test('a book that is lost or shorter costs what it taught, and nothing else', async () => {
  begin()
  const path = await learnByBook()
  const { length } = readFileSync(path)
  const whole = absorbed.splice(0)
  const replay = async (): Promise<typeof absorbed> => {
    const records = await open(null)
    assert.equal(records.recorder.position.line, 2)
    await records.close()
    return absorbed.splice(0)
  }
  truncateSync(path, length - 1)
  assert.deepEqual(await replay(), whole.slice(0, 2))
  assert.match(warnings.splice(0).join(), /only\.jsonl does not have what the log refers to/)
  writeFileSync(path, 'x'.repeat(length))
  assert.deepEqual(await replay(), [])
  rmSync(path)
  assert.deepEqual(await replay(), [])
  assert.equal(warnings.length, 2)
})

test('a worker of the same name begins another book', () => {
  begin()
  const names = ['only', 'only', '../only'].map(worker => {
    const book = new LessonBook(directory, worker)
    const place = book.add('{}')
    book.close()
    return place
  })
  assert.deepEqual(names, [
    ['only.jsonl', 0, 3],
    ['only-1.jsonl', 0, 3],
    ['.._only.jsonl', 0, 3],
  ])
})

test('a store that is gone is not made again', () => {
  begin()
  rmSync(directory, { recursive: true })
  assert.throws(() => new LessonBook(directory, 'only').add('{}'), { code: 'E_DISK' })
  assert.equal(existsSync(directory), false)
})

test('a log cannot refer to files elsewhere', () => {
  begin()
  writeFileSync(join(directory, 'secret.jsonl'), '{"from":[1],"examples":[[1]]}')
  const reader = new LessonReader(directory, message => void warnings.push(message))
  for (const name of ['../secret.jsonl', '/etc/passwd', '..', ''])
    assert.equal(reader.read({ t: 'lessons', place: [name, 0, 29] }), null)
  for (const place of [
    [-1, 3],
    [0, -3],
    [0, 2 ** 40],
  ] as const)
    assert.equal(reader.read({ t: 'lessons', place: ['secret.jsonl', ...place] }), null)
  assert.equal(warnings.length, 1)
})

/** Two lessons, the second of which somebody else gave, in a partition that is closed again. Returns the path of the book. */
async function learnByBook(): Promise<string> {
  const book = new LessonBook(directory, 'only')
  const records = await open(book)
  for (const entry of [ENTRY, { t: 'absorbed', from: [1], examples: [[4]] } as const]) {
    const { from, examples } = entry
    const place = book.add(JSON.stringify({ from, examples }))
    records.journal.addAbsorbed(entry, JSON.stringify({ t: 'lessons', place }))
  }
  await records.close()
  book.close()
  return join(directory, 'lessons', 'only.jsonl')
}

async function open(book: Syncable | null): Promise<OpenRecords> {
  const newStrategy = () => ({
    ...createStrategy('breadth-first'),
    absorb: (example: SharedExample, from: number) => void absorbed.push([example, from]),
  })
  const text = JSON.stringify({
    name: 'absorbed',
    contact: 'https://test.example/',
    target: { language: 'tha' },
    seeds: ['http://a.test/'],
  })
  const warn = (message: string): void => void warnings.push(message)
  const lessons = new LessonReader(directory, warn)
  return openRecords({
    campaign: parseCampaign(text, 'test'),
    directory: crawlDirectory(directory),
    strategyName: 'breadth-first',
    newStrategy,
    features: createLinkFeatures(askingForLanguages(newStrategy()), ['tha']),
    targets: new Set(['tha']),
    fetchesEmbeds: false,
    part: { split: { partition: 2, partitions: 4, of: () => 2 }, key: [1, 2] },
    lessons,
    partition: {
      prefix: 'absorbed',
      fence: () => {},
      book,
      earlier: hasLog(crawlDirectory(directory)) ? EARLIER : null,
    },
    warn,
    onFailure: error => assert.fail(error),
  }).finally(() => lessons.close())
}
