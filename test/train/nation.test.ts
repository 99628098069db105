import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createNationJudge } from '../../src/judge/nation/index.js'
import { parseDictionary } from '../../src/judge/nation/dictionary.js'
import { trainNation, writeDictionary } from '../../src/train/nation.js'

const folder = mkdtempSync(join(tmpdir(), 'longtail-nation-'))
after(() => rmSync(folder, { recursive: true }))

function file(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

function weightOf(training: ReturnType<typeof trainNation>, name: string): number {
  const found = training.dictionary.names.find(one => one.name === name)
  assert.ok(found !== undefined, `${name} is not in the dictionary`)
  return found.weight
}

const kenya = trainNation({ country: 'ke', lists: [] })

test('a country that nobody wrote code for has a dictionary: names in many languages, people, capital, cities', () => {
  const { dictionary, report } = kenya
  const kinds = new Map(dictionary.names.map(({ name, kind }) => [name, kind]))
  assert.equal(dictionary.country, 'KE')
  assert.equal(kinds.get('Kenya'), 'country')
  assert.equal(kinds.get('Кения'), 'country')
  assert.equal(kinds.get('ケニア'), 'country')
  assert.equal(kinds.get('Kenyan'), 'demonym')
  assert.equal(kinds.get('Nairobi'), 'capital')
  assert.equal(kinds.get('Mombasa'), 'place')
  assert.equal(report.names, dictionary.names.length)
  assert.equal(report.bySource.gazetteer, report.names)
})

test('places that are words, or bigger elsewhere, hardly count', () => {
  const france = trainNation({ country: 'FR', lists: [] })
  assert.ok(weightOf(france, 'Tours') < weightOf(france, 'Toulouse') / 2)
  assert.ok(france.report.ambiguous.includes('Nice') || weightOf(france, 'Nice') < 0.3)
  assert.ok(weightOf(kenya, 'Mombasa') > 0.5)
})

test('names have short forms where many names begin alike', () => {
  const islands = file('islands.txt', 'Ko Samui\nKo Phangan\nKo Lanta\nKo Kradan\nChiang Mai University\n')
  const thailand = trainNation({ country: 'TH', lists: [islands], withGazetteer: false })
  const names = thailand.dictionary.names.map(({ name }) => name)
  assert.ok(names.includes('Samui'))
  assert.ok(names.includes('Chiang Mai University'))
  assert.ok(!names.includes('University'))
  assert.ok(thailand.report.warnings.some(warning => warning.includes('the country itself')))
})

test('lists may be tables, texts or pages', () => {
  const table = file(
    'towns.csv',
    'id,name_en,name_th,updated\n1,"Watamu, Old",วาตามู,2020-01-01\n2,Maralal,มาราลาล,2020-01-01\n',
  )
  const page = file(
    'list.html',
    `<!doctype html><html><body><a href="/wiki/Special:Random">Random article</a><a href="#top">Top</a><ul>
     <li><a href="/wiki/Lodwar">Lodwar</a> (<a href="https://elsewhere.example/x">source</a>)</li>
     <li><a href="/wiki/Voi">Voi town</a></li><li><a href="/wiki/Kisii">Kisii Highlands</a></li></ul></body></html>`,
  )
  const text = file('people.txt', '# people\n1. Wangari Maathai\n- Ngũgĩ wa Thiong’o (writer)\n\n')
  const { dictionary, report } = trainNation({ country: 'KE', lists: [table, page, text], withGazetteer: false })
  const names = dictionary.names.map(({ name }) => name)
  for (const name of [
    'Watamu, Old',
    'Maralal',
    'มาราลาล',
    'Lodwar',
    'Kisii Highlands',
    'Wangari Maathai',
    'Ngũgĩ wa Thiong’o',
  ])
    assert.ok(names.includes(name), `${name} of ${names.join(', ')}`)
  for (const name of ['Random article', 'source', 'Top', 'people', '2020-01-01']) assert.ok(!names.includes(name), name)
  assert.equal(report.bySource[page], 3)
})

test('a dictionary is written so that it can be edited, and what was edited stands', () => {
  const path = join(folder, 'ke.tsv')
  writeDictionary(path, kenya.dictionary)
  const text = readFileSync(path, 'utf8')
  assert.ok(text.startsWith('# longtail nation dictionary 1\tKE\n'))
  const read = parseDictionary(text, path)
  assert.deepEqual(
    read.names.map(({ name }) => name),
    kenya.dictionary.names.map(({ name }) => name),
  )
  writeFileSync(path, text.replace(/^Mombasa\tplace\t.*$/m, 'Mombasa\tplace\t0'))
  assert.equal(weightOf(trainNation({ country: 'KE', lists: [path] }), 'Mombasa'), 0)
  const judge = createNationJudge({ country: 'KE', dictionary: [path] })
  assert.equal(judge.names('Mombasa').named, 0)
  assert.equal(judge.names('Nairobi').named, 1)
})

test('a list of the user is added to what the gazetteers know', () => {
  const list = file('parks.txt', 'Saiwa Swamp\nHell’s Gate\n')
  const judge = createNationJudge({ country: 'KE', dictionary: [list] })
  assert.equal(judge.names('Saiwa Swamp in Kenya').named, 2)
})

test('names can be kept to some languages', () => {
  const { dictionary } = trainNation({ country: 'KE', lists: [], languages: ['de', 'jpn'] })
  const names = dictionary.names.map(({ name }) => name)
  assert.ok(names.includes('Kenia') && names.includes('ケニア') && names.includes('Kenya'))
  assert.ok(!names.includes('Кения'))
})

test('damaged dictionaries say where and what to do', () => {
  const head = '# longtail nation dictionary 1\tKE\n'
  assert.throws(
    () => parseDictionary(`${head}Kenya\tcountry\t2\n`, 'ke.tsv'),
    /ke\.tsv: line 2 needs a weight from 0 to 1/,
  )
  assert.throws(() => parseDictionary(`${head}Kenya\n`, 'ke.tsv'), /line 2 needs a name, a tab and a kind/)
  assert.throws(() => parseDictionary('# longtail nation dictionary 9\tKE\n', 'ke.tsv'), /line 1/)
  const other = file('ug.tsv', '# longtail nation dictionary 1\tUG\nUganda\tcountry\t1\n')
  assert.throws(() => createNationJudge({ country: 'KE', dictionary: [other] }), /is a dictionary of UG, not of KE/)
  assert.throws(() => trainNation({ country: 'KE', lists: [join(folder, 'none.txt')] }), /none\.txt: no such file/)
})

test('a list of nonsense yields no names and a warning', () => {
  const nonsense = file('nonsense.txt', `${'1234\n'.repeat(10)}the\nof and\n__proto__\n`)
  const { report } = trainNation({ country: 'KE', lists: [nonsense] })
  assert.ok(report.bySource[nonsense] <= 1)
})

test('names are read as people save them: UTF-16, without what terminals obey, and not from a picture', () => {
  const wide = join(folder, 'wide.tsv')
  writeFileSync(wide, Buffer.from('\ufeffname\tid\r\nRayong\t1\r\nตราด\t2\r\nLopburi\t3\r\n', 'utf16le'))
  const fromWide = trainNation({ country: 'TH', lists: [wide], withGazetteer: false }).dictionary.names
  assert.deepEqual(
    fromWide.map(({ name }) => name),
    ['Rayong', 'ตราด', 'Lopburi'],
  )
  const coloured = trainNation({
    country: 'TH',
    lists: [file('coloured.txt', '\u001b[31mWat Arun\u0007\nWat\u00a0Pho\u200e\nDoi S\ufffdthep\n')],
    withGazetteer: false,
  }).dictionary.names
  assert.ok(coloured.every(({ name }) => !/[\u0000-\u001f]/.test(name)))
  assert.ok(coloured.some(({ name }) => name === 'Wat Pho'))
  assert.equal(coloured.length, 2, 'letters that could not be read make no name')
  assert.throws(
    () => trainNation({ country: 'TH', lists: [file('picture.png', '\u0089PNG\r\n\u0000\u0000IHDR')] }),
    /picture\.png is not text/,
  )
})

test('no lists and no gazetteers is bad use', () => {
  assert.throws(() => trainNation({ country: 'TH', lists: [], withGazetteer: false }), { code: 'E_USAGE' })
})
