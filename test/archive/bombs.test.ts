/** Archives that are small on the disk and large when they are unpacked, or that hold very many files. */
import assert from 'node:assert/strict'
import { readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { crc32, deflateRawSync, gzipSync } from 'node:zlib'
import { createArchiveFiles } from '../../src/archive/archive-files.js'
import { openByteFile } from '../../src/archive/index.js'
import { readZipDirectory } from '../../src/archive/zip-directory.js'
import { htmlOf, warcOf } from '../portal/build-samples.js'
import { scratch } from './samples.js'

interface Member {
  readonly name: string
  readonly packed: Buffer
  readonly size: number
  readonly crc: number
  readonly method: 0 | 8
}

function stored(name: string, data: Buffer): Member {
  return { name, packed: data, size: data.length, crc: crc32(data), method: 0 }
}

function deflated(name: string, data: Buffer): Member {
  return { name, packed: deflateRawSync(data), size: data.length, crc: crc32(data), method: 8 }
}

function zipOf(members: readonly Member[]): Buffer {
  const pieces: Buffer[] = []
  const directory: Buffer[] = []
  let position = 0
  for (const { name, packed, size, crc, method } of members) {
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(method, 4)
    fields.writeUInt32LE(crc, 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(size, 18)
    fields.writeUInt16LE(Buffer.byteLength(name), 22)
    const entry = Buffer.alloc(46)
    entry.write('PK\x01\x02', 'latin1')
    fields.copy(entry, 6)
    entry.writeUInt32LE(position, 42)
    directory.push(entry, Buffer.from(name))
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, Buffer.from(name), packed])
    pieces.push(local)
    position += local.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(Math.min(members.length, 0xfffe), 8)
  end.writeUInt16LE(Math.min(members.length, 0xfffe), 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(position, 16)
  return Buffer.concat([...pieces, list, end])
}

const HONEST = warcOf([1, 2, 3].map(i => ({ url: `http://a.example/${i}`, body: htmlOf(i) })))

function unpackedFiles(): number {
  return readdirSync(tmpdir())
    .filter(name => name.startsWith('longtail-archive-'))
    .flatMap(name => readdirSync(join(tmpdir(), name))).length
}

test('a member that unpacks to a thousand times its size costs itself: the honest one beside it is read', async t => {
  const path = join(scratch(t), 'bomb.wacz')
  // 200 MB of zeros in 200 kB
  const bomb = deflated('archive/bomb.warc', Buffer.alloc(200e6))
  writeFileSync(path, zipOf([bomb, deflated('archive/good.warc', HONEST)]))
  const before = unpackedFiles()
  const archives = createArchiveFiles(1)
  try {
    const lost: string[] = []
    const files = await archives.open(path, error => lost.push(`${error.code}: ${error.message}`))
    assert.deepEqual(
      files.map(({ size }) => size),
      [HONEST.length],
    )
    assert.match(lost[0], /^E_ARCHIVE: .*bomb\.warc unpacks to more than \d+ bytes, 100 times its size: .* left out/)
    assert.equal(unpackedFiles() - before, 1, 'nothing of the bomb is on the disk')
  } finally {
    await archives.close()
  }
})

test('many members share one limit, whatever each of them says', async t => {
  const path = join(scratch(t), 'many.wacz')
  const part = deflated('', Buffer.alloc(30e6))
  writeFileSync(path, zipOf([1, 2, 3, 4].map(i => ({ ...part, name: `archive/${i}.warc` }))))
  const archives = createArchiveFiles(1)
  try {
    const lost: string[] = []
    const files = await archives.open(path, error => lost.push(error.message))
    assert.ok(files.length < 4 && lost.length > 0, `${files.length} were unpacked`)
  } finally {
    await archives.close()
  }
})

test('a member that is longer than it says, and a gzip of everything, are stopped as well', async t => {
  const directory = scratch(t)
  const liar = { ...deflated('archive/a.warc', Buffer.alloc(80e6)), size: 100 }
  writeFileSync(join(directory, 'liar.wacz'), zipOf([liar]))
  writeFileSync(join(directory, 'whole.warc.gz'), gzipSync(Buffer.alloc(100e6)))
  const archives = createArchiveFiles(2)
  try {
    await assert.rejects(archives.open(join(directory, 'liar.wacz')), { code: 'E_ARCHIVE' })
    const [whole] = await archives.open(join(directory, 'whole.warc.gz'))
    await assert.rejects(archives.unpack(whole), { code: 'E_ARCHIVE', message: /damaged or hostile/ })
  } finally {
    await archives.close()
  }
})

test('60,000 empty members cost next to nothing, and too many that hold something are refused', async t => {
  const directory = scratch(t)
  const empty = Array.from({ length: 60_000 }, (_, i) => stored(`archive/${i}.warc`, Buffer.alloc(0)))
  writeFileSync(join(directory, 'empty.wacz'), zipOf([...empty, stored('archive/good.warc', HONEST)]))
  const full = Array.from({ length: 10_001 }, (_, i) => stored(`archive/${i}.warc`, Buffer.from('x')))
  writeFileSync(join(directory, 'full.wacz'), zipOf(full))
  const countless = Array.from({ length: 100_001 }, (_, i) => stored(`${i}`, Buffer.alloc(0)))
  writeFileSync(join(directory, 'countless.wacz'), zipOf(countless))
  const archives = createArchiveFiles(2)
  try {
    const files = await archives.open(join(directory, 'empty.wacz'))
    assert.deepEqual(
      files.map(({ size }) => size),
      [HONEST.length],
    )
    await assert.rejects(archives.open(join(directory, 'full.wacz')), {
      code: 'E_ARCHIVE',
      message: /has 10001 archives in it, more than the limit of 10000: it is damaged or hostile/,
    })
    const file = await openByteFile(join(directory, 'countless.wacz'))
    await assert.rejects(readZipDirectory(file), { code: 'E_ARCHIVE', message: /more than 100000 files in it/ })
    await file.close()
  } finally {
    await archives.close()
  }
})
