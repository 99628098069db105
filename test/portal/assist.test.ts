import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Database } from '../../src/disk/sqlite.js'
import { assistSteps, clusterPages, nearest, subtopics, suggest } from '../../src/portal/search/assist/index.js'
import { type SmallPage, declarationPages, SmallLibrary } from './assist-library.js'

const all = (): boolean => false
const shown = { isHidden: all, isSaid: (): boolean => true }

describe('the articles of the declaration of human rights', () => {
  let library: SmallLibrary
  before(() => {
    library = new SmallLibrary()
    library.add([
      ...declarationPages('eng', 'eng'),
      ...declarationPages('tha2', 'tha'),
      ...declarationPages('swh', 'swa'),
    ])
  })
  after(() => library.close())
  const phrases = (): string[] =>
    library.database
      .prepare('SELECT shown FROM assist_phrases')
      .all()
      .map(({ shown }) => String(shown))

  test('phrases are whole: none begins or ends with a small word, none is half of another', () => {
    const found = phrases()
    assert.ok(found.includes('United Nations'), found.join(', '))
    for (const phrase of found)
      assert.doesNotMatch(phrase, /^(the|of|and|to|in|for|or)\s|\s(the|of|and|to|in|for|or)$/i)
    assert.ok(!found.some(phrase => /\bUnited$/.test(phrase)))
  })

  test('what a reader begins to type is completed, whatever its case, and in Thai', () => {
    const texts = (typed: string): string[] => suggest(library.database, typed, 8, shown).map(({ text }) => text)
    assert.ok(texts('unit').includes('United Nations'))
    assert.ok(texts('UNITED N').includes('United Nations'))
    assert.ok(texts('nati').includes('United Nations'), 'from its second word on')
    assert.ok(texts('freed').includes('freedom'))
    assert.ok(texts('เสมอ').some(text => text.startsWith('เสมอ')))
    assert.deepEqual(texts(''), [])
    assert.deepEqual(texts('qqqq'), [])
    assert.deepEqual(texts('%'), [])
  })

  test('the phrases of the whole collection are there to browse', () => {
    const found = subtopics(library.database, '', 8, all)
    assert.ok(found.length >= 3)
    for (const { label, query, count } of found) {
      assert.equal(query, `"${label}"`)
      assert.ok(count >= 2)
    }
  })
})

const BEFORE = [
  'why the old',
  'how a',
  'what every',
  'where one',
  'when our',
  'whether that',
  'which new',
  'that her',
  'if some',
  'after this',
]
const AFTER = [
  'was built',
  'changed in spring',
  'still matters',
  'has two sides',
  'began',
  'helps farmers',
  'looks so',
  'grew',
  'came first',
  'costs',
]

/** Sentences of our own, in which nothing but the phrase is always the same. */
function pagesAbout(subject: string, phrase: string, count: number, topic?: string): SmallPage[] {
  return Array.from({ length: count }, (_, i) => ({
    url: `http://school.example/${subject}/${subject}-${i}.html`,
    title: `${subject} lesson ${String.fromCharCode(97 + (i % 26))}${i > 25 ? 'x' : ''} | Example School`,
    text: [
      `In our town people of the valley ask ${BEFORE[i % 10]} ${phrase} ${AFTER[(i + 3) % 10]} and nobody knows.`,
      `Every pupil of class ${i} writes down ${BEFORE[(i + 7) % 10]} ${phrase} ${AFTER[i % 10]} for the teacher to read.`,
      'Click here to read more about us',
    ].join('\n'),
    language: 'eng',
    authority: 1 - i / 100,
    topic,
  }))
}

describe('results that mean different things', () => {
  let library: SmallLibrary
  before(() => {
    library = new SmallLibrary()
    library.add([
      ...pagesAbout('money', 'central bank', 8, 'Economy'),
      ...pagesAbout('water', 'river bank', 8),
      ...pagesAbout('trade', 'market square', 8, 'Economy'),
      ...pagesAbout('plants', 'cotton field', 60),
    ])
  })
  after(() => library.close())
  const banks = Array.from({ length: 16 }, (_, i) => i + 1)

  test('are told apart by phrases, each with its pages and a query that finds them', () => {
    const found = clusterPages(library.database, banks, 'bank')
    assert.deepEqual(
      found.filter(({ label }) => label.endsWith(' bank')),
      [
        { label: 'central bank', query: '"central bank"', count: 8 },
        { label: 'river bank', query: '"river bank"', count: 8 },
      ],
    )
  })

  test('have no label that is the query, a button, or what all of them have', () => {
    const labels = clusterPages(library.database, banks, 'bank').map(({ label }) => label.toLowerCase())
    for (const label of labels) assert.doesNotMatch(label, /^(bank|read more|click here|example school)$/)
    const asked = clusterPages(library.database, banks, 'central bank').map(({ label }) => label)
    assert.ok(!asked.includes('central bank'))
  })

  test('a query of other words keeps them beside the label', () => {
    const found = clusterPages(library.database, banks, 'town')
    assert.ok(found.some(({ query }) => query === 'town "river bank"'))
  })

  test('too few results have no clusters, and unknown pages do no harm', () => {
    assert.deepEqual(clusterPages(library.database, [1, 2, 3], 'bank'), [])
    assert.deepEqual(clusterPages(library.database, [9999, 10_000], 'bank'), [])
  })

  test('a topic has sub-topics; pages that are hidden do not count', () => {
    const found = subtopics(library.database, 'economy', 5, all)
    for (const phrase of ['central bank', 'market square'])
      assert.ok(found.some(({ label, count }) => label === phrase && count === 8))
    assert.deepEqual(
      subtopics(library.database, 'economy', 5, () => true),
      [],
    )
    assert.deepEqual(subtopics(library.database, 'no-such-topic', 5, all), [])
  })

  test('suggestions lead to topics and pages, without the name of the site and without hidden pages', () => {
    const found = suggest(library.database, 'econ', 8, shown)
    assert.deepEqual(found[0], { text: 'Economy', url: '/topics/economy', kind: 'topic' })
    const titles = suggest(library.database, 'money less', 8, shown).filter(({ kind }) => kind === 'title')
    assert.equal(titles[0].text, 'money lesson a')
    assert.equal(titles[0].url, '/web/http://school.example/money/money-0.html')
    const isHidden = (url: string): boolean => url.endsWith('money-0.html')
    const hidden = suggest(library.database, 'money less', 8, { ...shown, isHidden })
    assert.ok(hidden.every(({ url }) => !url.endsWith('money-0.html')))
    assert.ok(hidden.length > 0)
  })

  test('a missing page is replaced by those that share words with its address and its link', () => {
    const find = (words: string): number[] => (words.includes('cotton') ? [30, 31, 32] : [])
    const request = {
      url: 'http://other.example/crops/CottonField_facts.html',
      words: '',
      limit: 5,
      isHidden: all,
      find,
    }
    assert.deepEqual(nearest(library.database, request), [30, 31, 32])
    const sameSite = { ...request, url: 'http://school.example/water/water-99.html', words: 'the water lesson' }
    const ids = nearest(library.database, sameSite)
    assert.equal(ids.length, 5)
    assert.ok(
      ids.every(id => id > 8 && id <= 16),
      'pages of the same directory that share words',
    )
    const isHidden = (url: string): boolean => url.includes('/water/')
    assert.ok(nearest(library.database, { ...sameSite, isHidden }).every(id => id <= 8 || id > 16))
  })

  test('a hostile address has no nearest page and no cost', () => {
    const find = (): number[] => []
    for (const url of [
      '',
      'not an address',
      `http://a/${'%'.repeat(5000)}`,
      `http://a/${'x/'.repeat(50_000)}`,
      'http://[::1',
    ])
      assert.deepEqual(nearest(library.database, { url, words: '\ud800', limit: 5, isHidden: all, find }), [])
  })
})

function finish(database: Database, onProgress: (done: number) => void = () => undefined): void {
  const steps = assistSteps(database, onProgress)
  while (steps.next().done !== true);
}

describe('a second build', () => {
  test('reads what is new, forgets what is gone, and leaves all else as it was', () => {
    const library = new SmallLibrary()
    try {
      library.add([...pagesAbout('money', 'central bank', 8), ...pagesAbout('plants', 'cotton field', 60)])
      const count = (): number =>
        Number(library.database.prepare("SELECT pages FROM assist_phrases WHERE shown = 'cotton field'").get()?.pages)
      const before = count()
      const [late] = pagesAbout('late', 'cotton field', 1)
      library.add([late])
      assert.equal(count(), before + 1)
      library.database.exec('DELETE FROM pages WHERE id = 1')
      let read = 0
      finish(library.database, done => (read = done))
      assert.equal(read, 0)
      assert.equal(library.database.prepare('SELECT 1 AS one FROM assist_pages WHERE page = 1').get(), undefined)
      assert.ok(suggest(library.database, 'late', 5, shown).some(({ kind }) => kind === 'title'))
      const state = (): unknown => library.database.prepare('SELECT * FROM assist_suggestions').all()
      const same = state()
      finish(library.database)
      assert.deepEqual(state(), same)
    } finally {
      library.close()
    }
  })

  test('of very many changes looks for phrases anew', () => {
    const library = new SmallLibrary()
    try {
      library.add(pagesAbout('plants', 'cotton field', 20))
      library.add(pagesAbout('water', 'river bank', 20))
      const shown = library.database.prepare('SELECT shown FROM assist_phrases').all()
      assert.ok(shown.some(row => row.shown === 'river bank'))
    } finally {
      library.close()
    }
  })
})
