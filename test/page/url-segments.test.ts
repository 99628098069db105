import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Groups } from '../../src/crawl/groups.js'
import { GraphBuilder } from '../../src/graph/builder.js'
import { segmentsOf } from '../../src/graph/index.js'
import { segmentAbove, segmentIn } from '../../src/page/url/segments.js'

function segments(...urls: string[]): string[] {
  const seen = new Set<string>()
  return urls.map(url => {
    const segment = segmentIn(name => seen.has(name), url)
    for (let one = segment; one !== ''; one = segmentAbove(one)) seen.add(one)
    return segment
  })
}

test('a segment is host and path up to the last slash, in small letters and without query', () => {
  assert.deepEqual(
    segments('http://a.example/', 'https://a.example/X/y.html?q=/z', 'http://a.example:81/x/', 'http://a.example/?x/y'),
    ['a.example/', 'a.example/x/', 'a.example:81/x/', 'a.example/'],
  )
})

test('a last component that was seen as a directory is one, whether URLs stand directly in it or further down', () => {
  assert.deepEqual(
    segments(
      'http://a.example/thailand',
      'http://a.example/thailand/phuket/hotels.html',
      'http://a.example/Thailand?page=2',
      'http://a.example/thailand/phuket',
      'http://a.example/other',
    ),
    ['a.example/', 'a.example/thailand/phuket/', 'a.example/thailand/', 'a.example/thailand/phuket/', 'a.example/'],
    'the first URL came before anything showed that it is a directory',
  )
})

test('what has an extension is a page, even where a directory is called like it', () => {
  assert.deepEqual(segments('http://a.example/x.php/1', 'http://a.example/x.php'), ['a.example/x.php/', 'a.example/'])
})

test('above a segment stands the directory above, above that of the host nothing', () => {
  assert.equal(segmentAbove('a.example/x/y/'), 'a.example/x/')
  assert.equal(segmentAbove('a.example/x/'), 'a.example/')
  assert.equal(segmentAbove('a.example/'), '')
})

test('a path without end has few segments above it', () => {
  let above = 0
  for (let one = `a.example/${'x/'.repeat(1000)}`; one !== ''; one = segmentAbove(one)) above++
  assert.ok(above < 20, `${above} segments`)
})

test('a crawl and a graph of the same URLs in the same order have the same segments, with the same numbers and parents', () => {
  const urls = [
    'http://a.example/x/y/1.html',
    'http://b.example/x',
    'http://a.example/x/y',
    'http://a.example/',
    'http://b.example/x/2.html',
    'https://a.example/x/3.html',
    'http://b.example/x?q',
  ]
  const announced: number[][] = []
  const groups = new Groups('segment', (group, host) => announced.push([group, host]), new Set(['parent']))
  const live = urls.map(url => groups.groupOf(url))
  const builder = new GraphBuilder()
  for (const url of urls) builder.page(url)
  const graph = builder.finish()
  const { segment, segments: count, server, parent } = segmentsOf(graph)
  assert.deepEqual([...segment], live)
  assert.equal(count, groups.groupCount)
  assert.deepEqual([...parent], [...(groups.parent?.subarray(0, count) ?? [])])
  assert.deepEqual(
    announced,
    [...server].map((host, group) => [group, host]),
  )
  assert.equal(live[0], live[2], '/x/y was seen as a directory before')
  assert.notEqual(live[1], live[4], '/x was not')
  assert.equal(live[6], live[4], 'and was at last')
  assert.equal(segmentsOf({ ...graph }), segmentsOf(graph), 'found once')
})
