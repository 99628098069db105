import assert from 'node:assert/strict'
import { join } from 'node:path'
import test from 'node:test'
import { buildPortal, openLibrary } from '../../src/portal/index.js'
import { UrlBloomFilter } from '../../src/portal/store/url-bloom-filter.js'
import { scratch } from '../archive/samples.js'
import { pageOf, writeArchive } from './small-archive.js'

const address = (number: number): string => `http://site${number % 7}.example/a/${number.toString(36)}.html`

test('a filter knows every URL that it was given, and takes few others for known', () => {
  const filter = new UrlBloomFilter(20_000)
  for (let i = 0; i < 20_000; i++) filter.add(address(i))
  for (let i = 0; i < 20_000; i++) assert.ok(filter.mayHave(address(i)), address(i))
  let wrong = 0
  for (let i = 20_000; i < 40_000; i++) if (filter.mayHave(address(i))) wrong++
  assert.ok(wrong < 1_000, `${wrong} of 20,000`)
})

test('a filter that was given more than was announced still knows all of them', () => {
  const filter = new UrlBloomFilter(0)
  for (let i = 0; i < 5_000; i++) filter.add(address(i))
  for (let i = 0; i < 5_000; i++) assert.ok(filter.mayHave(address(i)))
})

test('a library for very many questions answers them as any other does', async t => {
  const directory = scratch(t)
  const archive = join(directory, 'some.warc')
  writeArchive(archive, [
    { url: 'http://a.example/', body: pageOf('Home', ['Words of a page that is long enough to be one.']) },
    { url: 'https://a.example/secure', body: pageOf('Secure', ['Words of another page.']) },
    { url: 'http://a.example/folder/', body: pageOf('Folder', ['Words of a folder.']) },
    { url: 'http://a.example/both', body: pageOf('Plain', ['Words without a lock.']) },
    { url: 'https://a.example/both', body: pageOf('Locked', ['Words with a lock.']) },
    { url: 'http://a.example/gone', body: 'gone', status: 404 },
    { url: 'http://a.example/q?a=1', body: pageOf('Question', ['Words of an answer.']) },
  ])
  const out = join(directory, 'portal')
  await buildPortal({ sources: [archive], out, search: false })
  const [usual, many] = [openLibrary(out), openLibrary(out, { isForMany: true })]
  t.after(() => [usual, many].forEach(library => library.close()))
  let found = 0
  for (const path of ['', 'secure', 'folder', 'both', 'gone', 'q?a=1', 'nowhere', 'q?a=2', '%zz'])
    for (const scheme of ['http', 'https'])
      for (const end of ['', '/', '#part']) {
        const url = `${scheme}://a.example/${path}${end}`
        assert.deepEqual(many.capture(url), usual.capture(url), url)
        assert.deepEqual(many.has([url]), usual.has([url]), url)
        if (many.capture(url) !== null) found++
      }
  assert.ok(found >= 20, `${found} found`)
  many.hide(['a.example/secure'])
  assert.equal(many.capture('http://a.example/secure'), null)
})
