/** WACZ files that lie: a part that is damaged costs itself, and nothing is read twice or from elsewhere. */
import assert from 'node:assert/strict'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { crc32, deflateRawSync } from 'node:zlib'
import { exportCorpus } from '../../src/export/corpus/export-corpus.js'
import { exportWacz } from '../../src/export/wacz/export-wacz.js'
import { exportZim } from '../../src/export/zim/export-zim.js'
import { LongtailError } from '../../src/errors.js'
import { scratch } from '../archive/samples.js'
import { htmlOf, warcOf } from '../portal/build-samples.js'
import { checkWacz, pagesOf } from './wacz-crawl.js'
import { assertChecked } from './zim-file-tools.js'

interface Member {
  readonly name: string
  readonly data: Buffer
  readonly isDeflated?: boolean
  /** What is not true. */
  readonly lies?: {
    readonly size?: number
    readonly packed?: number
    readonly method?: number
    readonly flags?: number
    /** Of its head, which is that of another member. */
    readonly at?: number
    readonly zip64?: readonly [size: bigint, packed: bigint, at: bigint]
  }
}

function zipOf(members: readonly Member[]): Buffer {
  const pieces: Buffer[] = []
  const directory: Buffer[] = []
  let position = 0
  for (const { name, data, isDeflated = false, lies = {} } of members) {
    const packed = isDeflated ? deflateRawSync(data) : data
    const label = Buffer.from(name)
    const extra = Buffer.alloc(lies.zip64 === undefined ? 0 : 28)
    if (lies.zip64 !== undefined) {
      extra.writeUInt16LE(1, 0)
      extra.writeUInt16LE(24, 2)
      lies.zip64.forEach((value, i) => extra.writeBigUInt64LE(value, 4 + 8 * i))
    }
    const wide = lies.zip64 === undefined ? undefined : 0xffffffff
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(lies.flags ?? 0, 2)
    fields.writeUInt16LE(lies.method ?? (isDeflated ? 8 : 0), 4)
    fields.writeUInt32LE(crc32(data), 10)
    fields.writeUInt32LE(wide ?? lies.packed ?? packed.length, 14)
    fields.writeUInt32LE(wide ?? lies.size ?? data.length, 18)
    fields.writeUInt16LE(label.length, 22)
    const entry = Buffer.alloc(46)
    entry.write('PK\x01\x02', 'latin1')
    fields.copy(entry, 6)
    entry.writeUInt16LE(extra.length, 30)
    entry.writeUInt32LE(wide ?? lies.at ?? position, 42)
    directory.push(entry, label, extra)
    if (lies.at !== undefined) continue
    const head = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields])
    pieces.push(head, label, packed)
    position += head.length + label.length + packed.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(members.length, 8)
  end.writeUInt16LE(members.length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(position, 16)
  return Buffer.concat([...pieces, list, end])
}

const GOOD = warcOf([1, 2].map(i => ({ url: `http://good.example/${i}`, body: htmlOf(i) })))
const OTHER = warcOf([3, 4, 5].map(i => ({ url: `http://other.example/${i}`, body: htmlOf(i) })))
const GOOD_PAGES = ['http://good.example/1', 'http://good.example/2']

function write(t: TestContext, members: readonly Member[]): { readonly directory: string; readonly path: string } {
  const directory = scratch(t)
  const path = join(directory, 'given.wacz')
  writeFileSync(path, zipOf(members))
  return { directory, path }
}

const DAMAGED: readonly (readonly [what: string, member: Member])[] = [
  ['is a link, which holds no record', { name: 'archive/b.warc', data: Buffer.from('../../../etc/passwd') }],
  ['is encrypted', { name: 'archive/b.warc', data: OTHER, lies: { flags: 1 } }],
  ['is packed in a way that nobody knows', { name: 'archive/b.warc', data: OTHER, lies: { method: 99 } }],
  ['unpacks to more than it says', { name: 'archive/b.warc', data: OTHER, isDeflated: true, lies: { size: 5 } }],
  ['ends behind the file', { name: 'archive/b.warc', data: OTHER, lies: { packed: 4e9 } }],
  [
    'is larger than any disk',
    { name: 'archive/b.warc', data: OTHER, lies: { zip64: [2n ** 63n, 2n ** 62n, 2n ** 53n] } },
  ],
]

for (const [what, member] of DAMAGED)
  test(`an archive in a WACZ that ${what} costs itself only`, async t => {
    const { directory, path } = write(t, [{ name: 'archive/a.warc', data: GOOD }, member])
    const warnings: string[] = []
    const options = { sources: [path], onWarning: (message: string) => warnings.push(message) }
    const wacz = join(directory, 'out.wacz')
    await exportWacz({ ...options, out: wacz })
    assert.match(warnings.join('\n'), /^a part of .*given\.wacz was left out: .*archive\/b\.warc/m)
    assert.deepEqual(
      (await pagesOf(wacz)).map(({ url }) => url),
      GOOD_PAGES,
    )
    await checkWacz(wacz)
    const { pages } = await exportCorpus({ ...options, out: join(directory, 'out.jsonl') })
    assert.equal(pages, 2)
    const zim = join(directory, 'out.zim')
    assert.equal((await exportZim({ ...options, out: zim })).pages, 2)
    await assertChecked(zim)
    assert.deepEqual(readdirSync(directory).sort(), [
      'given.wacz',
      'out.jsonl',
      'out.jsonl.README.md',
      'out.jsonl.datasheet.json',
      'out.jsonl.datasheet.md',
      'out.wacz',
      'out.zim',
    ])
  })

test('of two archives with one name the first is read, and not its records for those of the other', async t => {
  const { directory, path } = write(t, [
    { name: 'archive/a.warc', data: GOOD },
    { name: 'archive/a.warc', data: OTHER },
  ])
  const wacz = join(directory, 'out.wacz')
  await exportWacz({ sources: [path], out: wacz })
  assert.deepEqual(
    (await pagesOf(wacz)).map(({ url }) => url),
    GOOD_PAGES,
  )
  await checkWacz(wacz)
})

test('archives that lie upon each other are refused: a small file would become a large one', async t => {
  const copies = Array.from({ length: 200 }, (_, i) => ({ name: `archive/${i}.warc`, data: GOOD, lies: { at: 0 } }))
  const { directory, path } = write(t, [{ name: 'archive/a.warc', data: GOOD }, ...copies])
  await assert.rejects(
    exportWacz({ sources: [path], out: join(directory, 'out.wacz') }),
    (error: unknown) => error instanceof LongtailError && error.code === 'E_ARCHIVE' && /overlap/.test(error.message),
  )
})
