import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { LongtailError } from '../../src/errors.js'
import { readGraph, urlOf, writeGraph, type WebGraph } from '../../src/graph/index.js'
import { tinyGraph } from './tiny-graph.js'

const directory = mkdtempSync(join(tmpdir(), 'longtail-graph-'))
after(() => rmSync(directory, { recursive: true }))
const path = join(directory, 'g.ltg')

const graph = tinyGraph(`
  www.a.co.th/home   tha → www.a.co.th/x/1 +b.com/1 c.de/leaf
  www.a.co.th/x/1    eng → www.a.co.th/home
  b.com/1            tha → www.a.co.th/home c.de/leaf
`)

const COLUMNS = [
  'seeds',
  'offsets',
  'to',
  'server',
  'directory',
  'flags',
  'language',
  'serverTld',
  'serverDomain',
] as const

test('a graph is read back as it was written, with its URLs', () => {
  writeGraph(graph, path)
  const read = readGraph(path)
  for (const name of COLUMNS) assert.deepEqual([...read[name]], [...graph[name]], name)
  assert.deepEqual([...(read.anchors ?? [])], [...(graph.anchors ?? [1])])
  for (const name of ['pages', 'links', 'servers', 'directories', 'domains'] as const) {
    assert.equal(read[name], graph[name])
  }
  assert.deepEqual([read.languages, read.tlds, read.target], [graph.languages, graph.tlds, graph.target])
  assert.equal(read.charset, null)
  assert.deepEqual(
    [...Array(graph.pages).keys()].map(page => urlOf(read, page)),
    [...Array(graph.pages).keys()].map(page => urlOf(graph, page)),
  )
  assert.ok(read.to.buffer instanceof SharedArrayBuffer)
  assert.deepEqual(readdirSync(directory), ['g.ltg'])
})

test('a graph without URLs gets made-up ones that agree with its servers, directories and domains', () => {
  const bare = { ...graph, urls: null }
  assert.equal(urlOf(bare, 1), `http://s0.d0.th/${graph.directory[1]}/1.html`)
})

test('a written graph has its URLs written again', () => {
  writeGraph(graph, path)
  const copy = join(directory, 'copy.ltg')
  writeGraph(readGraph(path), copy)
  assert.deepEqual(readFileSync(copy), readFileSync(path))
  rmSync(copy)
})

test('the head tells counts and origin', () => {
  writeGraph({ ...graph, origin: { preset: 'thai-2004', scale: 0.1 } }, path)
  const { pages, links, servers, directories, domains, origin } = readGraph(path)
  assert.deepEqual([pages, links, servers, directories, domains], [4, 6, 3, 4, 3])
  assert.deepEqual(origin, { preset: 'thai-2004', scale: 0.1 })
})

test('a missing file, another file and another version are told apart', () => {
  assert.throws(() => readGraph(join(directory, 'none')), fails(/it does not exist; make a graph with/))
  assert.throws(() => readGraph(directory), fails(/not a Longtail graph/))
  writeFileSync(path, 'WARC/1.0\r\n and so on and so on')
  assert.throws(() => readGraph(path), fails(/not a Longtail graph; make one from archives, crawls or tables/))
  writeFileSync(path, '')
  assert.throws(() => readGraph(path), fails(/not a Longtail graph/))
  writeGraph(graph, path)
  writeFileSync(path, readFileSync(path).fill('9', 7, 8))
  assert.throws(() => readGraph(path), fails(/is of version "9", this build reads 1/))
})

test('a graph that was cut off is damaged, wherever it was cut', () => {
  writeGraph(graph, path)
  const whole = readFileSync(path)
  for (const size of [12, 20, 300, 5000, whole.length - 1]) {
    writeFileSync(path, whole.subarray(0, size))
    assert.throws(() => readGraph(path), fails(/damaged|not a Longtail graph/), `${size} bytes`)
  }
})

test('no column may point outside the others', () => {
  const cases: [Partial<WebGraph>, RegExp][] = [
    [{ to: Uint32Array.from(graph.to).fill(99, 2, 3) }, /to names 99, but there are only 4/],
    [{ seeds: Uint32Array.of(4) }, /seeds names 4/],
    [{ server: Uint32Array.of(0, 0, 7, 0) }, /server names 7, but there are only 3/],
    [{ language: Uint8Array.of(0, 9, 0, 0) }, /language names 9/],
    [{ offsets: Uint32Array.of(0, 3, 2, 6, 6) }, /the links of page 1 end before they begin/],
    [{ offsets: Uint32Array.of(0, 3, 4, 5, 6) }, /page 3 was never crawled, but has links/],
    [{ offsets: Uint32Array.of(0, 3, 4, 6, 5) }, /do not begin at 0 and end at their number/],
    [{ flags: new Uint8Array(3) }, /flags has 3 entries instead of 4/],
    [{ simhash: new Uint32Array(4) }, /simhash has 4 entries instead of 8/],
    [{ flags: Uint8Array.of(1, 1, 1, 2) }, /page 3 was never crawled, but is relevant/],
    [{ flags: Uint8Array.of(1, 9, 1, 0) }, /page 1 has the flags 9/],
    [{ pages: 1e15 }, /head is wrong at counts.pages/],
  ]
  for (const [change, message] of cases) {
    writeGraph({ ...graph, ...change }, path)
    assert.throws(() => readGraph(path), fails(message))
  }
})

test('a graph that cannot be written leaves nothing behind', () => {
  assert.throws(
    () => writeGraph(graph, join(directory, 'no', 'such', 'place')),
    error => error instanceof LongtailError && error.code === 'E_DISK',
  )
})

function fails(message: RegExp): (error: unknown) => boolean {
  return error => error instanceof LongtailError && error.code === 'E_GRAPH' && message.test(error.message)
}
