import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openEngine, type IndexEngine } from '../../src/portal/search/engine.js'
import type { SearchResult } from '../../src/portal/contracts.js'
import { SmallLibrary, type SmallPage } from './search-library.js'

const ENGLISH = [
  'Long experience makes a teacher, and experience grows with every year in which somebody teaches.',
  'An experience that nobody forgets. Organised by pupils, organised again every year.',
  'Her experience with animals was long, and she experienced much of it in the mountains.',
  'What was organised well is remembered; the experience of all who were there says so.',
]
const THAI = [
  'การศึกษา เป็นสิ่งสำคัญ',
  'กระทรวง การศึกษา ประกาศ',
  'ระบบ การศึกษา ใหม่',
  'ทหาร ออก ศึก สา ประการ',
  'การ ทำ ศึก ของ สา',
  'โรงเรียน สี เขียว',
]

function pages(): SmallPage[] {
  return [
    ...ENGLISH.map((text, i) => ({ url: `http://a.example/${i}`, title: `Page ${i}`, text, language: 'eng' })),
    ...THAI.map((text, i) => ({ url: `http://b.example/${i}`, title: text, text, language: 'tha' })),
  ]
}

describe('spelling in search', () => {
  let library: SmallLibrary
  let engine: IndexEngine
  const ask = (text: string, offset = 0): SearchResult =>
    engine.search({ text, limit: 10, offset, filters: {}, perSite: 0, clusters: false, verbatim: false })

  before(() => {
    library = new SmallLibrary(pages())
    engine = openEngine(library.directory.index)
  })
  after(() => {
    engine.close()
    library.close()
  })

  test('a Thai word with a wrong letter is put right, although pages have the words that it falls into', () => {
    const { correction, hits } = ask('การศึกสา')
    assert.deepEqual(correction, { text: 'การศึกษา', asked: true })
    assert.ok(hits.every(({ page }) => page.title.includes('การศึกษา')))
    assert.equal(hits.length, 3)
  })

  test('Thai words that stand on no page side by side are left as they are, and none of them is left out', () => {
    assert.equal(ask('การศึกษา').correction, null)
    assert.equal(ask('โรงเรียนสีเขียว').correction, null)
  })

  test('a word that is found by its stem alone is put right where it is one mistake away, and other forms are not', () => {
    assert.deepEqual(ask('experiance').correction, { text: 'experience', asked: false })
    assert.equal(ask('organises').correction, null)
  })

  test('a library of an older version, which does not know the share of running text, gives the same order', () => {
    const before = ask('experience').hits.map(({ page, score }) => [page.id, score])
    library.database.exec('ALTER TABLE search_pages DROP COLUMN prose')
    const older = openEngine(library.directory.index)
    const request = {
      text: 'experience',
      limit: 10,
      offset: 0,
      filters: {},
      perSite: 0,
      clusters: false,
      verbatim: false,
    }
    try {
      assert.deepEqual(
        older.search(request).hits.map(({ page, score }) => [page.id, score]),
        before,
      )
    } finally {
      older.close()
    }
    library.add([{ url: 'http://c.example/', title: 'New', text: 'One more experience. It was said so in a book.' }])
    const row = library.database.prepare('SELECT count(*) AS n FROM search_pages WHERE prose IS NOT NULL').get()
    assert.equal(row?.n, 1)
  })
})
