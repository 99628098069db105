import assert from 'node:assert/strict'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import {
  buildExchangeRecords,
  buildWarcinfo,
  lastWholeRecord,
  lastWrittenRecord,
  readWarc,
  truncateWarc,
} from '../../src/archive/index.js'
import { collect, exchange, METADATA, numbered, scratch, seededRandom, STARTED_AT } from './samples.js'

const info = buildWarcinfo('x.warc.gz', STARTED_AT, [['software', 'test']])
const builts = Array.from({ length: 6 }, (_, i) => buildExchangeRecords(numbered(i + 1), METADATA))
const whole = Buffer.concat([info, ...builts.map(built => built.bytes)])

/** Where records end. */
const ends = [0, info.length]
for (const built of builts) for (const record of built.records) ends.push((ends.at(-1) ?? 0) + record.length)

function endBefore(offset: number): number {
  return Math.max(...ends.filter(end => end <= offset))
}

async function repair(path: string, knownGoodEnd?: number): Promise<number> {
  const end = await lastWholeRecord(path, knownGoodEnd)
  truncateWarc(path, end)
  return end
}

test('wherever a file is cut off, its whole records stay and nothing else', async t => {
  const path = join(scratch(t), 'x.warc.gz.open')
  const random = seededRandom(7)
  const cuts = new Set<number>([0, 1, info.length, whole.length])
  // every byte of the last small record and its neighbours' edges, and some anywhere
  for (let cut = whole.length - 30; cut < whole.length; cut++) cuts.add(cut)
  for (const end of ends.slice(-4)) for (let cut = end - 15; cut <= end + 15; cut++) cuts.add(cut)
  while (cuts.size < 200) cuts.add(Math.floor(random() * whole.length))
  for (const cut of cuts) {
    if (cut > whole.length) continue
    writeFileSync(path, whole.subarray(0, cut))
    const expected = endBefore(cut)
    for (const tail of [1, 400, 1500, whole.length])
      assert.equal(await lastWrittenRecord(path, 0, tail), expected, `tail ${tail}`)
    assert.equal(await lastWrittenRecord(path, info.length, 400), Math.max(expected, Math.min(cut, info.length)))
    assert.equal(await repair(path), expected, `cut at ${cut}`)
    assert.deepEqual(readFileSync(path), whole.subarray(0, expected))
  }
})

test('whole records behind the known good end are cut off too', async t => {
  const path = join(scratch(t), 'x.warc.gz.open')
  for (const good of [...ends, ends[4] + 1, ends[5] - 1, 1, whole.length + 5]) {
    writeFileSync(path, Buffer.concat([whole, Buffer.from('garbage')]))
    const expected = endBefore(good)
    assert.equal(await repair(path, good), expected)
    assert.equal(statSync(path).size, expected)
  }
})

test('records behind a damaged one are not kept, whole as they may be', async t => {
  const path = join(scratch(t), 'x.warc.gz.open')
  const damaged = Buffer.from(whole)
  damaged[ends[5] + 40] ^= 0x55
  writeFileSync(path, damaged)
  assert.equal(await lastWholeRecord(path), ends[5])
  assert.equal(await lastWholeRecord(path, Infinity, ends[3]), ends[5], 'from a known place')
  assert.equal(await lastWholeRecord(path, ends[4]), ends[4])
  assert.equal(statSync(path).size, whole.length, 'looking changes nothing')
})

test('a hole of zeros, as a power failure leaves it, ends the file', async t => {
  const path = join(scratch(t), 'x.warc.gz.open')
  const hole = Buffer.concat([whole.subarray(0, ends[3]), Buffer.alloc(5000), whole.subarray(ends[3])])
  writeFileSync(path, hole)
  for (const tail of [1, 400, hole.length]) assert.equal(await lastWrittenRecord(path, 0, tail), ends[3])
  assert.equal(await repair(path), ends[3])
})

test('a file that holds no record at all becomes empty', async t => {
  const path = join(scratch(t), 'x.warc.gz.open')
  for (const bytes of [Buffer.alloc(0), Buffer.from('nothing'), whole.subarray(0, 20), gunzipSync(whole).subarray(3)]) {
    writeFileSync(path, bytes)
    const kept = await repair(path)
    assert.equal(statSync(path).size, kept)
    assert.equal(kept, 0)
  }
})

test('large records count as well', async t => {
  const path = join(scratch(t), 'x.warc.gz.open')
  const large = buildExchangeRecords(exchange({ body: Buffer.alloc(10_000_000, 'large ') }), METADATA).bytes
  const bytes = Buffer.concat([info, large])
  writeFileSync(path, bytes)
  assert.equal(await repair(path), bytes.length)
  truncateWarc(path, info.length + 5000)
  assert.equal(await repair(path), info.length)
  assert.equal((await collect(readWarc(path))).length, 1)
})
