import assert from 'node:assert/strict'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { crawlDirectory, type CrawlDirectory } from '../../src/collection/crawl-directory.js'
import { LogWriter, truncateLog } from '../../src/collection/log/log-writer.js'
import { hasLog, logSize, readLog, readLogLines, type LogPosition } from '../../src/collection/log/read-log.js'

const root = mkdtempSync(join(tmpdir(), 'longtail-log-'))
after(() => rmSync(root, { recursive: true, force: true }))
let count = 0

function emptyDirectory(): CrawlDirectory {
  return crawlDirectory(mkdtempSync(join(root, `${count++}-`)))
}

/** With letters of several bytes, so that characters and bytes are not the same. */
function line(i: number): string {
  return JSON.stringify({
    t: 'skip',
    id: i,
    url: `http://a.test/ก${i}`,
    at: '2026-01-01T00:00:00Z',
    reason: 'excluded',
  })
}

async function write(directory: CrawlDirectory, from: number, to: number, segmentBytes: number): Promise<void> {
  const writer = await LogWriter.open(directory, segmentBytes)
  for (let i = from; i < to; i++) {
    await writer.append(Buffer.from(`${line(i)}\n`))
    if (writer.isLong) await writer.roll()
  }
  await writer.close()
}

async function idsFrom(directory: CrawlDirectory, from?: LogPosition): Promise<number[]> {
  const ids: number[] = []
  for await (const { entry } of readLog(directory, from)) ids.push('id' in entry ? entry.id : -1)
  return ids
}

const numbers = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i)

test('a log in many segments reads as one, from the beginning and from every position', async () => {
  const directory = emptyDirectory()
  assert.ok(!hasLog(directory))
  await write(directory, 0, 50, 700)
  await write(directory, 50, 60, 700)
  assert.ok(readdirSync(directory.segments).length > 5)
  assert.ok(readdirSync(directory.segments).every(name => /^\d{6}-\d+\.jsonl\.br$/.test(name)))
  assert.deepEqual(await idsFrom(directory), numbers(0, 60))
  const positions: LogPosition[] = []
  for await (const { end, line: at } of readLog(directory)) positions.push({ end, line: at })
  assert.equal(positions.at(-1)?.end, logSize(directory))
  assert.deepEqual(
    positions.map(position => position.line),
    numbers(1, 61),
  )
  for (const position of positions) assert.deepEqual(await idsFrom(directory, position), numbers(position.line, 60))
})

test('a log of an earlier version, one long file, is read and goes on', async () => {
  const directory = emptyDirectory()
  writeFileSync(
    directory.log,
    numbers(0, 30)
      .map(i => `${line(i)}\n`)
      .join(''),
  )
  assert.deepEqual(await idsFrom(directory), numbers(0, 30))
  await write(directory, 30, 40, 700)
  assert.deepEqual(await idsFrom(directory), numbers(0, 40))
  assert.ok(existsSync(directory.segments))
})

test('a last line without its end is not reported, and is cut off', async () => {
  const directory = emptyDirectory()
  await write(directory, 0, 10, 300)
  appendFileSync(directory.log, `${line(10)}\n{"t":"ski`)
  let end = 0
  for await (const one of readLog(directory)) end = one.end
  assert.equal(logSize(directory), end + '{"t":"ski'.length)
  await truncateLog(directory, end)
  assert.equal(logSize(directory), end)
  assert.deepEqual(await idsFrom(directory), numbers(0, 11))
})

test('a log can be cut anywhere, also in a closed segment, and goes on from there', async () => {
  for (const kept of [0, 1, 7, 23, 39, 40]) {
    const directory = emptyDirectory()
    await write(directory, 0, 40, 500)
    const positions: LogPosition[] = [{ end: 0, line: 0 }]
    for await (const { end, line: at } of readLog(directory)) positions.push({ end, line: at })
    await truncateLog(directory, positions[kept].end)
    assert.deepEqual(await idsFrom(directory), numbers(0, kept))
    await write(directory, kept, 50, 500)
    assert.deepEqual(await idsFrom(directory), numbers(0, 50))
  }
})

test('what a kill leaves between closing a segment and compressing it is read once, and compressed later', async () => {
  const directory = emptyDirectory()
  await write(directory, 0, 20, 400)
  // closed and not compressed yet, with a piece of the compressed form beside it
  writeFileSync(directory.log, `${line(20)}\n${line(21)}\n`)
  const number = readdirSync(directory.segments).length + 1
  const plain = join(directory.segments, `${String(number).padStart(6, '0')}.jsonl`)
  renameSync(directory.log, plain)
  writeFileSync(join(directory.segments, '000099-5.jsonl.br.tmp'), 'half')
  assert.deepEqual(await idsFrom(directory), numbers(0, 22))
  await write(directory, 22, 23, 400)
  assert.deepEqual(await idsFrom(directory), numbers(0, 23))
  assert.deepEqual(
    readdirSync(directory.segments).filter(name => !name.endsWith('.br')),
    [],
  )
  // both forms, as a kill before the removal of the plain one leaves them
  writeFileSync(join(directory.segments, '000001.jsonl'), 'anything\n')
  assert.deepEqual(await idsFrom(directory), numbers(0, 23))
})

test('a reader that follows a running crawl sees each line once while segments are closed under it', async () => {
  const directory = emptyDirectory()
  const writer = await LogWriter.open(directory, 900)
  const seen: number[] = []
  let position: LogPosition = { end: 0, line: 0 }
  const follow = async (): Promise<void> => {
    for await (const { entry, end, line: at } of readLog(directory, position)) {
      if ('id' in entry) seen.push(entry.id)
      position = { end, line: at }
    }
  }
  const reading: Promise<void>[] = []
  for (let i = 0; i < 300; i++) {
    await writer.append(Buffer.from(`${line(i)}\n`))
    if (writer.isLong) await writer.roll()
    if (i % 7 === 0) {
      await Promise.all(reading.splice(0))
      reading.push(follow())
    }
  }
  await Promise.all(reading)
  await writer.close()
  await follow()
  assert.deepEqual(seen, numbers(0, 300))
})

test('a missing segment, a damaged one and a line that is none are refused by name', async () => {
  const directory = emptyDirectory()
  await write(directory, 0, 40, 400)
  const [first, second] = readdirSync(directory.segments).sort()
  const rest = join(directory.segments, second)
  renameSync(rest, `${rest}.away`)
  await assert.rejects(idsFrom(directory), { code: 'E_CRAWL_DIR', message: /segment 2 of \d+ of the log is missing/ })
  renameSync(`${rest}.away`, rest)
  writeFileSync(join(directory.segments, first), 'no brotli at all, whatever its name says')
  await assert.rejects(idsFrom(directory), { code: 'E_CRAWL_DIR', message: /000001.*is damaged/ })

  const wrong = emptyDirectory()
  writeFileSync(wrong.log, `${line(0)}\nnonsense\n`)
  await assert.rejects(idsFrom(wrong), { code: 'E_CRAWL_DIR', message: /line 2 of the log is not a crawl log line/ })
  const texts: string[] = []
  for await (const { text } of readLogLines(wrong)) texts.push(text)
  assert.deepEqual(texts, [line(0), 'nonsense'])
})

test('an epoch that closes its log while another one reads it loses no line', async () => {
  const part = mkdtempSync(join(root, 'epoch-'))
  const log = join(part, 'crawl.log.jsonl')
  const segments = join(part, 'log')
  mkdirSync(segments)
  const text = Buffer.from(`${line(1)}\n`)
  writeFileSync(log, Buffer.concat([text, text, text]))
  const earlier = [{ log, segments, bytes: 3 * text.length }]
  const reading = readLog({ ...crawlDirectory(join(part, 'next')), earlier })
  const first = reading.next()
  renameSync(log, join(segments, '000001.jsonl'))
  writeFileSync(log, '')
  assert.equal((await first).value?.line, 1)
  let last = 1
  for await (const entry of reading) last = entry.line
  assert.equal(last, 3)
  truncateSync(join(segments, '000001.jsonl'), text.length)
  await assert.rejects(async () => {
    for await (const entry of readLog({ ...crawlDirectory(join(part, 'next')), earlier })) last = entry.line
  }, /is damaged/)
})
