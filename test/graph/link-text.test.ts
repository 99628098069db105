import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { GraphBuilder } from '../../src/graph/builder.js'
import type { LinkColumns } from '../../src/graph/builder-text.js'
import { LongtailError } from '../../src/errors.js'
import { readGraph, relabelled, urlOf, writeGraph, type WebGraph } from '../../src/graph/index.js'
import { measureGraph, statsText } from '../../src/graph/stats/index.js'

const directory = mkdtempSync(join(tmpdir(), 'longtail-link-text-'))
after(() => rmSync(directory, { recursive: true }))
const path = join(directory, 'g.ltg')

/** Columns of a page whose link k says `first + k` everywhere, and has that many words. */
function columns(links: number, first: number): LinkColumns {
  const numbers = Uint8Array.from({ length: links }, (_, k) => first + k)
  const names = { anchorNames: numbers, anchorWords: numbers, urlNames: numbers, urlWords: numbers }
  const starts = Uint32Array.from({ length: links + 1 }, (_, k) => k * first + (k * (k - 1)) / 2)
  const hashes = Uint32Array.from({ length: starts[links] }, (_, i) => 1000 * first + i)
  const contextScore = numbers.map(one => 2 * one)
  const tagPath = Uint32Array.from(numbers, one => 0xffff_ff00 + one)
  return { anchorScore: numbers, contextScore, names, words: { starts, hashes }, tagPath, listPlace: numbers }
}

/** Links come in no order, some twice, some to redirects, one without text. */
function made(): WebGraph {
  const builder = new GraphBuilder()
  const ids = 'abcdefg'.split('').map(name => builder.page(`http://${name}.example/`))
  const [a, b, c, d, e, f, g] = ids
  for (const id of [a, b, c]) builder.describe(id, { language: 'tha', relevant: true })
  const first = columns(4, 1)
  const second = columns(3, 10)
  builder.link(b, c, undefined, second, 0)
  builder.link(a, f, undefined, first, 0)
  builder.link(a, a, undefined, first, 1)
  builder.link(c, a)
  builder.link(a, e, undefined, first, 2)
  builder.link(b, e, undefined, second, 1)
  builder.link(b, d, undefined, second, 2)
  builder.link(a, b, undefined, first, 3)
  builder.redirect(f, d)
  builder.redirect(e, d)
  builder.country(a, 'TH')
  builder.country(b, 'US')
  builder.country(b, 'TH')
  builder.country(d, 'elsewhere')
  builder.country(g, 'TH')
  return builder.finish({ target: ['tha'], context: 'words' })
}

/** `from to: anchor score, context score, names, path and place, words`. */
function texts({ linkText, offsets, to, ...graph }: WebGraph): string[] {
  const lines: string[] = []
  const name = (page: number): string => urlOf({ linkText, offsets, to, ...graph }, page).slice(7, 8)
  for (let page = 0; page < graph.pages; page++) {
    for (let i = offsets[page]; i < offsets[page + 1]; i++) {
      const { anchorScore, contextScore, names, words, places } = linkText ?? assert.fail('no text')
      const own = words?.hashes.subarray(words.starts[i], words.starts[i + 1]) ?? []
      const place = `${places?.tagPath[i].toString(16)} ${places?.listPlace[i]}`
      lines.push(
        `${name(page)} ${name(to[i])}: ${anchorScore?.[i]} ${contextScore?.[i]} ${names?.urlWords[i]} ${place} ${[...own]}`,
      )
    }
  }
  return lines
}

const EXPECTED = [
  'a d: 1 2 1 ffffff01 1 1000',
  'a b: 4 8 4 ffffff04 4 1006,1007,1008,1009',
  'b c: 10 20 10 ffffff0a 10 10000,10001,10002,10003,10004,10005,10006,10007,10008,10009',
  'b d: 11 22 11 ffffff0b 11 10010,10011,10012,10013,10014,10015,10016,10017,10018,10019,10020',
  'c a: 128 128 0 0 0 ',
]

test('the text of links stays with them, whatever order they come in and whichever of them are dropped', () => {
  assert.deepEqual(texts(made()), EXPECTED)
})

test('text and countries are read back as they were written, into memory that threads share', () => {
  const graph = made()
  writeGraph(graph, path)
  const read = readGraph(path)
  assert.deepEqual(texts(read), EXPECTED)
  assert.equal(read.linkText?.context, 'words')
  assert.deepEqual(read.origin, { linkContext: 'words' })
  assert.deepEqual(read.country?.codes, ['', 'TH', 'US'])
  assert.deepEqual([...(read.country?.server ?? [])], [1, 2, 0, 0, 1], 'what was said first about a server stays')
  assert.ok(read.linkText?.words?.hashes.buffer instanceof SharedArrayBuffer)
  assert.ok(read.country?.server.buffer instanceof SharedArrayBuffer)
})

test('a graph without text has no trace of it in its file', () => {
  const { linkText, country, ...bare } = made()
  assert.ok(linkText !== undefined && country !== undefined)
  writeGraph(bare, path)
  assert.doesNotMatch(
    readFileSync(path, 'latin1').slice(0, 4096),
    /Score|Names|wordStarts|tagPath|listPlace|[cC]ountr|linkContext/,
  )
  const read = readGraph(path)
  assert.equal(read.linkText, undefined)
  assert.equal(read.country, undefined)
})

test('damaged text is noticed', () => {
  const graph = made()
  const { linkText, country } = graph
  assert.ok(linkText?.words && linkText.names && linkText.places && country)
  const { words, names, places } = linkText
  const starts = (...values: number[]): Partial<WebGraph> => ({
    linkText: { ...linkText, words: { ...words, starts: Uint32Array.from(values) } },
  })
  const cases: [Partial<WebGraph>, RegExp][] = [
    [{ linkText: { ...linkText, anchorScore: new Uint8Array(4) } }, /anchorScore has 4 entries instead of 5/],
    [{ linkText: { ...linkText, contextScore: null } }, /contextScore is missing or of the wrong type/],
    [{ linkText: { ...linkText, names: { ...names, urlNames: new Uint8Array(6) } } }, /urlNames has 6 entries/],
    [{ linkText: { ...linkText, places: { ...places, listPlace: new Uint8Array(4) } } }, /listPlace has 4 entries/],
    [starts(0, 1, 5, 15, 26), /wordStarts has 5 entries instead of 6/],
    [starts(0, 1, 5, 4, 26, 26), /the words of link 2 end before they begin/],
    [starts(0, 1, 5, 15, 26, 27), /words do not begin at 0 and end at their number/],
    [{ country: { ...country, codes: ['', 'TH'] } }, /serverCountry names 2, but there are only 2/],
    [{ country: { ...country, server: new Uint16Array(2) } }, /serverCountry has 2 entries instead of 5/],
  ]
  for (const [change, message] of cases) {
    writeGraph({ ...graph, ...change }, path)
    assert.throws(
      () => readGraph(path),
      error => error instanceof LongtailError && error.code === 'E_GRAPH' && message.test(error.message),
      String(message),
    )
  }
})

test('for another target the words, places and countries stay, what was judged does not', () => {
  const graph = { ...made(), languages: ['und', 'tha', 'eng'] }
  const other = relabelled(graph, 'eng')
  assert.deepEqual(other.linkText, { ...graph.linkText, anchorScore: null, contextScore: null, names: null })
  assert.equal(other.country, graph.country)
  assert.equal(relabelled(graph, 'tha').linkText, graph.linkText)
})

test('scores are kept in thousandths, and bytes of older graphs are still read', () => {
  const builder = new GraphBuilder()
  builder.describe(builder.page('http://a.example/'), { relevant: true, score: 0.123 })
  const graph = builder.finish()
  writeGraph(graph, path)
  assert.deepEqual(readGraph(path).score, Uint16Array.of(123))
  writeGraph({ ...graph, score: Uint8Array.of(31) }, path)
  assert.deepEqual(readGraph(path).score, Uint8Array.of(31))
  writeGraph(Object.assign({ ...graph }, { score: Uint32Array.of(31) }), path)
  assert.throws(() => readGraph(path), /score is missing or of the wrong type/)
})

test('the statistics show which text there is', () => {
  const { text } = measureGraph(made())
  assert.deepEqual(text, {
    scores: { context: 'words', anchorsPromising: 0, contextsPromising: 0 },
    names: { linksWithNames: 4 / 5 },
    words: { perLink: 26 / 5 },
    places: { linksPlaced: 4 / 5 },
    countries: { serversShare: 3 / 5 },
  })
  assert.match(statsText(measureGraph(made())), /Text of links\n[^]*anchors with words beside them that do +0/)
  assert.equal(measureGraph({ ...made(), linkText: undefined, country: undefined }).text, null)
})
