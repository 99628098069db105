import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LongtailError } from '../../src/errors.js'
import { cleanName } from '../../src/syllabus/clean-names.js'
import { parseSyllabus, queryFor, slugOf } from '../../src/syllabus/syllabus.js'

const names = (source: string, path = '/s/list.yaml'): string[] =>
  parseSyllabus(source, path).topics.map(({ name }) => name)

function refusal(source: string, path: string): string {
  try {
    parseSyllabus(source, path)
  } catch (error) {
    assert.ok(error instanceof LongtailError && error.code === 'E_CAMPAIGN', String(error))
    return error.message
  }
  return assert.fail('nothing was refused')
}

test('a syllabus in YAML has topics with all that is known of them', () => {
  const { subject, language, topics } = parseSyllabus(
    'subject: biology\nlanguage: en\ntopics:\n  - Photosynthesis\n  - name: Cell division in plants\n    query: mitosis\n' +
      '    phrases: spindle fibre\n    examples: [pages/mitosis.html, "http://a.example/b"]\n    seeds: [http://s.example/]\n',
    '/s/biology.yaml',
  )
  assert.deepEqual([subject, language], ['biology', 'en'])
  assert.deepEqual(topics, [
    {
      name: 'Photosynthesis',
      slug: 'photosynthesis',
      subject: 'biology',
      query: 'Photosynthesis biology',
      phrases: [],
      examples: [],
      negatives: [],
      seeds: [],
    },
    {
      name: 'Cell division in plants',
      slug: 'cell-division-in-plants',
      subject: 'biology',
      query: 'mitosis',
      phrases: ['spindle fibre'],
      examples: ['/s/pages/mitosis.html', 'http://a.example/b'],
      negatives: [],
      seeds: ['http://s.example/'],
    },
  ])
})

test('a plain list of names is a syllabus, in YAML and as lines of text', () => {
  assert.deepEqual(names('- Volcanoes\n- Rivers\n- 1984\n'.replace('1984', '"1984: the book"')), [
    'Volcanoes',
    'Rivers',
    '1984: the book',
  ])
  assert.deepEqual(names('Volcanoes\nRivers\n\n# a remark\nLakes\n', '/s/list.txt'), ['Volcanoes', 'Rivers', 'Lakes'])
  assert.deepEqual(names('Volcanoes\nRivers\n'), ['Volcanoes', 'Rivers'])
})

test('a syllabus in CSV is read by the names of its columns, with quotes, line breaks and lists', () => {
  const { topics, notes } = parseSyllabus(
    '\uFEFFweek,Name,phrases,subject,seeds\r\n1,"Cells, tissues\nand organs",mitosis; meiosis,biology,http://a.example/;http://b.example/\r\n2,"The ""cold"" war",,history,\r\n',
    '/s/all.csv',
  )
  assert.deepEqual(
    topics.map(({ name, subject, query, phrases, seeds }) => ({ name, subject, query, phrases, seeds })),
    [
      {
        name: 'Cells, tissues and organs',
        subject: 'biology',
        query: 'Cells, tissues and organs',
        phrases: ['mitosis', 'meiosis'],
        seeds: ['http://a.example/', 'http://b.example/'],
      },
      { name: 'The "cold" war', subject: 'history', query: 'The "cold" war', phrases: [], seeds: [] },
    ],
  )
  assert.deepEqual(notes, ['column "week" is unknown and was ignored'])
  assert.deepEqual(names('topic;query\nRiveting;riveting metal\n', '/s/x.csv'), ['Riveting'])
  assert.deepEqual(names('topic\tquery\nRiveting\triveting metal\n', '/s/x.tsv'), ['Riveting'])
})

test('what is wrong with a syllabus is said with its line', () => {
  assert.match(
    refusal('topics:\n  - a\n  - {name: b, sedes: []}\n', 's.yaml'),
    /^s\.yaml:3: unknown key "topics\.1\.sedes"/,
  )
  assert.match(refusal('- a\n- {query: x}\n', 's.yaml'), /^s\.yaml:2: "1\.name" is missing/)
  assert.match(refusal('- a\n- [b]\n', 's.yaml'), /^s\.yaml:2: /)
  assert.match(refusal('topics: [\n', 's.yaml'), /^s\.yaml:\d+:\d+: not valid YAML/)
  assert.match(refusal('topics: []\n', 's.yaml'), /expected at least one topic/)
  assert.match(refusal('subject: x\n', 's.yaml'), /"topics" is missing/)
  assert.match(refusal('title of it,query\n', 's.csv'), /^s\.csv:1: .*"name"/)
  assert.match(refusal('name,query\na,b\n,c\n', 's.csv'), /^s\.csv:3: this row has no name/)
  assert.match(refusal('name\n', 's.csv'), /no topic/)
  assert.match(refusal('12\nPage 3\n', 's.txt'), /it contains no topic/)
})

test('noise of print and scan is cleaned away, and what may be a name stays', () => {
  const cases: [raw: string, clean: string][] = [
    ['1.2.3 Cell division', 'Cell division'],
    ['1. Cells', 'Cells'],
    ['12) Forces and motion', 'Forces and motion'],
    ['(4) Heat', 'Heat'],
    ['• Osmosis', 'Osmosis'],
    ['- Osmosis', 'Osmosis'],
    ['(a) Diffusion', 'Diffusion'],
    ['iv. Enzymes', 'Enzymes'],
    ['Chapter 3: The heart', 'The heart'],
    ['Unit 2 – Soil', 'Soil'],
    ['บทที่ 3 การสังเคราะห์ด้วยแสง', 'การสังเคราะห์ด้วยแสง'],
    ['Photosynthesis ............ 12', 'Photosynthesis'],
    ['Photosynthesis . . . . . 12', 'Photosynthesis'],
    ['Photosynthesis\t12', 'Photosynthesis'],
    ['Photosynthesis (pp. 3-7)', 'Photosynthesis'],
    ['Photo-\nsynthesis', 'Photosynthesis'],
    ['photo\u00ADsynthesis', 'photosynthesis'],
    ['  Two   spaces ', 'Two spaces'],
    ['World War 2', 'World War 2'],
    ['2D shapes', '2D shapes'],
    ['E. coli', 'E. coli'],
    ['C. elegans', 'C. elegans'],
    ['X-ray imaging', 'X-ray imaging'],
    ['Part-time work', 'Part-time work'],
    ['Mix and match', 'Mix and match'],
    ['17', ''],
    ['— 4 —', ''],
    ['Page 3 of 20', ''],
    ['***', ''],
  ]
  for (const [raw, clean] of cases) assert.equal(cleanName(raw), clean, JSON.stringify(raw))
})

test('bare numbers are numbering only where all names have them', () => {
  assert.deepEqual(names('1 Cells\n2 Tissues\n3 Organs\n', '/s/x.txt'), ['Cells', 'Tissues', 'Organs'])
  assert.deepEqual(names('7 wonders\nRivers\nLakes\n', '/s/x.txt'), ['7 wonders', 'Rivers', 'Lakes'])
})

test('hostile names are cut before they are cleaned', () => {
  for (const piece of ['. ', '1.', '-\n', ' \t', '(', '……']) assert.equal(cleanName(piece.repeat(200_000)), '')
  assert.equal(cleanName('long '.repeat(200_000)).length, 199)
})

test('topics of one name are one topic', () => {
  const { topics, notes } = parseSyllabus(
    '- {name: Rivers, phrases: [delta]}\n- {name: 2. rivers, phrases: [delta, meander]}\n',
    '/s/x.yaml',
  )
  assert.equal(topics.length, 1)
  assert.deepEqual(topics[0].phrases, ['delta', 'meander'])
  assert.match(notes.join(), /twice/)
})

test('the subject is added to the query of a short name that does not say it', () => {
  assert.equal(queryFor('Riveting', 'metalwork'), 'Riveting metalwork')
  assert.equal(queryFor('oil cans', 'metalwork'), 'oil cans metalwork')
  assert.equal(queryFor('History of metalwork', 'metalwork'), 'History of metalwork')
  assert.equal(queryFor('Metalwork', 'metalwork'), 'Metalwork')
  assert.equal(queryFor('joining sheets of metal', 'metalwork'), 'joining sheets of metal')
  assert.equal(queryFor('Riveting', ''), 'Riveting')
})

test('directories of topics have safe names, all different, the same in every run', () => {
  const { topics } = parseSyllabus(
    '- ../../etc/passwd\n- Training\n- C++\n- C\n- ประชาธิปไตย\n- Élection présidentielle\n- 東京\n',
    '/s/x.yaml',
  )
  const slugs = topics.map(({ slug }) => slug)
  assert.equal(new Set(slugs).size, slugs.length)
  for (const slug of slugs) assert.match(slug, /^[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*$/u)
  assert.equal(slugs[0], 'etc-passwd')
  assert.match(slugs[1], /^training-[0-9a-f]{6}$/)
  // a vowel that is a mark stays: without it this would be another word, or none
  assert.equal(slugs[4], 'ประชาธิปไตย')
  assert.equal(slugs[5], 'election-presidentielle')
  assert.equal(slugOf('C', new Set(['c'])), slugOf('C', new Set(['c', 'x'])))
})

test('no topic gets a name that the collection or an operating system keeps for itself', () => {
  const { topics } = parseSyllabus(
    '- Lock\n- Models\n- Warc\n- CON\n- nul\n- COM1\n- lpt9\n- Aux\n- Console\n',
    '/s/x.yaml',
  )
  const slugs = topics.map(({ slug }) => slug)
  for (const slug of slugs.slice(0, -1)) assert.match(slug, /^[a-z0-9]+-[0-9a-f]{6}$/)
  assert.equal(slugs.at(-1), 'console')
})

test('a topic keeps the directory that it had when another one of nearly the same name is put above it', () => {
  const [first] = parseSyllabus('- C++\n', '/s/x.yaml').topics
  assert.equal(first.slug, 'c')
  const { topics } = parseSyllabus('- C\n- C++\n', '/s/x.yaml', new Map([['c++', 'c']]))
  assert.equal(topics[1].slug, 'c')
  assert.match(topics[0].slug, /^c-[0-9a-f]{6}$/)
})

test('what a terminal would obey is taken out of names, queries, phrases and notes', () => {
  const { topics, notes } = parseSyllabus(
    '- {name: "Bees\\u001b[31m and \\u202Ewasps", query: "bees\\u0000 wasps", phrases: ["queen\\u0007"], seeds: ["\\u001b]0;x"]}\n- "می\\u200cخواهم"\n',
    '/s/x.yaml',
  )
  assert.doesNotMatch(JSON.stringify([topics, notes]), /\\u001b|\\u0000|\\u0007|\u202e|[\u0000-\u001f]/)
  assert.equal(topics[0].query, 'bees wasps')
  assert.equal(topics[1].name, 'می\u200cخواهم')
  assert.match(notes.join(), /a seed that is not an address/)
})

test('a syllabus that is made to exhaust its reader is refused', () => {
  const nine = (name: string): string => Array.from({ length: 9 }, () => `*${name}`).join(', ')
  const aliases = `a: &a [x, x]\nb: &b [${nine('a')}]\nc: &c [${nine('b')}]\nd: &d [${nine('c')}]\ntopics: [${nine('d')}]\n`
  assert.match(refusal(aliases, '/s/x.yaml'), /cannot be read/)
  assert.match(refusal('['.repeat(5000) + ']'.repeat(5000), '/s/x.yaml'), /YAML/)
  assert.match(refusal('x\n'.repeat(100_000), '/s/x.txt'), /more than 10000 topics/)
  assert.match(refusal('', '/s/x.yaml'), /it contains no topic/)
  const { notes } = parseSyllabus(`name${',x,y'.repeat(1000)}\nBees\n`, '/s/x.csv')
  assert.equal(notes.length, 2)
  const many = Array.from({ length: 200 }, (_, i) => `- ${i}.\n`).join('')
  assert.ok(parseSyllabus(`- Bees\n${many}`.replace(/- (\d+)\./g, '- "($1)"'), '/s/x.yaml').notes.length <= 31)
})
