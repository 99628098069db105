import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import {
  buildExchangeRecords,
  createWarcWriter,
  indexWarc,
  readRecordAt,
  readWarc,
  targetUri,
  type WarcPosition,
} from '../../src/archive/index.js'
import type { WarcFile } from '../../src/archive/warc-writer.js'
import { LongtailError } from '../../src/errors.js'
import { collect, METADATA, numbered, scratch, STARTED_AT } from './samples.js'

const INFO = [['software', 'longtail-test']] as const

function records(i: number): Uint8Array {
  return buildExchangeRecords(numbered(i), METADATA).bytes
}

async function responses(directory: string): Promise<string[]> {
  const urls: string[] = []
  for (const name of readdirSync(directory).sort()) {
    if (!name.includes('.warc.gz')) continue
    for await (const record of readWarc(join(directory, name))) {
      if (record.type === 'response') urls.push(targetUri(record))
    }
  }
  return urls
}

test('files roll by size, keep the order, and are open until they are closed', async t => {
  const directory = scratch(t)
  const writer = createWarcWriter({
    directory,
    prefix: 'my crawl/ä',
    info: INFO,
    maxBytes: 20_000,
    now: () => STARTED_AT,
  })
  const places: WarcPosition[] = []
  for (let i = 0; i < 60; i++) {
    places.push(writer.append(records(i)))
    if (i % 7 === 0) void writer.flush()
  }
  await writer.sync()
  assert.equal(writer.buffered, 0)
  const open = readdirSync(directory).filter(name => name.endsWith('.open'))
  assert.deepEqual(open, [`${places[59].file}.open`])
  await writer.close()
  assert.equal(existsSync(join(directory, open[0])), false)
  const files = [...new Set(places.map(place => place.file))]
  assert.ok(files.length > 2)
  assert.equal(files[0], 'my-crawl-20240229123456-00000.warc.gz')
  assert.deepEqual(files, [...files].sort())
  for (const file of files) {
    const { size } = statSync(join(directory, file))
    assert.ok(size <= 20_000, `${file} has ${size} bytes`)
    const [info] = await collect(readWarc(join(directory, file)))
    assert.equal(info.type, 'warcinfo')
    assert.equal(info.headers.get('warc-filename'), file)
  }
  for (let i = 0; i < 60; i++) {
    const record = await readRecordAt(join(directory, places[i].file), places[i].offset)
    assert.equal(targetUri(record), numbered(i).url)
  }
  assert.deepEqual(
    await responses(directory),
    Array.from({ length: 60 }, (_, i) => numbered(i).url),
  )
})

test('a piece larger than a file gets a file of its own', async t => {
  const directory = scratch(t)
  const writer = createWarcWriter({ directory, prefix: 'x', info: INFO, maxBytes: 100 })
  const files = [writer.append(records(1)).file, writer.append(records(2)).file]
  await writer.close()
  assert.notEqual(files[0], files[1])
  assert.equal((await responses(directory)).length, 2)
})

test('nothing appended, nothing written', async t => {
  const directory = scratch(t)
  const writer = createWarcWriter({ directory, prefix: 'x', info: INFO })
  await writer.sync()
  await writer.close()
  assert.deepEqual(readdirSync(directory), [])
})

test('the next run goes on with the next number', async t => {
  const directory = scratch(t)
  for (let run = 0; run < 3; run++) {
    const writer = createWarcWriter({ directory, prefix: `run${run}`, info: INFO })
    assert.match(writer.append(records(run)).file, new RegExp(`-0000${run}\\.warc\\.gz$`))
    await writer.close()
  }
  assert.equal(readdirSync(directory).filter(name => name.endsWith('.warc.gz')).length, 3)
})

test('index lines given while writing make the index that reading the file makes', async t => {
  const directory = scratch(t)
  const writer = createWarcWriter({ directory, prefix: 'x', info: INFO })
  let file = ''
  for (let i = 0; i < 50; i++) {
    const built = buildExchangeRecords(numbered(i), METADATA)
    file = writer.append(built.bytes, built.cdx).file
  }
  await writer.close()
  const path = join(directory, file.replace('.warc.gz', '.cdxj'))
  const written = readFileSync(path, 'latin1')
  await indexWarc(join(directory, file))
  assert.equal(written.split('\n').length, 51)
  assert.equal(readFileSync(path, 'latin1'), written)
})

test('records without index lines are indexed all the same', async t => {
  const directory = scratch(t)
  const writer = createWarcWriter({ directory, prefix: 'x', info: INFO })
  const built = buildExchangeRecords(numbered(1), METADATA)
  writer.append(built.bytes, built.cdx)
  const { file } = writer.append(records(2))
  await writer.close()
  assert.equal(readFileSync(join(directory, file.replace('.warc.gz', '.cdxj')), 'latin1').split('\n').length, 3)
})

/** A real file on a disk with so many bytes left. */
function smallDisk(disk: { left: number }): (path: string) => Promise<WarcFile> {
  return async path => {
    const file = await open(path, 'wx')
    return {
      async writev(buffers, position) {
        if (disk.left === 0)
          throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
        const bytes = Buffer.concat(buffers).subarray(0, disk.left)
        const { bytesWritten } = await file.write(bytes, 0, bytes.length, position)
        disk.left -= bytesWritten
        return { bytesWritten }
      },
      truncate: length => file.truncate(length),
      datasync: () => file.datasync(),
      close: () => file.close(),
    }
  }
}

test('a full disk leaves whole records, and what waits is written when there is room again', async t => {
  const directory = scratch(t)
  const disk = { left: 10_000 }
  const writer = createWarcWriter({ directory, prefix: 'x', info: INFO, create: smallDisk(disk) })
  const places: WarcPosition[] = []
  for (let i = 0; i < 5; i++) places.push(writer.append(records(i)))
  await writer.flush()
  for (let i = 5; i < 40; i++) places.push(writer.append(records(i)))
  await assert.rejects(writer.flush(), (error: unknown) => {
    assert.ok(error instanceof LongtailError)
    assert.equal(error.code, 'E_DISK')
    assert.match(error.message, /the disk is full.*free some space/)
    return true
  })
  const openName = join(directory, `${places[0].file}.open`)
  assert.equal(statSync(openName).size, places[5].offset, 'cut back to the end of the last flush')
  assert.ok(writer.buffered > 0)
  await assert.rejects(writer.sync(), /the disk is full/)
  disk.left = 1e9
  await writer.close()
  assert.equal(writer.buffered, 0)
  assert.deepEqual(
    await responses(directory),
    Array.from({ length: 40 }, (_, i) => numbered(i).url),
  )
  for (const [i, place] of places.entries()) {
    assert.equal(targetUri(await readRecordAt(join(directory, place.file), place.offset)), numbered(i).url)
  }
})

test('a writer that may not write any more closes its file and leaves it open in name', async t => {
  const directory = scratch(t)
  let closed = 0
  const create = async (path: string): Promise<WarcFile> => {
    const file = await open(path, 'wx')
    return {
      writev: (buffers, position) => file.writev(buffers, position),
      truncate: length => file.truncate(length),
      datasync: () => file.datasync(),
      close: () => (closed++, file.close()),
    }
  }
  const writer = createWarcWriter({ directory, prefix: 'lost', info: INFO, now: () => STARTED_AT, create })
  const { file } = writer.append(records(1))
  await writer.flush()
  writer.append(records(2))
  await writer.abandon()
  assert.equal(closed, 1)
  assert.deepEqual(readdirSync(directory), [`${file}.open`])
  assert.equal((await responses(directory)).length, 1, 'what was not flushed is dropped')
  assert.throws(() => writer.append(records(3)), { code: 'E_DISK' })
})

test('a directory that cannot be written is reported with what to do', async t => {
  const directory = scratch(t)
  const refuse = (): Promise<never> => Promise.reject(new Error('EACCES: permission denied'))
  const writer = createWarcWriter({ directory, prefix: 'x', info: INFO, create: refuse })
  writer.append(records(1))
  await assert.rejects(writer.flush(), /cannot be written \(EACCES.*check the directory/)
})
