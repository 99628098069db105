import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Features, Strategy, StrategyNeed } from '../../src/contracts.js'
import { LongtailError } from '../../src/errors.js'
import { GraphBuilder } from '../../src/graph/builder.js'
import type { WebGraph } from '../../src/graph/index.js'
import { readModels, runStudy, simulate, strategyFor } from '../../src/simulate/index.js'
import { createStrategy } from '../../src/strategy/index.js'
import { modelText } from '../../src/strategy/model-file.js'
import { tinyGraph } from '../graph/tiny-graph.js'

const directory = mkdtempSync(join(tmpdir(), 'longtail-columns-'))
after(() => rmSync(directory, { recursive: true }))

/** Pages of two servers in three directories; link number i of the graph says i, and has i words. */
function graphWithText(context: 'elements' | 'words' = 'elements'): WebGraph {
  const builder = new GraphBuilder()
  const [home, news, other] = ['http://a.th/', 'http://a.th/news/1.html', 'http://b.com/x/'].map(url =>
    builder.page(url),
  )
  const links = [
    [home, news],
    [home, other],
    [news, home],
    [other, builder.page('http://a.th/news')],
  ]
  for (const page of [home, news, other]) builder.describe(page, { relevant: page !== news, score: 0.5 })
  const numbers = Uint8Array.from(links, (_, link) => link)
  const names = { anchorNames: numbers, anchorWords: numbers, urlNames: numbers, urlWords: numbers }
  const places = { tagPath: Uint32Array.from(numbers, one => one << 30), listPlace: numbers }
  const words = { starts: Uint32Array.of(0, 0, 1, 3, 6), hashes: Uint32Array.of(10, 20, 21, 30, 31, 32) }
  links.forEach(([from, to], k) =>
    builder.link(from, to, undefined, { anchorScore: numbers, contextScore: numbers, names, words, ...places }, k),
  )
  builder.country(home, 'TH')
  builder.country(other, 'US')
  builder.seed(home)
  return builder.finish({ context })
}

interface Seen {
  readonly page: number
  readonly scores: number[]
  readonly names: number[]
  readonly paths: number[]
  readonly places: number[]
  readonly words: number[][]
  readonly countries: string[]
}

/** Breadth-first; writes down what it is told. */
function observer(seen: Seen[], more: Partial<Strategy> = {}): Strategy {
  return {
    name: 'observer',
    levels: 1,
    groupBy: 'segment',
    needs: ['link-score', 'names', 'words', 'country', 'tagPath', 'listPlace'],
    reorders: 'often',
    reserve() {},
    seed: () => 1,
    score(visit, { start, end, features, group, to }, out) {
      const { anchorScore, names, words, country, countryNames, tagPath, listPlace } = features
      const rows = Array.from({ length: end - start }, (_, k) => [
        ...(words?.hashes.subarray(words.starts[k], words.starts[k + 1]) ?? []),
      ])
      seen.push({
        page: visit.page,
        scores: [...(anchorScore ?? [])],
        names: [...(names?.urlNames ?? [])],
        paths: [...(tagPath ?? [])].map(path => path >>> 30),
        places: [...(listPlace ?? [])],
        words: rows,
        countries: [visit.page, ...to.subarray(start, end)].map(
          page => countryNames?.[country?.[group[page]] ?? 0] ?? '?',
        ),
      })
      out.fill(1, 0, end - start)
    },
    ...more,
  }
}

const all = (...numbers: number[]) => ({ scores: numbers, names: numbers, paths: numbers, places: numbers })

test('a strategy is told what the links of a page say, and of countries what a crawl would know by then', () => {
  for (const groupBy of ['segment', 'directory', 'server'] as const) {
    const seen: Seen[] = []
    const graph = graphWithText()
    simulate(graph, observer(seen, { groupBy }), { spec: 'observer', seeds: graph.seeds })
    assert.deepEqual(
      seen,
      [
        { page: 0, ...all(0, 1), words: [[], [10]], countries: ['TH', 'TH', ''] },
        { page: 1, ...all(2), words: [[20, 21]], countries: ['TH', 'TH'] },
        { page: 2, ...all(3), words: [[30, 31, 32]], countries: ['US', 'TH'] },
      ],
      groupBy,
    )
  }
})

test('a page repeats another when that one was visited before, whichever of them it is', () => {
  const builder = new GraphBuilder()
  const [a, b, c] = ['http://a.th/', 'http://b.th/', 'http://c.th/'].map(url => builder.page(url))
  builder.describe(a, { simhash: [0xffff_0000, 0x1234_5678] })
  builder.describe(b, { simhash: [0xffff_0001, 0x1234_5679] })
  builder.describe(c, { simhash: [0, 0] })
  for (const seeds of [
    [a, c, b],
    [b, c, a],
  ]) {
    const duplicates: boolean[] = []
    const note = observer([], {
      wants: ['duplicate'],
      needs: [],
      score: visit => void duplicates.push(visit.duplicate),
    })
    simulate(builder.finish(), note, { spec: 'note', seeds: Uint32Array.from(seeds) })
    assert.deepEqual(duplicates, [false, false, true])
    const blind = observer([], { needs: [], score: visit => assert.equal(visit.duplicate, false) })
    simulate(builder.finish(), blind, { spec: 'blind', seeds: Uint32Array.from(seeds) })
  }
})

test('what is not asked for is not there', () => {
  const graph = graphWithText()
  let told: Features | null = null
  const blind = observer([], { needs: [], score: (_visit, { features }) => (told = features) })
  simulate(graph, blind, { spec: 'blind', seeds: graph.seeds })
  assert.deepEqual(
    Object.values(told ?? assert.fail('not asked')).filter(column => column !== null),
    [],
  )
})

function refusal(graph: WebGraph, ...needs: StrategyNeed[]): string {
  try {
    simulate(graph, observer([], { needs }), { spec: 'observer', seeds: graph.seeds })
  } catch (error) {
    if (error instanceof LongtailError && error.code === 'E_STRATEGY') return error.message
    throw error
  }
  return ''
}

test('a need that the graph cannot fulfil is refused before the run, with what to do about it', () => {
  const bare = tinyGraph('a.th/1 tha → b.com/2')
  assert.match(
    refusal(bare, 'words'),
    /observer cannot run on this graph: it has no words of links; import it .* --text$/,
  )
  assert.match(
    refusal(bare, 'link-score'),
    /it has no scores of links; import it .* --text, and archives .* --campaign/,
  )
  assert.match(refusal(bare, 'duplicate'), /it does not say which texts repeat others/)
  assert.match(refusal(bare, 'names'), /it has no names in links/)
  assert.match(refusal(bare, 'tagPath'), /it does not say where links are in their pages; import it with --text from/)
  assert.match(refusal(bare, 'listPlace'), /where links are in their pages/)
  assert.match(refusal(bare, 'country'), /it has no countries of servers/)
  assert.match(refusal(bare, 'anchorInTarget'), /it has no anchors in the target language/)
  assert.match(
    refusal(graphWithText('words'), 'link-score'),
    /another context than elements; import it with --link-context/,
  )
  assert.match(refusal(graphWithText(), 'link-score-words'), /another context than words/)
  assert.equal(refusal(graphWithText('words'), 'link-score-words', 'names', 'words', 'country'), '')
  // what a strategy would like to have and can do without is no reason to refuse it
  const seen: Seen[] = []
  simulate(bare, observer(seen, { needs: [], wants: ['link-score', 'words', 'names', 'country', 'tagPath'] }), {
    spec: 'observer',
    seeds: bare.seeds,
  })
  assert.deepEqual(seen, [{ page: 0, ...all(), words: [[]], countries: ['?', '?'] }])
})

test('workers have segments though URLs do not reach them', async () => {
  const graph = tinyGraph(`
    a.th/x/1        tha → a.th/x/deep/2 b.com/3 a.th/x/deep
    a.th/x/deep/2   tha → a.th/x/deep
    b.com/3         eng → b.com/y/4
    a.th/x/deep     tha → b.com/3
    b.com/y/4       tha → a.th/x/1
  `)
  const spec = 'best-segment'
  const [result] = await runStudy(graph, { specs: [spec], seeds: graph.seeds, workers: 1 })
  const here = simulate(graph, strategyFor(graph, spec) ?? assert.fail('no oracle'), { spec, seeds: graph.seeds })
  assert.deepEqual(result.curve, here.curve)
  assert.equal(result.pages, here.pages)
})

test('a model goes to the strategy that has learned it, and to no other', async () => {
  const write = (name: string, strategy: string, model: Record<string, number[]>): string => {
    const path = join(directory, name)
    writeFileSync(path, modelText({ strategy, model }, 7) ?? assert.fail('not finite'))
    return path
  }
  const learned = createStrategy('longtail').model?.() ?? assert.fail('learns nothing')
  const numbers = Object.fromEntries(Object.entries(learned).map(([name, list]) => [name, list.map(one => one + 0.5)]))
  const path = write('longtail.json', 'longtail', numbers)
  const models = readModels([path], ['breadth-first', 'longtail:words=false'])
  assert.deepEqual(models, new Map([['longtail', numbers]]))
  const graph = tinyGraph('a.th/1 tha → b.com/2\nb.com/2 eng → a.th/1')
  assert.deepEqual(strategyFor(graph, 'longtail:mode=harvest', { models })?.model?.(), numbers)
  const results = await runStudy(graph, { specs: ['longtail', 'breadth-first'], seeds: graph.seeds, models })
  assert.deepEqual(
    results.map(({ pages }) => pages),
    [2, 2],
  )

  const refuses = (paths: string[], specs: string[], code: string, message: RegExp): void =>
    assert.throws(() => readModels(paths, specs), { code, message })
  refuses([path], ['breadth-first'], 'E_STRATEGY', /learned by strategy longtail, which is not in this comparison/)
  refuses([path, path], ['longtail'], 'E_USAGE', /already has a model/)
  refuses([join(directory, 'none')], ['longtail'], 'E_USAGE', /none: cannot be read/)
  refuses(
    [write('broad.json', 'breadth-first', { x: [1] })],
    ['breadth-first'],
    'E_STRATEGY',
    /learns nothing that another crawl could use/,
  )
  refuses(
    [write('wrong.json', 'longtail', { x: [1] })],
    ['longtail'],
    'E_STRATEGY',
    /made by another version or strategy/,
  )
})
