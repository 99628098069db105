import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CHARSET } from '../../src/contracts.js'
import { generateGraph, parameterHelp, PRESETS, type GenerateOptions } from '../../src/graph/generate/index.js'
import { CRAWLED, RELEVANT, distancesFromSeeds, type WebGraph } from '../../src/graph/index.js'
import { LongtailError } from '../../src/errors.js'

const SMALL: GenerateOptions = { preset: 'thai-2004', scale: 0.002, seed: 1 }

function countFlag(graph: WebGraph, flag: number): number {
  let count = 0
  for (const flags of graph.flags) if ((flags & flag) !== 0) count++
  return count
}

function columnsOf(graph: WebGraph): Record<string, ArrayLike<number> | null> {
  const { seeds, offsets, to, server, directory, flags, language, serverTld, serverDomain, charset, anchors } = graph
  return { seeds, offsets, to, server, directory, flags, language, serverTld, serverDomain, charset, anchors }
}

function differingColumns(a: WebGraph, b: WebGraph): string[] {
  const others = columnsOf(b)
  return Object.entries(columnsOf(a))
    .filter(([name, column]) => !Buffer.from(bytesOf(column)).equals(bytesOf(others[name])))
    .map(([name]) => name)
}

function bytesOf(column: ArrayLike<number> | null): Uint8Array {
  if (!ArrayBuffer.isView(column)) return new Uint8Array(0)
  return new Uint8Array(column.buffer, column.byteOffset, column.byteLength).slice()
}

test('a generated graph keeps every promise of WebGraph', async () => {
  const graph = await generateGraph(SMALL)
  const { pages, links, servers, directories, domains, offsets, to, flags, language, directory, server } = graph
  assert.equal(offsets.length, pages + 1)
  assert.equal(offsets[0], 0)
  assert.equal(offsets[pages], links)
  assert.equal(to.length, links)
  assert.equal(graph.anchors?.length, Math.ceil(links / 8))
  const linkedFrom = new Int32Array(pages).fill(-1)
  const serverOf = new Int32Array(directories).fill(-1)
  for (let page = 0; page < pages; page++) {
    const crawled = (flags[page] & CRAWLED) !== 0
    assert.ok(offsets[page] <= offsets[page + 1])
    assert.ok(crawled || offsets[page] === offsets[page + 1], `page ${page} was not crawled and has links`)
    assert.ok(crawled || (flags[page] === 0 && language[page] === 0), `page ${page} was not crawled and has labels`)
    assert.equal((flags[page] & RELEVANT) !== 0, graph.languages[language[page]] === 'tha')
    assert.ok(server[page] < servers && directory[page] < directories && language[page] < graph.languages.length)
    assert.ok(serverOf[directory[page]] === -1 || serverOf[directory[page]] === server[page])
    serverOf[directory[page]] = server[page]
    for (let i = offsets[page]; i < offsets[page + 1]; i++) {
      assert.ok(to[i] < pages && to[i] !== page, `link ${i} leads to its own page`)
      assert.notEqual(linkedFrom[to[i]], page, `page ${page} links to ${to[i]} twice`)
      linkedFrom[to[i]] = page
    }
  }
  assert.ok(!linkedFrom.some((from, page) => from === -1 && (flags[page] & CRAWLED) === 0), 'a known page is unlinked')
  assert.ok(!serverOf.includes(-1), 'a directory is empty')
  assert.ok(graph.serverTld.every(tld => tld > 0 && tld < graph.tlds.length))
  assert.ok(graph.serverDomain.every(domain => domain < domains))
})

test('every page can be reached from the seeds, which are three relevant home pages', async () => {
  for (const seed of [1, 2, 3]) {
    const graph = await generateGraph({ ...SMALL, seed })
    assert.equal(graph.seeds.length, 3)
    for (const page of graph.seeds) {
      assert.ok((graph.flags[page] & RELEVANT) !== 0)
      assert.ok(page === 0 || graph.server[page - 1] !== graph.server[page], 'first page of its server')
    }
    assert.ok(!distancesFromSeeds(graph, graph.seeds).includes(255))
  }
})

test('the numbers of pages and servers are those of the preset times the scale', async () => {
  const graph = await generateGraph(SMALL)
  assert.equal(graph.pages, Math.round(39_078_795 * 0.002))
  assert.equal(countFlag(graph, CRAWLED), Math.round(18_344_127 * 0.002))
  assert.ok(Math.abs(graph.links / (123_836_342 * 0.002) - 1) < 0.05)
  const fetched = new Set<number>()
  const relevant = new Set<number>()
  for (let page = 0; page < graph.pages; page++) {
    if ((graph.flags[page] & CRAWLED) !== 0) fetched.add(graph.server[page])
    if ((graph.flags[page] & RELEVANT) !== 0) relevant.add(graph.server[page])
  }
  assert.ok(Math.abs(fetched.size - 574_111 * 0.002) <= 2)
  assert.ok(Math.abs(relevant.size - 26_671 * 0.002) <= 1)
  assert.ok(graph.servers > fetched.size, 'servers that nobody fetched from are there too')
})

test('the same options give the same graph, on any number of threads', async () => {
  const [one, again, three] = [
    await generateGraph({ ...SMALL, threads: 1 }),
    await generateGraph({ ...SMALL, threads: 1 }),
    await generateGraph({ ...SMALL, threads: 3 }),
  ]
  assert.deepEqual(differingColumns(one, again), [])
  assert.deepEqual(differingColumns(one, three), [])
  assert.deepEqual(one.origin, three.origin)
})

test('another seed gives another graph of the same size', async () => {
  const one = await generateGraph({ ...SMALL, scale: 0.001 })
  const other = await generateGraph({ ...SMALL, scale: 0.001, seed: 2 })
  assert.equal(one.pages, other.pages)
  assert.ok(differingColumns(one, other).includes('to'))
})

test('numbers of pages and servers tell nothing about relevance', async () => {
  const graph = await generateGraph({ ...SMALL, scale: 0.02 })
  const halves = [0, 0]
  for (let page = 0; page < graph.pages; page++) {
    if ((graph.flags[page] & RELEVANT) !== 0) halves[graph.server[page] < 574_111 * 0.01 ? 0 : 1]++
  }
  const share = halves[0] / (halves[0] + halves[1])
  assert.ok(share > 0.3 && share < 0.7, `${share} of the relevant pages lie on the first half of the fetched servers`)
})

test('the origin says how to make the graph again', async () => {
  const graph = await generateGraph({ ...SMALL, scale: 0.001, set: { relevant: '0.2', 'relevant-sites': '0.5' } })
  const { preset, scale, seed, labels, parameters, version } = graph.origin
  assert.deepEqual({ preset, scale, seed, labels }, { preset: 'thai-2004', scale: 0.001, seed: 1, labels: 's2' })
  assert.ok(typeof parameters === 'object' && parameters !== null && 'relevant' in parameters)
  assert.equal(parameters.relevant, 0.2)
  assert.match(String(version), /^\d+\.\d+/)
})

test('any share of relevant pages can be asked for', async () => {
  for (const [relevant, sites] of [
    ['0.01', '0.5'],
    ['0.3', '0.6'],
    ['0.9', '0.95'],
  ]) {
    const graph = await generateGraph({ ...SMALL, set: { relevant, 'relevant-sites': sites } })
    const share = countFlag(graph, RELEVANT) / countFlag(graph, CRAWLED)
    assert.ok(Math.abs(share - Number(relevant)) < 0.02, `${relevant} became ${share}`)
  }
})

test('the Japanese preset has a majority of relevant pages', async () => {
  const graph = await generateGraph({ preset: 'japanese-2004', scale: 0.002, seed: 1 })
  assert.deepEqual(graph.target, ['jpn'])
  assert.ok(Math.abs(countFlag(graph, RELEVANT) / countFlag(graph, CRAWLED) - 0.71) < 0.01)
})

test('86.7 % of the Thai pages declare a Thai charset, and no other page does', async () => {
  const { charset, flags } = await generateGraph(SMALL)
  let declared = 0
  let relevant = 0
  for (let page = 0; page < flags.length; page++) {
    const target = charset?.[page] === CHARSET.target
    if ((flags[page] & RELEVANT) !== 0) relevant++
    if (target) declared++
    assert.ok(!target || (flags[page] & RELEVANT) !== 0)
  }
  assert.ok(Math.abs(declared / relevant - 0.867) < 0.015)
})

test('with the labels of 2006 two thirds of the pages are in no known language', async () => {
  const modern = await generateGraph(SMALL)
  const old = await generateGraph({ ...SMALL, labels: 's0' })
  const unknown = (graph: WebGraph): number => {
    let count = 0
    for (let page = 0; page < graph.pages; page++) {
      if ((graph.flags[page] & CRAWLED) !== 0 && graph.language[page] === 0) count++
    }
    return count / countFlag(graph, CRAWLED)
  }
  assert.ok(unknown(modern) < 0.15)
  assert.ok(unknown(old) > 0.6 && unknown(old) < 0.75)
  assert.deepEqual(differingColumns(modern, old), ['language', 'charset'], 'only labels differ')
})

test('what cannot be generated is refused with the names and ranges that can', async () => {
  const refused = async (options: Partial<GenerateOptions>, message: RegExp): Promise<void> => {
    await assert.rejects(generateGraph({ ...SMALL, ...options }), error => {
      assert.ok(error instanceof LongtailError)
      assert.equal(error.code, 'E_USAGE')
      assert.match(error.message, message)
      return true
    })
  }
  await refused({ preset: 'klingon' }, /klingon.*thai-2004, japanese-2004/)
  await refused({ preset: '__proto__' }, /no preset/)
  await refused({ scale: 0 }, /scale 0.*0\.0005/)
  await refused({ scale: NaN }, /scale NaN/)
  await refused({ scale: 100 }, /scale 100/)
  await refused({ seed: 1.5 }, /seed 1\.5/)
  await refused({ seed: -1 }, /seed -1/)
  await refused(
    { set: { relevance: '0.1' } },
    /no parameter "relevance"; did you mean "relevant"\?.*graph generate --help/,
  )
  await refused({ set: { constructor: '1' } }, /constructor/)
  await refused({ set: { relevant: 'much' } }, /relevant=much.*0\.0005 to 0\.98/)
  await refused({ set: { relevant: '' } }, /relevant=/)
  await refused({ set: { relevant: '2' } }, /relevant=2/)
  await refused({ set: { relevant: '0.9' } }, /relevant=0\.9.*relevant-sites/)
  await refused({ set: { crawled: '9e7' } }, /crawled.*pages/)
  await refused({ set: { labels: 's1' } }, /labels=s1.*s0/)
  await refused({ set: { pages: '5e8' }, scale: 2 }, /pages/)
})

test('the help names every parameter with its range', () => {
  for (const [preset, { parameters }] of Object.entries(PRESETS)) {
    const help = parameterHelp(preset)
    for (const name of Object.keys(parameters)) assert.match(help, new RegExp(`^  ${name} `, 'm'))
  }
})
