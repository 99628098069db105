import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { buildDemoWeb, serveDemoWeb } from '../../src/demo/web.js'
import { CrawledCaptures } from '../../src/train/crawled-captures.js'
import { readExamplePages, readExampleUrls } from '../../src/train/example-pages.js'
import { urlsInList } from '../../src/train/url-lists.js'
import { crawlDemo, loggedPages } from '../crawl/demo-crawl.js'

let directory: string
const { signal } = new AbortController()

before(() => {
  directory = mkdtempSync(join(tmpdir(), 'longtail-examples-'))
})
after(() => rmSync(directory, { recursive: true, force: true }))

const HTML = '<html><head><title>Bees</title></head><body><p>A hive has one queen and many workers.</p></body></html>'

test('lists of addresses are told from pages and prose', () => {
  assert.deepEqual(urlsInList('# mine\nhttp://a.example/\nhttps://b.example/x a remark\nhttp://A.example/#top\n'), [
    'http://a.example/',
    'https://b.example/x',
  ])
  assert.equal(urlsInList('Bees are insects. See http://a.example/\nThey make honey.\n'), null)
  assert.equal(urlsInList(HTML), null)
  assert.equal(urlsInList(''), null)
})

test('bookmarks of a browser are a list of addresses', () => {
  const bookmarks =
    '<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<TITLE>Bookmarks</TITLE>\n<DL><p>\n' +
    '<DT><H3>Lessons</H3><DL><p><DT><A HREF="http://a.example/one" ADD_DATE="1">One</A>\n' +
    '<DT><A HREF="javascript:void(0)">tool</A><DT><A HREF="https://b.example/two?x=1&amp;y=2">Two</A></DL><p></DL>\n'
  assert.deepEqual(urlsInList(bookmarks), ['http://a.example/one', 'https://b.example/two?x=1&y=2'])
})

test('files, directories, addresses and lists are taken together', async () => {
  const pages = join(directory, 'pages')
  mkdirSync(join(pages, 'more'), { recursive: true })
  writeFileSync(join(pages, 'bees.html'), HTML)
  writeFileSync(join(pages, 'more', 'notes.txt'), 'Wax is made by young workers.')
  writeFileSync(join(pages, 'ignored.css'), 'p {}')
  writeFileSync(join(directory, 'list.txt'), 'http://a.example/\nhttp://b.example/\n')
  const read = await readExamplePages([pages, 'http://c.example/#x', join(directory, 'list.txt')], { signal })
  assert.deepEqual(
    read.pages.map(({ title, text }) => [title, text.trim()]),
    [
      ['Bees', 'A hive has one queen and many workers.'],
      ['', 'Wax is made by young workers.'],
    ],
  )
  assert.deepEqual([...read.urls].sort(), ['http://a.example/', 'http://b.example/', 'http://c.example/'])
})

test('addresses are found without reading pages', async () => {
  const list = join(directory, 'wanted.txt')
  writeFileSync(list, 'http://b.example/\nhttp://elsewhere.example/\n')
  writeFileSync(join(directory, 'some.html'), HTML)
  const given = [list, join(directory, 'some.html'), 'http://a.example/']
  assert.deepEqual(await readExampleUrls(given, { signal }), [
    'http://b.example/',
    'http://elsewhere.example/',
    'http://a.example/',
  ])
})

test('what is no example is refused by name', async () => {
  const empty = join(directory, 'empty')
  mkdirSync(empty)
  await assert.rejects(readExamplePages([join(directory, 'absent.html')], { signal }), /absent\.html: no such file/)
  await assert.rejects(readExamplePages([empty], { signal }), /contains no pages/)
})

test('a directory of anything is read: links that lead nowhere or back, other files and empty ones', async () => {
  const mixed = join(directory, 'mixed')
  mkdirSync(join(mixed, 'below'), { recursive: true })
  writeFileSync(join(mixed, 'bees.html'), HTML)
  writeFileSync(join(mixed, 'below', 'bees.txt'), 'A hive has one queen.')
  writeFileSync(join(mixed, 'empty.html'), '')
  writeFileSync(join(mixed, 'data.json'), '{}')
  symlinkSync(join(directory, 'nowhere'), join(mixed, 'dangling.html'))
  symlinkSync(mixed, join(mixed, 'below', 'loop'))
  const { pages } = await readExamplePages([mixed], { signal })
  assert.deepEqual(
    pages.map(({ url }) => url.slice(url.lastIndexOf('/') + 1)),
    ['bees.html', 'bees.txt', 'empty.html'],
  )
})

test('of a crawl its relevant pages are taken, or those that a list names', async () => {
  const web = buildDemoWeb({ hosts: 24, pagesPerHost: 10, seed: 3 })
  const server = await serveDemoWeb(web)
  const out = join(directory, 'crawl')
  try {
    await crawlDemo(web, server, out, { limits: { pages: 40 } })
  } finally {
    await server.close()
  }
  const logged = await loggedPages(out)
  const relevant = logged.filter(page => page.relevant && page.status === 200)
  assert.ok(relevant.length > 5)
  const all = await readExamplePages([out], { signal })
  assert.deepEqual(new Set(all.pages.map(({ url }) => url)), new Set(relevant.map(({ url }) => url)))
  // frame sets have none
  assert.ok(all.pages.filter(({ text }) => text.length > 100).length > 0.8 * all.pages.length)

  const list = join(directory, 'bookmarked.txt')
  writeFileSync(list, `${relevant[0].url}\n${relevant[2].url}\nhttp://elsewhere.example/\n`)
  const some = await readExamplePages([out, list], { signal })
  assert.deepEqual(
    some.pages.map(({ url }) => url),
    [relevant[0].url, relevant[2].url],
  )
  assert.deepEqual(some.urls, ['http://elsewhere.example/'])

  const few = await readExamplePages([out], { signal, maxPages: 4 })
  assert.equal(few.pages.length, 4)

  const archives = await readExamplePages([join(out, 'warc')], { signal })
  assert.ok(archives.pages.length >= relevant.length)
})

test('captures of a crawl are found by address, also after it has grown', async () => {
  const web = buildDemoWeb({ hosts: 24, pagesPerHost: 10, seed: 4 })
  const server = await serveDemoWeb(web)
  const out = join(directory, 'growing')
  const captures = new CrawledCaptures()
  try {
    await crawlDemo(web, server, out, { limits: { pages: 5 } })
    await captures.add(out)
    const first = captures.size
    await crawlDemo(web, server, out, { limits: { pages: 20 } })
    await captures.add(out)
    assert.ok(captures.size > first)
  } finally {
    await server.close()
  }
  for (const { url, status, bytes } of await loggedPages(out)) {
    const exchange = await captures.find(url)
    if (status !== 200) continue
    assert.equal(exchange?.status, status, url)
    assert.equal(exchange?.body.length, bytes, url)
  }
  assert.equal(await captures.find('http://nobody.example/'), null)
  await captures.add(join(directory, 'absent'))
})
