import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { crc32 } from 'node:zlib'
import { targetUri } from '../../src/archive/index.js'
import { createArchives } from '../../src/portal/replay/archives.js'
import { resourceRecord } from '../archive/samples.js'

const FILES = 12
let directory: string

before(() => {
  directory = mkdtempSync(join(tmpdir(), 'longtail-archives-'))
  for (let i = 0; i < FILES; i++) writeFileSync(join(directory, `${i}.warc.gz`), pageOf(`http://${i}.example/`))
})
after(() => rmSync(directory, { recursive: true, force: true }))

function pageOf(url: string): Uint8Array {
  return resourceRecord(url, 'text/html', `<p>${url}`)
}

/** Archives of this test that the process has open; null where the system does not say. */
function openFiles(): number | null {
  try {
    return readdirSync('/proc/self/fd').filter(number => {
      try {
        return readlinkSync(`/proc/self/fd/${number}`).startsWith(directory)
      } catch {
        return false
      }
    }).length
  } catch {
    return null
  }
}

test('a bounded number of files stays open, and readers at the same time do not lose theirs', async () => {
  const archives = createArchives(3)
  const reads = Array.from({ length: FILES * 10 }, async (_, i) => {
    const file = join(directory, `${i % FILES}.warc.gz`)
    const record = await archives.read({ file, member: '', offset: 0, length: 0 })
    assert.equal(targetUri(record), `http://${i % FILES}.example/`)
  })
  await Promise.all(reads)
  const open = openFiles()
  assert.ok(open === null || open <= 3, `${open} are open`)
  await archives.close()
  assert.ok([null, 0].includes(openFiles()))
})

test('a WARC inside a WACZ is read in its place', async () => {
  const path = join(directory, 'x.wacz')
  writeFileSync(
    path,
    storedZip([
      ['archive/a.warc.gz', pageOf('http://a.example/')],
      ['archive/b.warc.gz', pageOf('http://b.example/')],
    ]),
  )
  const archives = createArchives()
  const record = await archives.read({ file: path, member: 'archive/b.warc.gz', offset: 0, length: 0 })
  assert.equal(targetUri(record), 'http://b.example/')
  await assert.rejects(
    archives.read({ file: path, member: 'archive/c.warc.gz', offset: 0, length: 0 }),
    /does not contain archive\/c/,
  )
  await archives.close()
})

test('a file that is missing, no archive, or too short is an error each time it is asked for', async () => {
  const archives = createArchives()
  const odd = join(directory, 'odd.warc')
  writeFileSync(odd, 'this is no archive')
  for (let time = 0; time < 2; time++) {
    await assert.rejects(archives.read({ file: join(directory, 'none.warc.gz'), member: '', offset: 0, length: 0 }), {
      code: 'E_ARCHIVE',
    })
    await assert.rejects(archives.read({ file: odd, member: '', offset: 0, length: 0 }), { name: 'LongtailError' })
    await assert.rejects(archives.read({ file: join(directory, '0.warc.gz'), member: '', offset: 1e9, length: 0 }), {
      code: 'E_WARC',
    })
  }
  await archives.close()
})

/** Just enough of a ZIP file for a WACZ: nothing is compressed. */
function storedZip(entries: readonly (readonly [name: string, bytes: Uint8Array])[]): Buffer {
  const files: Buffer[] = []
  const directories: Buffer[] = []
  let offset = 0
  for (const [name, bytes] of entries) {
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt32LE(crc32(bytes), 14)
    local.writeUInt32LE(bytes.length, 18)
    local.writeUInt32LE(bytes.length, 22)
    local.writeUInt16LE(name.length, 26)
    const central = Buffer.alloc(46)
    central.writeUInt32LE(0x02014b50, 0)
    local.copy(central, 16, 14, 28)
    central.writeUInt32LE(offset, 42)
    files.push(local, Buffer.from(name), Buffer.from(bytes))
    directories.push(central, Buffer.from(name))
    offset += 30 + name.length + bytes.length
  }
  const directory = Buffer.concat(directories)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...files, directory, end])
}
