/** The answer to a query does not depend on what was asked before, by whomever. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seededRandom, type Random } from '../frontier/random.js'
import { SmallLibrary, type SmallPage } from './search-library.js'

const WORDS = 'hydrogen helium the of game theory moon tide ocean and rice water a fire stone in'.split(' ')

function pages(random: Random): SmallPage[] {
  return Array.from({ length: 60 }, (_, index) => {
    const words = Array.from({ length: 12 }, () => WORDS[random(WORDS.length)])
    return {
      url: `http://site${index % 7}.test/${index}`,
      title: words.slice(0, 2).join(' '),
      text: `${words.join(' ')}.`,
    }
  })
}

/** Written without spaces: found by parts of words, some of them uncertain. */
const THAI = ['ไฮโดรเจน', 'ดวงจันทร์', 'มหาสมุทร', 'ข้าว', 'น้ำขึ้นน้ำลง', 'ทฤษฎีเกม', 'ก้อนหิน', 'ไฟ']

function thaiPages(random: Random): SmallPage[] {
  return Array.from({ length: 30 }, (_, index) => {
    const words = Array.from({ length: 9 }, () => THAI[random(THAI.length)])
    const [title] = words
    return { url: `http://thai${index % 5}.test/${index}`, title, text: words.join(''), language: 'tha' }
  })
}

const QUERIES = [
  ...THAI,
  'จันทร์มหาสมุทร',
  'ข้าว -จันทร์มหา',
  'ไฟ -รเจนดวง',
  'ทรเจน',
  'มหา -ข้าวไฟ',
  ...WORDS,
  'hydrogen helium',
  'the moon',
  'what is the zzyzx of the qwrtp',
  'the xyzzyplugh',
  'of the and in nonsenseword',
  'game -theory',
  'water -zzzz',
  'moon -tid',
  '-the hydrogen',
  '"game theory"',
  'hydrgen',
  'moon tide ocean fire',
  'the',
]

test('after a thousand other questions, in any order, a query is answered as by a fresh index', () => {
  const random = seededRandom(11)
  const library = new SmallLibrary([...pages(random), ...thaiPages(random)])
  try {
    const options = [{}, { verbatim: false }, { perSite: 2 }, { clusters: true }]
    const asked = QUERIES.flatMap(text => options.map(more => ({ text, more })))
    const answerOf = ({ text, more }: (typeof asked)[number]): string => {
      const { hits, ...rest } = library.search(text, more)
      return JSON.stringify({ ...rest, hits: hits.map(({ page }) => page.url), ms: 0 })
    }
    const first = asked.map(one => {
      library.reopen()
      return answerOf(one)
    })
    library.reopen()
    for (let i = 0; i < 1000; i++) {
      const which = random(asked.length)
      assert.equal(answerOf(asked[which]), first[which], `${JSON.stringify(asked[which])} as question ${i}`)
    }
  } finally {
    library.close()
  }
})
