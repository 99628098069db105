import assert from 'node:assert/strict'
import { readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { test, type TestContext } from 'node:test'
import { LongtailError } from '../../src/errors.js'
import { checkZim } from '../../src/export/zim/check.js'
import { openZim } from '../../src/export/zim/file/index.js'
import { clusterOffsets, EXTENDED, STORED } from '../../src/export/zim/file/format.js'
import { html, place, PNG, run, writer, type WrittenZim } from './zim-file-tools.js'

async function small(t: TestContext): Promise<WrittenZim> {
  const zim = place(t)
  const zimWriter = await writer(zim)
  for (let i = 0; i < 30; i++) await zimWriter.addContent(html(`page/${i}`, `Page ${i}`))
  await zimWriter.addContent({ path: 'p.png', title: '', mime: 'image/png', isFront: false, body: Buffer.alloc(99, 1) })
  zimWriter.addRedirect({ path: 'to', title: 'เก่า', target: 'page/3', isFront: false })
  zimWriter.setMainPage('page/0')
  await zimWriter.finish()
  return zim
}

function isExportError(error: unknown): boolean {
  return error instanceof LongtailError && error.code === 'E_EXPORT'
}

test('a file that openZIM wrote is read: entries, contents, metadata, listing', async t => {
  const zim = place(t)
  const { directory } = place(t)
  writeFileSync(`${directory}/a.html`, '<title>First</title><p>one')
  writeFileSync(`${directory}/b.html`, '<title>Second</title><p>two')
  writeFileSync(`${directory}/i.png`, PNG)
  const texts = [
    '--language=eng',
    '--title=Title',
    '--description=x',
    '--creator=x',
    '--publisher=x',
    '--withoutFTIndex',
  ]
  await run('zimwriterfs', ['--welcome=a.html', '--illustration=i.png', ...texts, directory, zim.path])
  const zimReader = await openZim(zim.path)
  t.after(() => zimReader.close())
  assert.equal(await zimReader.isWhole(), true)
  assert.equal(zimReader.metadata('Title'), 'Title')
  assert.equal(zimReader.metadata('Nonesuch'), null)
  const main = zimReader.mainPage()
  assert.equal(main && Buffer.from(zimReader.read(main)).toString(), '<title>First</title><p>one')
  assert.deepEqual(
    [...zimReader.listing('v1')]
      .map(number => zimReader.entry(number))
      .map(({ path, title, mime }) => [path, title, mime]),
    [
      ['a.html', 'First', 'text/html'],
      ['b.html', 'Second', 'text/html'],
    ],
  )
})

test('entries are found by path and in order, redirects are followed', async t => {
  const zim = await small(t)
  const zimReader = await openZim(zim.path)
  t.after(() => zimReader.close())
  assert.equal(await zimReader.isWhole(), true)
  const paths = [...zimReader.all()].map(({ namespace, path }) => namespace + path)
  assert.deepEqual(
    paths,
    [...paths].sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other))),
  )
  for (const path of paths) assert.ok(zimReader.find(path[0], path.slice(1)), path)
  assert.equal(zimReader.find('C', 'page'), null)
  assert.equal(zimReader.find('A', 'page/1'), null)
  const redirect = zimReader.find('C', 'to')
  assert.equal(redirect?.title, 'เก่า')
  assert.match(redirect ? Buffer.from(zimReader.read(redirect)).toString() : '', /Page 3/)
  assert.throws(() => zimReader.entry(paths.length), isExportError)
})

test('a file that is cut or changed anywhere is told apart, and never more than an error', async t => {
  const zim = await small(t)
  const good = readFileSync(zim.path)
  const other = `${zim.path}.damaged`
  const readAll = async (): Promise<boolean> => {
    const zimReader = await openZim(other)
    try {
      for (const entry of zimReader.all()) zimReader.read(entry)
      zimReader.mainPage()
      zimReader.listing('v0')
      zimReader.metadata('Title')
      return await zimReader.isWhole()
    } finally {
      zimReader.close()
    }
  }
  writeFileSync(other, good)
  assert.equal(await readAll(), true)
  for (const length of [0, 1, 79, 80, 500, 3_000, good.length - 1]) {
    writeFileSync(other, good.subarray(0, length))
    await assert.rejects(readAll(), isExportError, `cut at ${length}`)
  }
  // the header byte by byte, the rest here and there; each set to what leads furthest
  for (let at = 0; at < good.length - 16; at += at < 80 ? 1 : 61) {
    if (at > 700 && at < 2_000) continue
    for (const value of [0xff, 0x7f, 0]) {
      if (good[at] === value) continue
      const changed = Buffer.from(good)
      changed[at] = value
      writeFileSync(other, changed)
      const isWhole = await readAll().catch((error: unknown) => {
        assert.ok(isExportError(error), `byte ${at}: ${String(error)}`)
        return false
      })
      assert.equal(isWhole, false, `byte ${at}`)
    }
  }
  await assert.rejects(openZim(`${zim.path}.nowhere`), isExportError)
})

test('a cluster of more than 4 GiB has offsets of eight bytes', async t => {
  const size = 5 * 1024 ** 3
  const { bytes, isExtended } = clusterOffsets([1, size])
  assert.equal(isExtended, true)
  assert.deepEqual(
    [bytes.readBigUInt64LE(0), bytes.readBigUInt64LE(8), bytes.readBigUInt64LE(16)],
    [24n, 25n, 25n + BigInt(size)],
  )
  assert.equal(clusterOffsets([0xffff_ffff - 8]).isExtended, false)
  assert.equal(clusterOffsets([0xffff_ffff - 7]).isExtended, true)

  // a small one with such offsets, in the place of the last cluster of a ZIM (a stored one, after all others)
  const zim = place(t)
  const zimWriter = await writer(zim)
  writeFileSync(`${zim.directory}/index`, 'an index of so many bytes')
  await zimWriter.addContent(html('page', 'Page'))
  await zimWriter.addIndex('title/xapian', `${zim.directory}/index`)
  zimWriter.setMainPage('page')
  await zimWriter.finish()
  const file = readFileSync(zim.path)
  const at = file.indexOf('an index of so many bytes') - 9
  assert.equal(file[at], STORED)
  file[at] = STORED | EXTENDED
  // 17 bytes of the old content become offsets: [16, 25) is what is left of it
  file.writeBigUInt64LE(16n, at + 1)
  file.writeBigUInt64LE(25n, at + 9)
  writeFileSync(zim.path, file)
  const zimReader = await openZim(zim.path)
  t.after(() => zimReader.close())
  const entry = zimReader.find('X', 'title/xapian')
  assert.equal(entry && Buffer.from(zimReader.read(entry)).toString(), ' of so ma')
})

test('a file that is not what was written is found out before it takes the place of another', async t => {
  const zim = place(t)
  const zimWriter = await writer(zim)
  await zimWriter.addContent(html('home', 'Home'))
  zimWriter.setMainPage('home')
  const numbers = await zimWriter.finish()
  await checkZim(zim.path, numbers)
  for (const other of [{ entries: numbers.entries + 1 }, { articles: numbers.articles + 1 }])
    await assert.rejects(checkZim(zim.path, { ...numbers, ...other }), { code: 'E_EXPORT' })
  truncateSync(zim.path, numbers.bytes - 1)
  await assert.rejects(checkZim(zim.path, numbers), { code: 'E_EXPORT' })
})
