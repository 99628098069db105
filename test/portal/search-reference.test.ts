/** Random collections and queries, against a scan of all texts by the same rules. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fold } from '../../src/portal/search/fold.js'
import { SmallLibrary, type SmallPage } from './search-library.js'

const VOCABULARIES = [
  'kalmo brenti doza purik vashel tromba nikka ulvo crème zebu99 mirtov sandu',
  'กาแฟ น้ำตาล ช้าง แม่น้ำ ต้นไม้ โรงเรียน หนังสือ ภูเขา',
  '北京 大学 图书馆 河流 学生 老师 历史 数学',
].map(words => words.split(' '))
const LANGUAGES = ['eng', 'tha', 'zho']

type Random = (most: number) => number

function chance(seed: number): Random {
  let state = seed * 2654435761 + 1
  return most => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * most)
  }
}

/** Fewer than fifty pages: in larger collections words that half of them have need not be there. */
const MOST_PAGES = 45

function lineOf(random: Random): string {
  const script = random(VOCABULARIES.length)
  const words = Array.from({ length: 3 + random(12) }, () => VOCABULARIES[script][random(VOCABULARIES[script].length)])
  return words.join(script === 0 ? ' ' : '')
}

function pageOf(number: number, random: Random): SmallPage {
  const text = Array.from({ length: 1 + random(3) }, () => lineOf(random)).join('\n')
  const title = random(3) === 0 ? lineOf(random) : `t${number}`
  const url = `http://${'abc'[random(3)]}.example/${number}`
  return { url, title, text, language: LANGUAGES[random(3)], type: random(5) === 0 ? 'pdf' : 'page' }
}

function saidBy({ title, text }: SmallPage): string {
  return fold(`${title}\n${text}`).replace(/\s+/g, ' ')
}

/** Scripts without spaces: the letters in a row. */
function says(page: SmallPage, phrase: string): boolean {
  if (!/[a-z]/.test(phrase)) return saidBy(page).includes(fold(phrase))
  const words = ` ${saidBy(page).replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')} `
  return words.includes(` ${fold(phrase)} `)
}

for (const seed of [1, 2, 3, 4, 5, 6]) {
  test(`search finds what a scan of all texts finds, collection ${seed}`, t => {
    const random = chance(seed)
    const pages = Array.from({ length: 20 + random(MOST_PAGES - 20) }, (_, i) => pageOf(i, random))
    const library = new SmallLibrary(pages)
    t.after(() => library.close())
    const live = new Map(pages.map((page, i) => [i + 1, page]))
    for (let i = 0; i < 4; i++) {
      const id = 1 + random(pages.length)
      if (!live.has(id)) continue
      if (random(2) === 0) {
        library.remove(id)
        live.delete(id)
        continue
      }
      const page = pageOf(1000 + i, random)
      library.replace(id, page)
      live.set(id, page)
    }
    const isHiding = seed % 3 === 0
    if (isHiding) library.hide(['a.example'])
    const shown = [...live.values()].filter(({ url }) => !isHiding || !url.startsWith('http://a.'))
    let found = 0
    for (let i = 0; i < 20; i++) {
      const script = random(3)
      const word = (): string => VOCABULARIES[script][random(VOCABULARIES[script].length)]
      const words = Array.from({ length: 1 + random(2) }, word)
      const unwanted = word()
      const phrase = words.join(script === 0 ? ' ' : '')
      const queries: readonly { readonly typed: string; readonly isWanted: (page: SmallPage) => boolean }[] = [
        { typed: words.join(' '), isWanted: () => true },
        { typed: `${words.join(' ')} -${unwanted}`, isWanted: page => !says(page, unwanted) },
        { typed: `${words.join(' ')} site:b.example`, isWanted: ({ url }) => url.startsWith('http://b.') },
        { typed: `"${phrase}"`, isWanted: page => says(page, phrase) },
      ]
      const { typed, isWanted } = queries[i % queries.length]
      const filters = i % 5 === 0 ? { language: 'tha', type: 'page' } : {}
      const expected = shown
        .filter(page => words.every(one => says(page, one)) && isWanted(page))
        .filter(({ language, type }) => i % 5 !== 0 || (language === 'tha' && type === 'page'))
        .map(({ url }) => url.replace('http://', ''))
        .sort()
      const { total, relaxed } = library.search(typed, { filters, limit: 1000 })
      assert.equal(relaxed ? 0 : total, expected.length, typed)
      if (expected.length === 0) continue
      found++
      assert.deepEqual(library.found(typed, { filters, limit: 1000 }).sort(), expected, typed)
      const paged: string[] = []
      for (let offset = 0; offset < expected.length; offset += 3)
        paged.push(...library.found(typed, { filters, offset, limit: 3 }))
      assert.deepEqual(paged.sort(), expected, `${typed}, page by page`)
    }
    assert.ok(found > 5, `${found} queries of 20 found something`)
  })
}
