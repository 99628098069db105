import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { CHARSET } from '../../src/contracts.js'
import { importGraph } from '../../src/graph/import/index.js'
import { scratch, seededRandom } from '../archive/samples.js'
import { crawledUrls, languageOf, linksByUrl, relevantUrls, rows, urls, write } from './import-files.js'

const PAGES =
  'id\turl\tsource\tlang\tcharset_declared\ttitle\n' +
  '0\thttp://a.example/\tweb:student\ten\t\tA page\n' +
  '1\thttp://b.example/x\tweb:faculty\tth\ttis-620\tB, a page\n' +
  '2\thttp://c.example/\tweb:course\tzh-cn\tutf-8\t\n'

test('a table of pages and a table of links by id make a graph of crawled pages', async t => {
  const directory = scratch(t)
  const pages = write(directory, 'p.tsv.gz', PAGES)
  const edges = write(directory, 'e.tsv.gz', '0\t2\n0\t1\n1\t0\n1\t1\n0\t1\n2\t9\n')
  const { graph, report } = await importGraph([edges, pages], { language: 'th', seeds: ['1', 'http://c.example'] })
  assert.deepEqual(linksByUrl(graph), {
    'http://a.example/': ['http://c.example/', 'http://b.example/x'],
    'http://b.example/x': ['http://a.example/'],
  })
  assert.deepEqual(crawledUrls(graph), ['http://a.example/', 'http://b.example/x', 'http://c.example/'])
  assert.deepEqual(relevantUrls(graph), ['http://b.example/x'])
  assert.deepEqual(graph.target, ['tha'])
  assert.deepEqual([...graph.seeds], [1, 2])
  assert.equal(languageOf(graph, 'http://c.example/'), 'zho')
  assert.deepEqual([...(graph.charset ?? [])], [CHARSET.none, CHARSET.target, CHARSET.utf8])
  assert.deepEqual(report.skipped, { 'links from or to an id that no page has': 1 })
  assert.deepEqual([report.pages, report.crawled, report.links, report.servers, report.relevant], [3, 3, 3, 3, 1])
})

test('relevance may come from a column of the table', async t => {
  const pages = write(scratch(t), 'p.tsv', PAGES)
  const { graph } = await importGraph([pages], {
    relevant: { column: 'source', values: ['web:student', 'web:course'] },
  })
  assert.deepEqual(relevantUrls(graph), ['http://a.example/', 'http://c.example/'])
  assert.deepEqual(graph.target, [])
})

test('a column that no table has is an error that names those there are', async t => {
  const pages = write(scratch(t), 'p.tsv', PAGES)
  await assert.rejects(importGraph([pages], { relevant: { column: 'topic', values: ['x'] } }), {
    code: 'E_GRAPH',
    message: /no table has a column "topic".*id, url, source, lang/,
  })
})

test('a table may say itself which pages are relevant, and which were not crawled', async t => {
  const pages = write(
    scratch(t),
    'p.csv',
    'url,relevant,crawled,score\n"http://a.example/?q=1,2",1,1,0.5\nhttp://b.example/,0,1,0.25\nhttp://c.example/,1,0,\n',
  )
  const { graph } = await importGraph([pages])
  assert.deepEqual(crawledUrls(graph), ['http://a.example/?q=1,2', 'http://b.example/'])
  assert.deepEqual(relevantUrls(graph), ['http://a.example/?q=1,2'])
  assert.deepEqual([...(graph.score ?? [])], [500, 250, 0])
})

test('bare numbers make a graph without URLs, numbered in their own order', async t => {
  const text = '# Directed graph\n# FromNodeId\tToNodeId\n30\t10\n10\t20\n30\t20\n30\t30\n'
  const { graph, report } = await importGraph([write(scratch(t), 'web.txt.gz', text)], { seeds: ['30'] })
  assert.deepEqual(rows(graph), [[1], [], [0, 1]])
  assert.equal(graph.urls, null)
  assert.equal(report.crawled, 3)
  assert.deepEqual([...graph.seeds], [2])
})

test('pairs may be separated by tabs, spaces or commas, and have a header', async t => {
  const directory = scratch(t)
  const tables = [
    '0\t1\n1\t2\n',
    '0 1 \r\n1 2 \r\n',
    '0,1\n1,2\n',
    'start end\n0 1\n1 2\n',
    'source,target,weight\n0,1,9\n1,2,9\n',
  ]
  for (const [i, text] of tables.entries()) {
    const { graph } = await importGraph([write(directory, `${i}`, text)])
    assert.deepEqual(rows(graph), [[1], [2], []], JSON.stringify(text))
  }
})

test('links between URLs make pages of both ends', async t => {
  const text =
    'http://a.example/\thttp://b.example/#top\nHTTP://A.example\thttp://c.example/\nnonsense\thttp://c.example/\n'
  const lines = text.repeat(1) + 'http://c.example/\thttp://a.example/\n'.repeat(20)
  const { graph } = await importGraph([write(scratch(t), 'edges.tsv', lines)])
  const links = linksByUrl(graph)
  assert.deepEqual(links['http://a.example/'], ['http://b.example/', 'http://c.example/'])
  assert.equal(crawledUrls(graph).length, graph.pages)
})

test('links between names get URLs made of the name of the file', async t => {
  const text = 'source\ttarget\nZoë\tAC/DC\nAC/DC\t100%?\n%C3%85land\tZoë\n'
  const { graph } = await importGraph([write(scratch(t), 'Names of bands.tsv', text)], { seeds: ['Zoë', '%C3%85land'] })
  assert.deepEqual(linksByUrl(graph), {
    'http://names-of-bands.example/Zo%C3%AB': ['http://names-of-bands.example/AC%2FDC'],
    'http://names-of-bands.example/AC%2FDC': ['http://names-of-bands.example/100%25%3F'],
    'http://names-of-bands.example/%C3%85land': ['http://names-of-bands.example/Zo%C3%AB'],
  })
  assert.deepEqual(
    [...graph.seeds].map(page => urls(graph)[page]),
    ['http://names-of-bands.example/Zo%C3%AB', 'http://names-of-bands.example/%C3%85land'],
  )
})

test('an adjacency list has a row per page, empty ones included', async t => {
  const { graph } = await importGraph([write(scratch(t), 'g.graph-txt.gz', '4\n1 3 \n\n0 2 \n1 \n')], { seeds: ['3'] })
  assert.deepEqual(rows(graph), [[1, 3], [], [0], [1]])
  assert.deepEqual([...graph.seeds], [3])
})

test('an adjacency list that is cut off keeps the rows it has', async t => {
  const { graph, report } = await importGraph([write(scratch(t), 'g', '5\n1 4\n0 2 9\n')])
  assert.deepEqual(rows(graph), [[1], [0]])
  assert.deepEqual(report.skipped, {
    'links from or to an id that no page has': 1,
    'rows missing at the end of an adjacency list': 3,
    'links to rows that are missing': 2,
  })
})

test('a list of URLs names the rows of an adjacency list', async t => {
  const directory = scratch(t)
  const list = write(directory, 'g.urls', 'http://a.example/\nhttp://b.example/\nhttp://c.example/\n')
  const { graph } = await importGraph([list, write(directory, 'g.txt', '3\n2\n\n0 1\n')])
  assert.deepEqual(linksByUrl(graph), {
    'http://a.example/': ['http://c.example/'],
    'http://c.example/': ['http://a.example/', 'http://b.example/'],
  })
})

// the first lines of Wikispeedia (snap.stanford.edu/data/wikispeedia.html), shortened
test('articles, links and categories: a category makes its articles relevant, and so do those below it', async t => {
  const directory = scratch(t)
  const articles = write(
    directory,
    'wiki-articles.tsv.gz',
    '# The list.\n# FORMAT:   article\n#\n\n%C3%85land\nZulu\nZebra\n',
  )
  const links = write(
    directory,
    'wiki-links.tsv.gz',
    '# FORMAT:   linkSource   linkTarget\n\n%C3%85land\tZulu\nZulu\tZebra\n',
  )
  const categories = write(
    directory,
    'wiki-categories.tsv.gz',
    '# FORMAT:   article   category\n\n%C3%85land\tsubject.Geography\nZebra\tsubject.Science.Biology\nZulu\tsubject.Sciences\n',
  )
  const { graph, report } = await importGraph([articles, links, categories], {
    relevant: { column: 'category', values: ['subject.Science'] },
  })
  assert.deepEqual(urls(graph), [
    'http://wiki.example/%C3%85land',
    'http://wiki.example/Zulu',
    'http://wiki.example/Zebra',
  ])
  assert.deepEqual(relevantUrls(graph), ['http://wiki.example/Zebra'])
  assert.equal(report.links, 2)
})

test('numbers and URLs behind spaces are a table of pages whatever its header says', async t => {
  const directory = scratch(t)
  const pages = write(directory, 'h-links.dat', 'link url\r\n1 http://h.example/ \r\n2 http://h.example/a b.htm \r\n')
  const { graph } = await importGraph([pages, write(directory, 'h.dat', 'start end\r\n1 2\r\n2 1\r\n')])
  assert.deepEqual(linksByUrl(graph), {
    'http://h.example/': ['http://h.example/a%20b.htm'],
    'http://h.example/a%20b.htm': ['http://h.example/'],
  })
})

test('lines marked n and e are pages and links, in one file or in two', async t => {
  const directory = scratch(t)
  const nodes = '1\nn 0 http://a.example/\nn 1 http://b.example/\n'
  const links = 'e 0 1\ne 1 0\n'
  const together = await importGraph([write(directory, 'both', nodes + links)])
  const apart = await importGraph([write(directory, 'links', links), write(directory, 'urls', nodes)])
  const expected = { 'http://a.example/': ['http://b.example/'], 'http://b.example/': ['http://a.example/'] }
  assert.deepEqual(linksByUrl(together.graph), expected)
  assert.deepEqual(linksByUrl(apart.graph), expected)
})

function topicDirectory(directory: string): string {
  mkdirSync(join(directory, 'topic'))
  const page = (id: number, set: string, degrees: string): string =>
    `\n${id} (${id}) [${set}]\nhttp://www.p${id}.example\nTitle ${id}\n${degrees}\n`
  write(directory, 'topic/nodes', `3\n${page(0, 'R', '1 2')}${page(1, 'O', '1 1')}${page(2, 'I', '1 0')}`)
  write(directory, 'topic/adj_list', '0: 1 2 -1\n1: 0 -1\n2: -1\n')
  write(directory, 'topic/inv_adj_list', '0: 1 -1\n1: 0 -1\n2: 0 -1\n')
  write(directory, 'topic/uniquenodes', '2\n0 p0.example\n1 p1.example\n')
  write(directory, 'topic/finaladj', '0: 1 -1\n1: 0 -1\n')
  return join(directory, 'topic')
}

test('of several adjacency lists in a directory the one that fits the pages is taken, and the rest is reported', async t => {
  const { graph, report } = await importGraph([topicDirectory(scratch(t))], {
    relevant: { column: 'set', values: ['R'] },
  })
  assert.deepEqual(rows(graph), [[1, 2], [0], []])
  assert.deepEqual(relevantUrls(graph), ['http://www.p0.example/'])
  assert.deepEqual(
    report.left.map(({ path }) => path.split('/').at(-1)),
    ['uniquenodes', 'finaladj', 'inv_adj_list'],
  )
})

test('numbered hosts and their own adjacency list are a graph of hosts', async t => {
  const directory = topicDirectory(scratch(t))
  const { graph } = await importGraph([join(directory, 'uniquenodes'), join(directory, 'finaladj')])
  assert.deepEqual(linksByUrl(graph), {
    'http://p0.example/': ['http://p1.example/'],
    'http://p1.example/': ['http://p0.example/'],
  })
})

test('adjacency lists of the same pages are not put into one graph', async t => {
  const directory = topicDirectory(scratch(t))
  await assert.rejects(importGraph([join(directory, 'adj_list'), join(directory, 'finaladj')]), {
    code: 'E_GRAPH',
    message: /adj_list and finaladj are adjacency lists of the same pages/,
  })
})

test('two data sets with the same ids are not put into one graph', async t => {
  const directory = scratch(t)
  const other = PAGES.replaceAll('.example', '.test')
  const paths = [write(directory, 'a.tsv', PAGES), write(directory, 'b.tsv', other)]
  await assert.rejects(importGraph(paths), { code: 'E_GRAPH', message: /b\.tsv.*import them one at a time/ })
})

test('links that find none of their pages belong to another data set', async t => {
  const directory = scratch(t)
  const edges = Array.from({ length: 200 }, (_, i) => `${i + 100}\t${i + 101}\n`).join('')
  await assert.rejects(importGraph([write(directory, 'p.tsv', PAGES), write(directory, 'e.tsv', edges)]), {
    code: 'E_GRAPH',
    message: /e\.tsv: 200 of 200 links are between ids that no page has/,
  })
})

test('a gzip file that is cut off keeps what was read, and the damage is counted', async t => {
  const random = seededRandom(3)
  const pairs = Array.from({ length: 20_000 }, () => `${Math.floor(random() * 1e6)}\t${Math.floor(random() * 1e6)}`)
  const packed = gzipSync(pairs.join('\n'))
  const directory = scratch(t)
  const cut = await importGraph([write(directory, 'cut.gz', packed.subarray(0, packed.length / 2))])
  assert.equal(cut.report.skipped['places where a gzip file is cut off or broken'], 1)
  assert.ok(cut.report.links > 9_000 && cut.report.links < 11_000, `${cut.report.links} links`)
  const broken = Buffer.from(packed)
  const middle = Math.floor(packed.length * 0.75)
  broken.fill(0xff, middle, middle + 64)
  const half = await importGraph([write(directory, 'broken.gz', broken)])
  assert.equal(half.report.skipped['places where a gzip file is cut off or broken'], 1)
  // before the error shows, the unpacker takes some of the wrong bytes for right ones
  assert.ok(half.report.links > 14_500 && half.report.links < 19_000, `${half.report.links} links`)
})

test('rows that are none are left out and counted', async t => {
  const directory = scratch(t)
  const lines = Array.from({ length: 40 }, (_, i) => `${i}\t${i + 1}`)
  lines[20] = 'what is this'
  lines[30] = '5\tfive'
  const { graph, report } = await importGraph([write(directory, 'e', lines.join('\n'))])
  assert.equal(graph.links, 38)
  assert.deepEqual(report.skipped, {
    'lines that are no row of their table': 1,
    'links from or to an id that no page has': 1,
  })
})

test('names from files never reach an object as keys', async t => {
  const text = 'source\ttarget\n__proto__\tconstructor\nconstructor\ttoString\n'
  const { graph } = await importGraph([write(scratch(t), 'e.tsv', text)])
  assert.equal(graph.pages, 3)
  assert.equal(graph.links, 2)
})

test('what is no table and no archive is an error that says what was expected', async t => {
  const directory = scratch(t)
  const prose = write(directory, 'README.md', '# Title\n\nSome words that people wrote.\nAnd more of them here.\n')
  const json = write(
    directory,
    'crawl.cdxj',
    'example,a)/ 20240101 {"url": "http://a.example/", "status": "200"}\n'.repeat(5),
  )
  const binary = write(directory, 'x.bin', Buffer.from([0, 1, 2, 3, 255]))
  const empty = write(directory, 'empty', '')
  await assert.rejects(importGraph([prose, json, binary, empty]), {
    code: 'E_GRAPH',
    message: /README\.md.*Give WARC, ARC, WACZ or WAT files, crawl directories, or tables/s,
  })
  await assert.rejects(importGraph([join(directory, 'absent')]), { code: 'E_GRAPH', message: /absent does not exist/ })
  await assert.rejects(importGraph([]), { code: 'E_GRAPH' })
})

test('seeds of which none is in the graph are an error', async t => {
  const path = write(scratch(t), 'e', '0 1\n1 2\n')
  await assert.rejects(importGraph([path], { seeds: ['77'] }), {
    code: 'E_GRAPH',
    message: /no seed \(77…\) is a page of the graph/,
  })
  const { report } = await importGraph([path], { seeds: ['77', '1'] })
  assert.deepEqual(report.skipped, { 'seeds that are no page of the graph': 1 })
})

test('an import that is stopped throws the reason, and progress is told in bytes', async t => {
  const path = write(scratch(t), 'e', Array.from({ length: 100_000 }, (_, i) => `${i} ${i + 1}\n`).join(''))
  const controller = new AbortController()
  const reason = new Error('enough')
  const seen: number[] = []
  const onProgress = (done: number, total: number, label: string): void => {
    assert.ok(done <= total)
    assert.equal(label, path)
    seen.push(done)
    if (done > 0) controller.abort(reason)
  }
  await assert.rejects(importGraph([path], { onProgress, signal: controller.signal }), error => error === reason)
  assert.equal(seen.length, 2)
})
