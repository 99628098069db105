import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { readSeedFile } from '../../src/campaign/index.js'
import { canonicalUrl, parseBlacklist, readableEntries } from '../../src/page/index.js'
import { mergedWith, problemsOf, withBlocked, withoutPattern } from '../../src/portal/people/blacklist.js'
import { readLessonFile, writeLessonFile } from '../../src/portal/people/lesson-file.js'
import { openPeople } from '../../src/portal/people/index.js'
import { attachment, manyLines, oneLine } from '../../src/portal/people/texts.js'
import { seedFile, syllabusFile } from '../../src/portal/people/wish-files.js'
import { randomId } from '../../src/portal/server/cookies.js'
import { loadSyllabus } from '../../src/syllabus/syllabus.js'
import { temporaryDirectory } from '../crawl/run-cli.js'

const directory = temporaryDirectory('people-files')
after(() => rmSync(directory, { recursive: true, force: true }))

const bytes = (text: string): Uint8Array => Buffer.from(text)
const lesson = {
  title: 'วงจรน้ำ & <b>rain</b>',
  notes: 'First line\n\n  second, indented: "quotes" and \\ backslash\n\tठीक है',
  items: [
    { url: 'http://a.example/น้ำ', title: '   ', notes: '' },
    { url: 'https://b.example/x?q=1&r=%20', title: 'क़ानून \u0958', notes: 'a\n'.repeat(10) },
    { url: 'http://c.example/', title: '😀'.repeat(400), notes: 'é'.normalize('NFD').repeat(5_000) },
  ],
}

describe('a lesson as a file', () => {
  test('is the same to the byte after it was imported and exported again', () => {
    const people = openPeople(join(directory, 'round.db'))
    const first = people.lessons.create(randomId(), lesson)
    assert.ok(first !== null)
    const written = writeLessonFile(first)
    const read = readLessonFile(bytes(written))
    assert.ok(read !== null)
    assert.equal(read.leftOut, 0)
    const second = people.lessons.create(randomId(), read.lesson)
    assert.ok(second !== null)
    assert.equal(writeLessonFile(second), written)
    assert.deepEqual(
      second.items.map(({ url, title, notes }) => ({ url, title, notes })),
      first.items.map(({ url, title, notes }) => ({ url, title, notes })),
    )
    assert.ok(!written.includes(first.id) && !written.includes(first.key))
    people.close()
  })

  test('may come with a byte order mark and unknown keys', () => {
    const file = JSON.stringify({
      format: 'longtail-lesson',
      version: 1,
      title: 'x',
      author: 'somebody',
      items: [{ url: 'http://a.example', stars: 5 }],
    })
    assert.deepEqual(readLessonFile(bytes(`\uFEFF${file}`)), {
      lesson: { title: 'x', notes: '', items: [{ url: 'http://a.example/', title: 'http://a.example/', notes: '' }] },
      leftOut: 0,
    })
  })

  test('that is none is refused whatever it is', () => {
    const good = { format: 'longtail-lesson', version: 1, title: 'x', notes: '', items: [] }
    const others: unknown[] = [
      null,
      7,
      'x',
      [],
      {},
      { ...good, format: 'x' },
      { ...good, version: 2 },
      { ...good, items: 7 },
      { ...good, items: {} },
      { ...good, title: { toString: 'x' } },
      { ...good, notes: ['x'] },
    ]
    for (const other of others) assert.equal(readLessonFile(bytes(JSON.stringify(other))), null)
    for (const text of ['', '{', '\u0000', '['.repeat(500_000), `{"a":${'['.repeat(200_000)}`, 'x'.repeat(2_000_000)])
      assert.equal(readLessonFile(bytes(text)), null)
    assert.ok(readLessonFile(bytes(JSON.stringify(good))) !== null)
  })

  test('leaves out what is no page, and cannot touch prototypes', () => {
    const file = `{"__proto__": {"polluted": 1}, "format": "longtail-lesson", "version": 1, "title": "x",
      "items": [{"url": "javascript:alert(1)"}, {"url": "http://a.example/", "__proto__": {"polluted": 1}},
        {"url": "file:///etc/passwd"}, {"url": 7}, null, [], "http://b.example/", {"constructor": {"prototype": {"polluted": 1}}}]}`
    const read = readLessonFile(bytes(file))
    assert.ok(read !== null)
    assert.deepEqual(
      read.lesson.items.map(({ url }) => url),
      ['http://a.example/'],
    )
    assert.equal(read.leftOut, 7)
    assert.equal('polluted' in {}, false)
    assert.equal('polluted' in read.lesson.items[0], false)
  })

  test('holds a hundred pages at most', () => {
    const items = Array.from({ length: 9_000 }, (_, i) => ({ url: `http://a.example/${i}` }))
    const read = readLessonFile(bytes(JSON.stringify({ format: 'longtail-lesson', version: 1, title: 'x', items })))
    assert.deepEqual([read?.lesson.items.length, read?.leftOut], [100, 8_900])
  })
})

describe('names of downloads', () => {
  const nameOf = (header: string): string => decodeURIComponent(/filename\*=UTF-8''(.*)$/.exec(header)?.[1] ?? '')
  const oldNameOf = (header: string): string => /filename="([^"]*)"/.exec(header)?.[1] ?? ''

  test('are readable in every script', () => {
    assert.equal(nameOf(attachment('วงจรน้ำ', 'lesson.json')), 'วงจรน้ำ.lesson.json')
    assert.equal(oldNameOf(attachment('วงจรน้ำ', 'lesson.json')), 'lesson.lesson.json')
    assert.equal(oldNameOf(attachment('Café 1', 'html')), 'Cafe 1.html')
  })

  test('are never a path, a header of their own, or hidden', () => {
    for (const title of [
      '../../x',
      '..\\..\\x',
      '/etc/passwd',
      '.hidden',
      'a"; x="b',
      'a\r\nSet-Cookie: x=1',
      'C:\\x',
      '',
      '...',
      '\u202egpj.x',
    ]) {
      const header = attachment(title, 'html')
      assert.match(header, /^attachment; filename="[\w .-]+"; filename\*=UTF-8''[\w.~%-]+$/)
      for (const name of [nameOf(header), oldNameOf(header)]) assert.doesNotMatch(name, /^\.|[/\\:"\r\n\u202e]/)
    }
  })
})

describe('texts that people send', () => {
  test('are cleaned once: cleaning again changes nothing', () => {
    const hostile = [
      'a\u0000b\u202ec',
      ' x \t y ',
      'q\u0958'.repeat(300),
      '😀'.repeat(300),
      `${'x'.repeat(99)}  y`,
      '\ud800x',
      'e\u0301'.repeat(150),
    ]
    for (const text of hostile) {
      assert.equal(oneLine(oneLine(text, 100), 100), oneLine(text, 100))
      assert.equal(manyLines(manyLines(text, 100), 100), manyLines(text, 100))
      assert.ok(oneLine(text, 100).length <= 100 && oneLine(text, 100).isWellFormed())
    }
    assert.equal(manyLines('a\r\nb\rc\n\n', 100), 'a\nb\nc')
  })

  test('keep the joiners without which some scripts cannot be spelt', () => {
    assert.equal(oneLine('क्\u200dष می\u200cخواهم', 100), 'क्\u200dष می\u200cخواهم')
  })
})

describe('the blacklist in the portal', () => {
  test('is checked line by line', () => {
    assert.deepEqual(problemsOf('# fine\nads.example # why\n\n!good.ads.example\n'), [])
    // such patterns are compared with every URL, one by one
    const short = Array.from({ length: 600 }, (_, i) => `*/${i.toString(36)}*`).join('\n')
    assert.match(problemsOf(short)[0]?.reason ?? '', /four characters in a row/)
    assert.deepEqual(problemsOf(short.split('\n').slice(0, 100).join('\n')), [])
    const problems = problemsOf('ads.example\n*\nfine.example\nhttp://\na b\n')
    assert.deepEqual(
      problems.map(({ line }) => line),
      [2, 4, 5],
    )
    assert.ok(problems.every(({ reason }) => reason.length > 10))
  })

  test('gains a dated line when a site is blocked, and a contrary line goes', () => {
    const before = '# ours\n\n!games.example # 2026-01-01 chess\nads.example'
    const after = withBlocked(before, 'games.example', '2026-01-01')
    assert.equal(after, '# ours\n\nads.example\ngames.example # 2026-01-01\n')
    assert.equal(withBlocked('', 'http://a.example/x', '2026-01-01'), 'http://a.example/x # 2026-01-01\n')
    assert.equal(withBlocked('', 'ไทย.example', '2026-01-01'), 'xn--o3cw4h.example # 2026-01-01\n')
    for (const what of ['', '*', '!x.example', 'a.example\nb.example', '# x', 'x'.repeat(3_000)])
      assert.equal(withBlocked(before, what, '2026-01-01'), null)
  })

  test('loses the line that is taken back and nothing else', () => {
    const text = '# comment\nads.example # why\n\n*.tracker.example\n'
    assert.equal(withoutPattern(text, 'ads.example'), '# comment\n\n*.tracker.example\n')
    assert.equal(withoutPattern(text, 'other.example'), text)
  })

  test('merges with that of another school as the crawler does, and the crawler reads the export', () => {
    const merged = mergedWith('b.example\n!a.example # 2026-02-02\n', 'a.example # 2026-01-01\nc.example\n')
    assert.ok(merged !== null)
    assert.deepEqual(
      parseBlacklist(merged, 'x').map(({ pattern, allows }) => `${allows ? '!' : ''}${pattern}`),
      ['!a.example', 'b.example', 'c.example'],
    )
    assert.equal(mergedWith(merged, merged), merged)
    assert.equal(mergedWith('a.example', '*'), null)
  })

  test('goes on blocking when one line can no longer be read', () => {
    assert.deepEqual(
      readableEntries('a.example\n*\nb.example').map(({ pattern }) => pattern),
      ['a.example', 'b.example'],
    )
  })
})

describe('wishes as files for the next crawl', () => {
  const wish = (text: string) => ({ text, count: 2, at: 0 })

  test('addresses are read by the crawler as seeds', () => {
    const urls = ['http://a.example/x?y=1&z=%23', 'https://b.example/%E0%B8%99', 'http://xn--o3cw4h.example/']
    const path = join(directory, 'seeds.txt')
    writeFileSync(path, seedFile(urls.map(wish)))
    assert.deepEqual(readSeedFile(path), urls)
    assert.deepEqual(
      readSeedFile(path).map(url => canonicalUrl(url)),
      urls,
    )
    writeFileSync(path, seedFile([]))
    assert.deepEqual(readSeedFile(path), [])
  })

  test('searches are read by the crawler as topics, whatever they look like', () => {
    const searches = [
      'โรคข้าว',
      'rice: diseases',
      '"exact words" -not site:a.example',
      "it's {a: b} [c] # d",
      '&anchor *alias !!js/function x',
      '- item',
      'yes',
      'null',
      'name: x\\nseeds: y',
      '@at `tick` %percent',
      'पौधे 🌱',
      '=cmd|calc',
    ]
    const path = join(directory, 'syllabus.yaml')
    writeFileSync(path, syllabusFile(searches.map(wish)))
    const { topics } = loadSyllabus(path)
    assert.deepEqual(
      topics.map(({ query }) => query),
      searches,
    )
    assert.ok(topics.every(({ seeds, examples }) => seeds.length === 0 && examples.length === 0))
  })
})
