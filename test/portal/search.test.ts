import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Marked } from '../../src/portal/contracts.js'
import { SmallLibrary, type SmallPage } from './search-library.js'

const open: SmallLibrary[] = []
after(() => open.forEach(library => library.close()))

function libraryOf(pages: readonly SmallPage[]): SmallLibrary {
  const library = new SmallLibrary(pages)
  open.push(library)
  return library
}

function page(name: string, title: string, text: string, more: Partial<SmallPage> = {}): SmallPage {
  return { url: `http://${name}`, title, text, ...more }
}

const shown = (marked: Marked): string => marked.map(({ text, hit }) => (hit ? `[${text}]` : text)).join('')

test('the page about it comes before pages that only mention it', () => {
  const library = libraryOf([
    page('a/mention', 'Travel in Italy', 'Vesuvius is a volcano near Naples. We had pizza and saw the harbour.'),
    page('a/about', 'Volcano', 'A volcano is a rupture in the crust. Every volcano has a vent.'),
    page('a/none', 'Harbour', 'Ships and boats.'),
  ])
  assert.deepEqual(library.found('volcano'), ['a/about', 'a/mention'])
})

test('other forms of a word are found, the form that was typed first', () => {
  const text = 'This page speaks of the matter at some length and of nothing else at all.'
  const library = libraryOf([
    page('a/plural', 'One', `${text} Two volcanoes.`),
    page('a/singular', 'Two', `${text} Two volcano.`),
    page('a/german', 'Drei', 'Die Vulkane der Erde.', { language: 'deu' }),
  ])
  assert.deepEqual(library.found('volcano'), ['a/singular', 'a/plural'])
  assert.deepEqual(library.found('volcanoes'), ['a/plural', 'a/singular'])
  assert.deepEqual(library.found('Vulkan'), ['a/german'])
})

test('accents and case make no difference, on either side', () => {
  const library = libraryOf([page('a/fr', 'Crème brûlée', 'La crème est servie froide.', { language: 'fra' })])
  for (const typed of ['creme brulee', 'CRÈME', 'crème', 'cre\u0300me'])
    assert.deepEqual(library.found(typed), ['a/fr'])
  assert.equal(shown(library.search('creme').hits[0].snippet), 'La [crème] est servie froide.')
})

test('what links call a page finds it', () => {
  const library = libraryOf([
    page('a/gnu', 'Connochaetes', 'An antelope of the plains.', { anchors: 'wildebeest\ngnu' }),
    page('a/other', 'Zebra', 'Another animal of the plains.'),
  ])
  assert.deepEqual(library.found('wildebeest'), ['a/gnu'])
})

test('all words first; where no page has all of them, those with most, and it is said', () => {
  const library = libraryOf([
    page('a/both', 'Tides', 'The moon makes the tides of the ocean.'),
    page('a/moon', 'Moon', 'The moon is a satellite.'),
  ])
  const both = library.search('moon tides')
  assert.equal(both.total, 1)
  assert.equal(both.relaxed, false)
  const most = library.search('moon satellite xylophone')
  assert.equal(most.relaxed, true)
  assert.equal(most.hits[0].page.url, 'http://a/moon')
})

test('words like "the" keep no page away and find pages when there is nothing else', () => {
  const library = libraryOf([
    page('a/rice', 'Rice', 'Rice grows in water.'),
    page('a/who', 'The Who', 'The Who are a band.'),
  ])
  assert.deepEqual(library.found('the rice'), ['a/rice'])
  assert.deepEqual(library.found('the who'), ['a/who'])
})

test('a phrase wants its words side by side, whatever stands between them', () => {
  const library = libraryOf([
    page('a/apart', 'Age of the ice', 'At this age they play with ice.'),
    page('a/phrase', 'Glaciers', 'In the last Ice-Age, glaciers grew.'),
    page('a/inside', 'Police agenda', 'The police agenda was long, and so the age of ice came.'),
  ])
  assert.deepEqual(library.found('"ice age"'), ['a/phrase'])
  const none = library.search('"age glaciers ice"')
  assert.equal(none.relaxed, true, 'without such a phrase the words are searched')
})

test('an unwanted word or phrase leaves its pages out', () => {
  const library = libraryOf([
    page('a/car', 'Jaguar', 'The jaguar is a fast car.'),
    page('a/cat', 'Jaguar', 'The jaguar is a big cat.'),
  ])
  assert.deepEqual(library.found('jaguar -car'), ['a/cat'])
  assert.deepEqual(library.found('jaguar -"big cat"'), ['a/car'])
})

test('Thai words are found with their marks, inside of compounds, and not where only the letters are', () => {
  const thai = { language: 'tha' }
  const library = libraryOf([
    page('a/compound', 'ข่าว', 'นักท่องเที่ยวต่างชาติเดินทางมาประเทศไทย', thai),
    page('a/word', 'เที่ยว', 'เราไปท่องเที่ยว', thai),
    page('a/water', 'แม่น้ำ', 'แม่น้ำเจ้าพระยาไหลผ่านกรุงเทพมหานคร', thai),
    page('a/without-mark', 'นา', 'ชาวนาปลูกข้าวในนา', thai),
  ])
  assert.deepEqual(library.found('ท่องเที่ยว').sort(), ['a/compound', 'a/word'])
  assert.deepEqual(library.found('น้ำ'), ['a/water'])
  assert.deepEqual(library.found('ต่างชาติ'), ['a/compound'])
  assert.deepEqual(library.found('พระยา'), ['a/water'])
  assert.deepEqual(library.found('ชาวนา'), ['a/without-mark'])
  assert.equal(shown(library.search('ต่างชาติ').hits[0].snippet), 'นักท่องเที่ยว[ต่างชาติ]เดินทางมาประเทศไทย')
})

test('Chinese, Japanese, Khmer, Lao, Burmese and Korean words are found inside of longer ones', () => {
  const library = libraryOf([
    page('a/zh', '北京大学', '北京大学是中国的一所大学。水资源管理', { language: 'zho' }),
    page('a/ja', '東京タワー', '東京タワーは観光名所です。', { language: 'jpn' }),
    page('a/km', 'ប្រទេសកម្ពុជា', 'ព្រះរាជាណាចក្រកម្ពុជា', { language: 'khm' }),
    page('a/lo', 'ປະເທດລາວ', 'ສາທາລະນະລັດປະຊາທິປະໄຕປະຊາຊົນລາວ', { language: 'lao' }),
    page('a/my', 'မြန်မာနိုင်ငံ', 'ပြည်ထောင်စုသမ္မတမြန်မာနိုင်ငံတော်', { language: 'mya' }),
    page('a/ko', '학교', '우리는 학교에서 한국어를 배웁니다.', { language: 'kor' }),
  ])
  for (const [typed, wanted] of [
    ['大学', 'a/zh'],
    ['水', 'a/zh'],
    ['資源', 'a/none'],
    ['タワー', 'a/ja'],
    ['観光', 'a/ja'],
    ['កម្ពុជា', 'a/km'],
    ['ປະຊາຊົນ', 'a/lo'],
    ['မြန်မာ', 'a/my'],
    ['학교', 'a/ko'],
    ['한국어', 'a/ko'],
    ['한국어는', 'a/ko'],
  ])
    assert.deepEqual(library.found(typed), wanted === 'a/none' ? [] : [wanted], typed)
})

test('filters narrow, and their numbers say what another choice would give', () => {
  const library = libraryOf([
    page('a.org/1', 'Rice', 'rice', { topic: 'food' }),
    page('a.org/2', 'Rice', 'rice', { topic: 'farming', type: 'pdf' }),
    page('b.org/3', 'Rice', 'rice', { language: 'tha' }),
    page('www.b.org/4', 'Wheat', 'wheat'),
  ])
  assert.deepEqual(library.found('rice', { filters: { topic: 'food' } }), ['a.org/1'])
  assert.deepEqual(library.found('rice', { filters: { language: 'tha' } }), ['b.org/3'])
  assert.deepEqual(library.found('rice', { filters: { type: 'pdf' } }), ['a.org/2'])
  assert.deepEqual(library.found('rice site:b.org'), ['b.org/3'])
  assert.deepEqual(library.found('wheat site:b.org'), ['www.b.org/4'])
  assert.deepEqual(library.found('rice', { filters: { site: 'nowhere.org' } }), [])
  assert.deepEqual(library.found('rice', { filters: { topic: "x' OR 1=1 --" } }), [])
  const { facets } = library.search('rice', { filters: { type: 'pdf' } })
  assert.deepEqual(facets.types, [
    { value: 'page', count: 2 },
    { value: 'pdf', count: 1 },
  ])
  assert.deepEqual(facets.topics, [{ value: 'farming', count: 1 }])
})

test('pages with the same text and further pages of a site are folded', () => {
  const library = libraryOf([
    ...[1, 2, 3, 4].map(n => page(`a.org/${n}`, 'Rice', 'rice '.repeat(10 - n))),
    page('b.org/copy', 'Rice', 'rice '.repeat(9), { original: 1 }),
    page('c.org/other', 'Rice', 'rice and much else that has nothing to do with it'),
  ])
  const { hits, total } = library.search('rice', { perSite: 2, limit: 3 })
  assert.equal(total, 6)
  const ofA = hits.filter(hit => hit.page.site === 'a.org')
  assert.deepEqual(
    ofA.map(hit => hit.moreFromSite),
    [0, 2],
  )
  assert.equal(
    hits.reduce((sum, hit) => sum + hit.duplicates, 0),
    1,
  )
  assert.equal(hits.length, 3)
  assert.equal(library.search('rice site:a.org', { perSite: 2 }).hits.length, 4)
})

test('of pages with the same text and score the original is shown, whatever their numbers', () => {
  const library = libraryOf([
    page('b.org/copy', 'Rice', 'rice '.repeat(9), { original: 2 }),
    page('a.org/original', 'Rice', 'rice '.repeat(9)),
    page('c.org/copy', 'Rice', 'rice '.repeat(9), { original: 2 }),
  ])
  const { hits } = library.search('rice')
  assert.deepEqual(
    hits.map(({ page: shown, duplicates }) => [shown.site, duplicates]),
    [['a.org', 2]],
  )
})

test('pages of a site that were folded fill the list rather than leave it empty, each once over all pages of it', () => {
  const library = libraryOf([
    ...Array.from({ length: 14 }, (_, n) => page(`a.org/${n}`, 'Rice', 'rice '.repeat(30 - n))),
    page('b.org/other', 'Rice', 'rice and much else that has nothing to do with it'),
  ])
  const first = library.search('rice', { perSite: 2, limit: 10 }).hits
  assert.equal(first.length, 10)
  assert.deepEqual(
    first.slice(0, 3).map(hit => hit.page.site),
    ['a.org', 'a.org', 'b.org'],
    'other sites come before what was folded',
  )
  assert.deepEqual(
    first.map(hit => hit.moreFromSite),
    [0, 0, 0, 0, 0, 0, 0, 0, 0, 5],
    'what does not fit is counted at the last one',
  )
  const second = library.search('rice', { perSite: 2, limit: 10, offset: 10 }).hits
  const urls = [...first, ...second].map(hit => hit.page.url)
  assert.equal(new Set(urls).size, 15)
  assert.equal(urls.length, 15)
})

test('pages of results follow each other without gaps or repetitions', () => {
  const library = libraryOf(
    Array.from({ length: 57 }, (_, i) => page(`s${i}.org/`, `Rice ${i}`, `rice ${'grain '.repeat(i % 7)}`)),
  )
  const all = [0, 20, 40].flatMap(offset => library.found('rice', { offset, limit: 20 }))
  assert.equal(new Set(all).size, 57)
})

test('a page that changed, went away or is hidden is found no more', () => {
  const library = libraryOf([page('a/1', 'Rice', 'rice fields'), page('a/2', 'Rice', 'rice bowls')])
  assert.equal(library.found('rice').length, 2)
  library.replace(1, page('a/1', 'Wheat', 'wheat fields'))
  assert.deepEqual(library.found('rice'), ['a/2'])
  assert.deepEqual(library.found('wheat'), ['a/1'])
  library.add([page('b/3', 'Rice', 'rice noodles')])
  assert.deepEqual(library.found('rice').sort(), ['a/2', 'b/3'])
  library.remove(2)
  assert.deepEqual(library.found('rice'), ['b/3'])
  library.hide(['b'])
  assert.deepEqual(library.found('rice'), [])
  library.hide([])
  assert.deepEqual(library.found('rice'), ['b/3'])
})

test('after many small builds the segments are merged and everything is still found', () => {
  const library = libraryOf([page('a/0', 'Zero', 'common zero')])
  for (let i = 1; i <= 12; i++) library.add([page(`a/${i}`, `Number ${i}`, `common word${i}`)])
  for (let i = 1; i <= 4; i++) library.replace(i + 1, page(`a/${i}`, `Changed ${i}`, `common changed${i}`))
  const row = library.database.prepare('SELECT count(*) AS n FROM search_segments').get()
  assert.ok(Number(row?.n) <= 7, `${String(row?.n)} segments`)
  assert.equal(library.search('common').total, 13)
  assert.deepEqual(library.found('word9'), ['a/9'])
  assert.deepEqual(library.found('word2'), [])
  assert.deepEqual(library.found('changed2'), ['a/2'])
})

test('an incremental index answers like one that was built at once', () => {
  const pages = Array.from({ length: 40 }, (_, i) =>
    page(`s${i % 5}.org/${i}`, `Page ${i}`, `apple ${'pear '.repeat(i % 4)} plum${i % 6} grape`),
  )
  const once = libraryOf(pages)
  const slowly = libraryOf(pages.slice(0, 10))
  for (let at = 10; at < 40; at += 3) slowly.add(pages.slice(at, at + 3))
  for (const typed of ['apple', 'pear', 'plum3', 'apple plum2', '"plum4 grape"'])
    assert.deepEqual(slowly.found(typed, { limit: 40 }), once.found(typed, { limit: 40 }), typed)
})

test('snippets show the words in their places, cut between words and never longer than agreed', () => {
  const filler = 'Lorem ipsum dolor sit amet consectetur adipiscing elit. '.repeat(20)
  const library = libraryOf([
    page(
      'a/long',
      'Long',
      `${filler}The chameleon changes its colour. ${filler}Its tongue is longer than its body. ${filler}`,
    ),
    page('a/thai', 'ยาว', `${'ข้อความภาษาไทยที่ยาวมาก'.repeat(40)}กิ้งก่า${'ข้อความภาษาไทยที่ยาวมาก'.repeat(40)}`, {
      language: 'tha',
    }),
  ])
  const { snippet } = library.search('chameleon tongue').hits[0]
  assert.match(shown(snippet), /The \[chameleon\] changes/)
  assert.match(shown(snippet), /\[tongue\] is longer/)
  assert.ok(shown(snippet).replace(/[[\]]/g, '').length <= 250)
  const thai = library.search('กิ้งก่า').hits[0].snippet
  assert.match(shown(thai), /\[กิ้งก่า\]/)
  assert.ok(thai.map(({ text }) => text).join('').length <= 250)
  for (const { text } of thai) assert.doesNotMatch(text, /^[\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]/)
})

test('hostile queries and pages do no harm', () => {
  const library = libraryOf([
    page('a/1', '<script>alert(1)</script>', '<b>bold</b> & "quoted"'),
    page('a/2', '', ''),
    page('a/3', '\u202egnp.exe', `${'x'.repeat(100_000)} ${'a\u0301'.repeat(10_000)}`),
    page('a/4', '__proto__ constructor', 'toString hasOwnProperty __proto__'),
  ])
  assert.deepEqual(library.found('__proto__ constructor'), ['a/4'])
  assert.deepEqual(library.found('hasOwnProperty'), ['a/4'])
  assert.equal(shown(library.search('bold').hits[0].title), '<script>alert(1)</script>')
  for (const typed of [
    "'; DROP TABLE pages; --",
    '\u0000',
    '%',
    '*',
    '(',
    '"unclosed',
    '-'.repeat(400),
    '\u0002a',
    'NEAR/1',
  ])
    assert.ok(library.search(typed).total >= 0)
  assert.equal(library.search('').total, 0)
  assert.equal(library.search('bold', { offset: 1_000_000 }).hits.length, 0)
})
