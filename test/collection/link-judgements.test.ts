import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LinkJudge, PageLink, StrategyNeed } from '../../src/contracts.js'
import { createLinkJudging, readJudgements } from '../../src/collection/link-judgements.js'

/** Longer texts are better; names begin with a capital. */
const judge: LinkJudge = {
  score: words => words.length / 100,
  names: words => {
    const all = words.split(/[^\p{L}]+/u).filter(word => word !== '')
    return { named: all.filter(word => /^\p{Lu}/u.test(word)).length, words: all.length }
  },
}

function link(parts: Partial<PageLink>): PageLink {
  const nothing = { anchor: '', before: '', after: '', neighbours: '', nofollow: false, tagPath: 0, listPlace: 0 }
  return { url: 'http://Host.test/', kind: 'a', ...nothing, ...parts }
}

const LINKS = [
  link({
    url: 'http://Host.test/a/Chiang%20Mai?q=Nan+b',
    anchor: 'ten letter',
    before: 'one two three Four',
    after: 'Five six seven',
    neighbours: 'x'.repeat(39),
  }),
  link({ anchor: 'y'.repeat(300) }),
  link({ url: 'http://Host.test/%zz' }),
]

function columns(...needs: StrategyNeed[]) {
  const asked = new Set(needs)
  const judging = createLinkJudging(asked, () => judge)
  assert.ok(judging !== null)
  for (const one of LINKS) judging.add(one)
  return readJudgements(asked, LINKS.length, judging.take())
}

test('anchor and context get scores from 0 to 255, the context being the neighbouring elements or the nearest words', () => {
  const elements = columns('link-score')
  assert.deepEqual([...(elements.anchorScore ?? [])], [26, 255, 0])
  assert.deepEqual([...(elements.contextScore ?? [])], [128, 255, 0])
  assert.equal(elements.names, null)
  // "ten letter three Four Five six"
  const words = columns('link-score-words')
  assert.deepEqual([...(words.contextScore ?? [])], [77, 255, 0])
})

test('names are counted in the text of a link and in its URL without the host', () => {
  const { names, anchorScore } = columns('names')
  assert.equal(anchorScore, null)
  assert.deepEqual([...(names?.anchorNames ?? [])], [2, 0, 0])
  assert.deepEqual([...(names?.anchorWords ?? [])], [9, 1, 0])
  assert.deepEqual([...(names?.urlNames ?? [])], [3, 0, 0])
  assert.deepEqual([...(names?.urlWords ?? [])], [6, 0, 1])
})

test('one page after the other: what was taken does not come again', () => {
  const asked = new Set<StrategyNeed>(['link-score'])
  const judging = createLinkJudging(asked, () => judge)
  judging?.add(LINKS[0])
  judging?.take()
  assert.deepEqual(judging?.take(), { scores: '', names: '' })
})

test('what a log does not hold, or holds damaged, says nothing for or against a link', () => {
  const asked = new Set<StrategyNeed>(['link-score', 'names'])
  for (const logged of [{}, { scores: 'AAAA', names: 7 }, { scores: '!!!', names: '' }]) {
    const { anchorScore, contextScore, names } = readJudgements(asked, 2, logged)
    assert.deepEqual([...(anchorScore ?? []), ...(contextScore ?? [])], [128, 128, 128, 128])
    assert.deepEqual([...(names?.urlWords ?? [])], [0, 0])
  }
})

test('no judge is made for a strategy that does not ask', () => {
  const judging = createLinkJudging(new Set<StrategyNeed>(['words', 'anchorInTarget']), () =>
    assert.fail('a judge was made'),
  )
  assert.equal(judging, null)
  assert.deepEqual(readJudgements(new Set(['words']), 5, { scores: 'AAAA' }), {
    anchorScore: null,
    contextScore: null,
    names: null,
  })
})
