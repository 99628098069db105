import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { LongtailError } from '../../src/errors.js'
import { openZim } from '../../src/export/zim/file/index.js'
import { assertChecked, html, place, run, show, writer } from './zim-file-tools.js'

test('a ZIM with nothing but a main page passes zimcheck', async t => {
  const zim = place(t)
  const zimWriter = await writer(zim)
  await zimWriter.addContent(html('index.html', 'Nothing else'))
  zimWriter.setMainPage('index.html')
  const numbers = await zimWriter.finish()
  assert.equal(numbers.articles, 1)
  assert.equal(numbers.bytes, readFileSync(zim.path).length)
  await assertChecked(zim.path)
  assert.match((await run('zimdump', ['info', zim.path])).toString(), /main page: index\.html/)
  assert.deepEqual(readdirSync(zim.directory), ['test.zim'], 'nothing else is left')
})

/** Does not compress, and holds every byte. */
function noise(length: number, seed: string): Uint8Array {
  const parts: Buffer[] = []
  for (let i = 0; i * 64 < length; i++) parts.push(createHash('sha512').update(`${seed}${i}`).digest())
  return new Uint8Array(Buffer.concat(parts).subarray(0, length))
}

test('entries of all kinds come back byte for byte from zimdump, and zimcheck finds nothing wrong', async t => {
  const zim = place(t)
  const zimWriter = await writer(zim)
  const bodies = new Map<string, Uint8Array>()
  const add = async (path: string, mime: string, body: Uint8Array | string): Promise<void> => {
    bodies.set(path, Buffer.from(body))
    assert.equal(await zimWriter.addContent({ path, title: '', mime, isFront: false, body }), true)
  }
  await zimWriter.addContent(html('index.html', 'หน้าแรก'))
  await add('www.example.org/ภาษาไทย/กำแพง', 'text/plain', 'ข้อความ'.repeat(100))
  await add('www.example.org/中文/页面', 'text/plain', '你好'.repeat(100))
  await add('www.example.org/a page?x=1&y=a b#part', 'text/plain', 'question')
  await add('www.example.org/100%25%', 'text/plain', 'percent')
  await add('www.example.org/"quoted\'<b>&amp;', 'text/plain', 'quoted')
  await add('😀.txt', 'text/plain', 'beyond the basic plane')
  await add('deep/'.repeat(60) + 'x', 'text/plain', 'a path longer than what readers read at once')
  await add('bytes.png', 'image/png', noise(10_000, 'png'))
  await add('large.mp4', 'video/mp4', noise(3_000_000, 'mp4'))
  await add('large.txt', 'text/plain', 'a large text\n'.repeat(400_000))
  await add('packed-text.txt', 'text/plain', noise(2_500_000, 'does not compress'))
  for (let i = 0; i < 1_000; i++)
    await add(`many/${i}.js`, 'application/javascript', `var page = ${i}`.repeat(1 + (i % 50)))
  await zimWriter.addContent({ path: 'one.bin', title: '', mime: '', isFront: false, body: Buffer.of(0) })
  zimWriter.setMainPage('index.html')
  const numbers = await zimWriter.finish()
  assert.equal(numbers.clusters, 7, 'three large ones, texts in two, pictures, metadata')

  await assertChecked(zim.path)
  const zimReader = await openZim(zim.path)
  t.after(() => zimReader.close())
  for (const [path, body] of bodies) {
    const entry = zimReader.find('C', path)
    assert.ok(entry, path)
    assert.ok(Buffer.from(body).equals(zimReader.read(entry)), path)
  }
  for (const path of [...bodies.keys()].filter(name => !/^many\/\d\d/.test(name)))
    assert.ok(
      (await show(zim.path, path)).equals(bodies.get(path) ?? Buffer.alloc(0)),
      `zimdump gives other bytes for ${path}`,
    )
  const listed = (await run('zimdump', ['list', zim.path])).toString().trimEnd().split('\n')
  assert.deepEqual(new Set(listed), new Set(['index.html', 'one.bin', ...bodies.keys()]))
})

test('the same entries make the same file, and other contents another identifier', async t => {
  const files: Buffer[] = []
  const uuids: string[] = []
  for (const last of ['same', 'same', 'other']) {
    const zim = place(t)
    const zimWriter = await writer(zim)
    // large enough for threads, which end in whatever order they like
    for (let i = 0; i < 60; i++)
      await zimWriter.addContent({
        path: `${i}.txt`,
        title: '',
        mime: 'text/plain',
        isFront: true,
        body: `${i} line\n`.repeat(20_000),
      })
    await zimWriter.addContent(html('last', last))
    zimWriter.setMainPage('0.txt')
    await zimWriter.finish()
    files.push(readFileSync(zim.path))
    const zimReader = await openZim(zim.path)
    uuids.push(zimReader.uuid)
    zimReader.close()
  }
  assert.ok(files[0].equals(files[1]))
  assert.ok(!files[0].equals(files[2]))
  assert.equal(uuids[0], uuids[1])
  assert.notEqual(uuids[0], uuids[2])
  assert.match(uuids[0], /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})

test('of two entries with one path the first is kept; what cannot be a path is not taken', async t => {
  const zim = place(t)
  const zimWriter = await writer(zim)
  assert.equal(await zimWriter.addContent(html('a', 'first')), true)
  assert.equal(await zimWriter.addContent(html('a', 'second')), false)
  assert.equal(zimWriter.addRedirect({ path: 'a', title: '', target: 'a', isFront: false }), false)
  for (const path of ['', 'with\0zero', 'x'.repeat(65_536)])
    assert.equal(await zimWriter.addContent(html(path, 'x')), false)
  assert.equal(await zimWriter.addContent(html('x'.repeat(65_535), 'longest')), true)
  await assert.rejects(zimWriter.addMetadata('Title', 'twice'), isExportError)
  await assert.rejects(zimWriter.addMetadata('Counter', 'x=1'), isExportError)
  zimWriter.setMainPage('a')
  await zimWriter.finish()
  await assertChecked(zim.path)
  assert.match((await show(zim.path, 'a')).toString(), /first/)
  assert.match((await show(zim.path, 'x'.repeat(65_535))).toString(), /longest/)
})

function isExportError(error: unknown): boolean {
  return error instanceof LongtailError && error.code === 'E_EXPORT'
}

test('a redirect to a redirect leads to where the last one leads', async t => {
  const zim = place(t)
  const zimWriter = await writer(zim)
  zimWriter.addRedirect({ path: 'one', title: 'One', target: 'two', isFront: true })
  zimWriter.addRedirect({ path: 'two', title: '', target: 'three', isFront: false })
  zimWriter.addRedirect({ path: 'three', title: '', target: 'page', isFront: false })
  await zimWriter.addContent(html('page', 'The page'))
  zimWriter.setMainPage('one')
  await zimWriter.finish()
  await assertChecked(zim.path)
  const zimReader = await openZim(zim.path)
  t.after(() => zimReader.close())
  const page = zimReader.find('C', 'page')
  for (const path of ['one', 'two', 'three']) assert.equal(zimReader.find('C', path)?.target, page?.number)
  assert.equal(zimReader.mainPage()?.target, page?.number)
  assert.deepEqual(
    [...zimReader.listing('v1')].map(number => zimReader.entry(number).title),
    ['One', 'The page'],
  )
})

test('redirects that lead nowhere or in a circle are named, or left out and told', async t => {
  const strict = await writer(place(t))
  await strict.addContent(html('page', 'The page'))
  strict.addRedirect({ path: 'from/here', title: '', target: 'nowhere', isFront: false })
  await assert.rejects(
    strict.finish(),
    (error: Error) => isExportError(error) && /from\/here.*nowhere/.test(error.message),
  )

  const withoutMain = await writer(place(t))
  withoutMain.setMainPage('missing')
  await assert.rejects(
    withoutMain.finish(),
    (error: Error) => isExportError(error) && /main page "missing"/.test(error.message),
  )

  const zim = place(t)
  const lost: string[] = []
  const zimWriter = await writer(zim, { onLostRedirect: (path, target) => lost.push(`${path} > ${target}`) })
  await zimWriter.addContent(html('page', 'The page'))
  zimWriter.addRedirect({ path: 'a', title: 'A', target: 'b', isFront: true })
  zimWriter.addRedirect({ path: 'b', title: 'B', target: 'a', isFront: true })
  zimWriter.addRedirect({ path: 'self', title: '', target: 'self', isFront: false })
  zimWriter.addRedirect({ path: 'gone', title: '', target: 'nowhere', isFront: false })
  zimWriter.addRedirect({ path: 'good', title: '', target: 'page', isFront: false })
  zimWriter.setMainPage('page')
  const numbers = await zimWriter.finish()
  assert.deepEqual(lost, ['a > b', 'b > a', 'gone > nowhere', 'self > self'])
  assert.equal(numbers.redirects, 1)
  await assertChecked(zim.path)
})

test('an index lies in the file as it is', async t => {
  const zim = place(t)
  const zimWriter = await writer(zim)
  const index = noise(1_500_000, 'index')
  writeFileSync(join(zim.directory, 'index'), index)
  await zimWriter.addContent(html('page', 'The page'))
  await zimWriter.addIndex('title/xapian', join(zim.directory, 'index'))
  zimWriter.setMainPage('page')
  await zimWriter.finish()
  assert.ok(readFileSync(zim.path).includes(Buffer.from(index)), 'byte for byte, in one piece')
  const zimReader = await openZim(zim.path)
  t.after(() => zimReader.close())
  const entry = zimReader.find('X', 'title/xapian')
  assert.equal(entry?.mime, 'application/octet-stream+xapian')
  assert.ok(entry && Buffer.from(zimReader.read(entry)).equals(index))
})

test('a thousand MIME types and types that are none fit into the list', async t => {
  const zim = place(t)
  const zimWriter = await writer(zim)
  await zimWriter.addContent(html('page', 'The page'))
  for (let i = 0; i < 500; i++) {
    await zimWriter.addContent({ path: `t${i}`, title: '', mime: `text/x-kind-${i}`, isFront: false, body: `t${i}` })
    await zimWriter.addContent({
      path: `a${i}`,
      title: '',
      mime: `application/x-kind-${i}`,
      isFront: false,
      body: `a${i}`,
    })
  }
  const odd = ['', 'nonsense', 'text/', '\0/\0', 'a/b\n/c', 'TEXT/HTML; charset="x"', `text/${'x'.repeat(10_000)}`]
  for (const [i, mime] of odd.entries())
    await zimWriter.addContent({ path: `odd${i}`, title: '', mime, isFront: false, body: `odd ${i}` })
  zimWriter.setMainPage('page')
  await zimWriter.finish()
  await assertChecked(zim.path)
  const zimReader = await openZim(zim.path)
  t.after(() => zimReader.close())
  assert.equal(zimReader.find('C', 't0')?.mime, 'text/x-kind-0')
  assert.equal(zimReader.find('C', 't499')?.mime, 'text/plain')
  assert.equal(zimReader.find('C', 'a499')?.mime, 'application/octet-stream')
  assert.equal(zimReader.find('C', 'odd1')?.mime, 'application/octet-stream')
  assert.equal(zimReader.find('C', 'odd5')?.mime, 'text/html')
})

test('who gives up leaves nothing behind, and a signal ends the work', async t => {
  const zim = place(t)
  const zimWriter = await writer(zim)
  for (let i = 0; i < 8; i++) await zimWriter.addContent(html(`${i}`, 'x'.repeat(1_000_000)))
  await zimWriter.abort()
  assert.deepEqual(readdirSync(zim.directory), [])

  const stop = new AbortController()
  const stopped = await writer(place(t), { signal: stop.signal })
  await stopped.addContent(html('page', 'The page'))
  stop.abort()
  await assert.rejects(stopped.addContent(html('other', 'Another')), { name: 'AbortError' })
  await stopped.abort()
})

test('a full disk is told as one, and what was taken is given back', async t => {
  const zim = place(t)
  symlinkSync('/dev/full', zim.path)
  const zimWriter = await writer(zim)
  const writeAll = async (): Promise<void> => {
    for (let i = 0; i < 6; i++) await zimWriter.addContent(html(`${i}`, `${i}`.repeat(1_000_000)))
    await zimWriter.finish()
  }
  await assert.rejects(writeAll(), { code: 'ENOSPC' })
  await zimWriter.abort()
  assert.deepEqual(readdirSync(zim.directory), [])
})
