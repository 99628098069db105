import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { LongtailError } from '../../src/errors.js'
import { ensurePassword, openPeople, verifyPassword, type LocalPeople } from '../../src/portal/people/index.js'
import { madeUpPassword } from '../../src/portal/people/password.js'
import { randomId } from '../../src/portal/server/cookies.js'
import { openDatabase } from '../../src/disk/sqlite.js'
import { temporaryDirectory } from '../crawl/run-cli.js'

const directory = temporaryDirectory('people')
const open: LocalPeople[] = []
let files = 0

function people(now?: () => number): LocalPeople {
  const opened = openPeople(join(directory, `${++files}.db`), now)
  open.push(opened)
  return opened
}

after(() => {
  for (const one of open) one.close()
  rmSync(directory, { recursive: true, force: true })
})

describe('bookmarks', () => {
  test('belong to one shelf, are kept once, and can be taken back', () => {
    const { bookmarks } = people()
    const [mine, other] = [randomId(), randomId()]
    assert.equal(bookmarks.add(mine, 'http://A.example/x#part', 'One\u202e title\n'), 'kept')
    assert.equal(bookmarks.add(mine, 'http://a.example/x', 'One title'), 'kept')
    assert.deepEqual(
      bookmarks.list(mine).map(({ url, title }) => [url, title]),
      [['http://a.example/x', 'One title']],
    )
    assert.equal(bookmarks.has(mine, 'http://a.example/x'), true)
    assert.deepEqual(bookmarks.list(other), [])
    bookmarks.remove(other, 'http://a.example/x')
    assert.equal(bookmarks.list(mine).length, 1)
    bookmarks.remove(mine, 'http://a.example/x')
    assert.deepEqual(bookmarks.list(mine), [])
  })

  test('of made-up shelves and addresses that are none are refused', () => {
    const { bookmarks } = people()
    for (const shelf of ['', 'x', "' OR 1=1 --", '../../../../etc/passwd', 'a'.repeat(5_000)])
      assert.equal(bookmarks.add(shelf, 'http://a.example/', 'x'), 'wrong')
    for (const url of [
      '',
      'javascript:alert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
      `http://a/${'x'.repeat(9_000)}`,
    ])
      assert.equal(bookmarks.add(randomId(), url, 'x'), 'wrong')
  })

  test('are bounded by shelf, and old shelves are forgotten', () => {
    let now = Date.UTC(2026, 0, 1)
    const path = join(directory, 'old.db')
    const first = openPeople(path, () => now)
    const [old, young] = [randomId(), randomId()]
    first.bookmarks.add(old, 'http://a.example/0', '')
    fill(
      path,
      `INSERT INTO bookmarks (shelf, url, title, at)
        SELECT shelf, 'http://a.example/' || n, '', at FROM numbers, bookmarks WHERE n < 500`,
    )
    assert.equal(first.bookmarks.list(old).length, 500)
    assert.equal(first.bookmarks.add(old, 'http://a.example/more', ''), 'full')
    assert.equal(first.bookmarks.add(old, 'http://a.example/7', 'again'), 'kept')
    now += 300 * 86_400_000
    first.bookmarks.add(young, 'http://a.example/', '')
    first.close()
    now += 100 * 86_400_000
    const second = openPeople(path, () => now)
    open.push(second)
    assert.equal(second.bookmarks.list(old).length, 0)
    assert.equal(second.bookmarks.list(young).length, 1)
  })

  test('are kept under a name from which nobody can make the cookie', () => {
    const path = join(directory, 'names.db')
    const local = openPeople(path)
    const shelf = randomId()
    local.bookmarks.add(shelf, 'http://a.example/', 'x')
    local.close()
    assert.equal(readFileSync(path).includes(shelf), false)
  })
})

describe('lessons', () => {
  const page = (name: string) => ({ url: `http://a.example/${name}`, title: name, notes: '' })
  const titles = (local: LocalPeople, id: string): string[] =>
    local.lessons.get(id)?.items.map(({ title }) => title) ?? []

  test('keep their order, and pages move up and down by one', () => {
    const local = people()
    const lesson = local.lessons.create(randomId(), { title: 'L', notes: '', items: ['a', 'b', 'c'].map(page) })
    assert.ok(lesson !== null)
    const [a, b, c] = lesson.items.map(({ id }) => id)
    local.lessons.moveItem(lesson.id, c, 'up')
    assert.deepEqual(titles(local, lesson.id), ['a', 'c', 'b'])
    local.lessons.moveItem(lesson.id, a, 'up')
    assert.deepEqual(titles(local, lesson.id), ['a', 'c', 'b'])
    local.lessons.moveItem(lesson.id, a, 'down')
    local.lessons.moveItem(lesson.id, a, 'down')
    local.lessons.moveItem(lesson.id, a, 'down')
    assert.deepEqual(titles(local, lesson.id), ['c', 'b', 'a'])
    local.lessons.moveItem(lesson.id, b, 'remove')
    local.lessons.moveItem(lesson.id, b, 'up')
    assert.deepEqual(titles(local, lesson.id), ['c', 'a'])
  })

  test('lose no page when two tabs change them by turns', () => {
    const local = people()
    const lesson = local.lessons.create(randomId(), { title: 'L', notes: '', items: ['a', 'b'].map(page) })
    assert.ok(lesson !== null)
    const [a, b] = lesson.items.map(({ id }) => id)
    // one tab adds, the other one, which does not know of it, moves, writes and removes
    local.lessons.addItem(lesson.id, page('c'))
    local.lessons.moveItem(lesson.id, b, 'up')
    local.lessons.change(lesson.id, {
      itemNotes: new Map([
        [a, 'mine'],
        [99_999, 'gone'],
      ]),
    })
    local.lessons.moveItem(lesson.id, a, 'remove')
    assert.deepEqual(titles(local, lesson.id), ['b', 'c'])
  })

  test('are changed from the shelf that made them, or with the key, and by nobody else', () => {
    const { lessons } = people()
    const shelf = randomId()
    const lesson = lessons.create(shelf, { title: 'L', notes: '', items: [] })
    assert.ok(lesson !== null)
    assert.equal(lessons.mayEdit(lesson, shelf, ''), true)
    assert.equal(lessons.mayEdit(lesson, '', lesson.key), true)
    for (const [other, key] of [
      ['', ''],
      [randomId(), ''],
      ['', randomId()],
      ['', lesson.id],
      ['%', '%'],
    ])
      assert.equal(lessons.mayEdit(lesson, other, key), false)
    assert.equal(lessons.get('%'), null)
    assert.equal(lessons.get(randomId()), null)
  })

  test('are bounded in every direction, and texts are cleaned', () => {
    const { lessons } = people()
    const lesson = lessons.create(randomId(), {
      title: `${'x'.repeat(1_000_000)}`,
      notes: `a\r\nb\u0000\u202e${'น'.repeat(1_000_000)}`,
      items: Array.from({ length: 5_000 }, (_, i) => ({ ...page(String(i)), notes: '😀'.repeat(100_000) })),
    })
    assert.ok(lesson !== null)
    assert.equal(lesson.title.length, 200)
    assert.equal(lesson.notes.length, 20_000)
    assert.ok(lesson.notes.startsWith('a\nbน'))
    assert.equal(lesson.items.length, 100)
    assert.equal(lesson.items[0].notes.length, 3_000)
    assert.equal(lesson.items[0].notes.isWellFormed(), true)
    assert.equal(lessons.addItem(lesson.id, page('more')), false)
    assert.equal(lessons.addItem(lesson.id, page('5')), true)
  })

  test('are 200 of a shelf at most', () => {
    const path = join(directory, 'many.db')
    const local = openPeople(path)
    open.push(local)
    const { lessons } = local
    const shelf = randomId()
    lessons.create(shelf, { title: 'x', notes: '', items: [] })
    fill(
      path,
      `INSERT INTO lessons (id, shelf, key, title, notes, updated_at)
        SELECT id || n, shelf, key, title, notes, updated_at FROM numbers, lessons WHERE n < 199`,
    )
    assert.ok(lessons.create(shelf, { title: 'x', notes: '', items: [] }) !== null)
    assert.equal(lessons.create(shelf, { title: 'x', notes: '', items: [] }), null)
  })

  test('are published by the administrator alone', () => {
    const local = people()
    const lesson = local.lessons.create(randomId(), { title: 'L', notes: '', items: [page('a')] })
    assert.ok(lesson !== null)
    assert.deepEqual(local.publishedLessons(), [])
    local.lessons.publish(lesson.id, true)
    assert.deepEqual(
      local.publishedLessons().map(({ id, title, items }) => [id, title, items]),
      [[lesson.id, 'L', 1]],
    )
    local.lessons.remove(lesson.id)
    assert.deepEqual(local.publishedLessons(), [])
  })
})

describe('the password', () => {
  test('is made up once, can be read aloud, and has 75 bits', async () => {
    const local = people()
    const made = await ensurePassword(local)
    assert.match(made ?? '', /^[a-km-np-z2-9]{5}-[a-km-np-z2-9]{5}-[a-km-np-z2-9]{5}$/)
    assert.equal(await ensurePassword(local), null)
    assert.equal(await verifyPassword(local, made ?? ''), true)
    assert.equal(await verifyPassword(local, ` ${made}\n`), true)
    for (const guess of ['', 'x', `${made}x`, 'x'.repeat(1_000_000)])
      assert.equal(await verifyPassword(local, guess), false)
    assert.equal(new Set(Array.from({ length: 200 }, madeUpPassword)).size, 200)
  })

  test('that is given replaces the one before, and must not be short', async () => {
    const local = people()
    await ensurePassword(local, 'first password')
    assert.equal(await ensurePassword(local, 'second password'), null)
    assert.equal(await verifyPassword(local, 'first password'), false)
    assert.equal(await verifyPassword(local, 'second password'), true)
    await assert.rejects(ensurePassword(local, 'short'), { code: 'E_USAGE' })
    assert.equal(await verifyPassword(local, 'second password'), true)
    assert.equal(local.settings.get('password').includes('second'), false)
  })

  test('opens nothing while there is none', async () => {
    const local = people()
    assert.equal(await verifyPassword(local, ''), false)
    local.settings.set('password', 'scrypt-15-8-1$$')
    assert.equal(await verifyPassword(local, ''), false)
  })
})

describe('local.db', () => {
  test('is one file that can be copied and read back', () => {
    const path = join(directory, 'one.db')
    const local = openPeople(path)
    const shelf = randomId()
    local.bookmarks.add(shelf, 'http://a.example/', 'x')
    local.missed('search', 'river')
    const copy = join(directory, 'copy.db')
    writeFileSync(copy, local.backup())
    local.close()
    local.close()
    assert.deepEqual(
      readdirSync(directory).filter(name => name.startsWith('one.db')),
      ['one.db'],
    )
    if (process.platform !== 'win32') assert.equal(statSync(path).mode & 0o077, 0)
    const restored = openPeople(copy)
    open.push(restored)
    assert.equal(restored.bookmarks.list(shelf).length, 1)
    assert.equal(restored.wishes.count('search'), 1)
  })

  test('that is damaged or from the future is said to be so, with what to do', () => {
    const damaged = join(directory, 'damaged.db')
    writeFileSync(damaged, 'this is no database, but long enough to look like one'.repeat(100))
    assert.throws(
      () => openPeople(damaged),
      (error: unknown) => error instanceof LongtailError && /backup/.test(error.message),
    )
    const future = join(directory, 'future.db')
    const database = openDatabase(future)
    database.exec('PRAGMA user_version = 99')
    database.close()
    assert.throws(() => openPeople(future), /newer version/)
  })

  test('that cannot be written leaves a portal without bookmarks, with the rules that were made before', async () => {
    const place = join(directory, 'medium')
    mkdirSync(place)
    const path = join(place, 'local.db')
    const before = openPeople(path)
    before.house.setBlacklist('ads.example\n')
    before.close()
    const local = asNobody([directory, place], path, () => openPeople(path))
    open.push(local)
    assert.equal(local.isWritable, false)
    assert.equal(local.rules().blacklist, 'ads.example\n')
    assert.equal(await ensurePassword(local), null)
    local.missed('search', 'river')
    assert.equal(local.wishes.count('search'), 0)
  })

  test('that cannot be made leaves a portal without bookmarks', async () => {
    const nowhere = openPeople(join(directory, 'no', 'such', 'directory', 'local.db'))
    open.push(nowhere)
    assert.equal(nowhere.isWritable, false)
    assert.equal(await ensurePassword(nowhere), null)
    nowhere.missed('search', 'river')
    assert.equal(nowhere.wishes.count('search'), 0)
    assert.deepEqual([nowhere.rules().title, nowhere.publishedLessons()], ['', []])
  })
})

describe('house rules', () => {
  test('are remembered, cleaned and bounded', () => {
    const local = people()
    local.house.setTitle('  School\u202e <b>library</b>  ')
    local.house.nameTopics(
      new Map([
        ['maths', 'คณิตศาสตร์'],
        ['__proto__', 'x'],
        ['', 'nothing'],
      ]),
    )
    local.house.feature('', ['http://b.example/', 'javascript:1', 'http://a.example/', 'http://b.example/'])
    local.house.feature(
      'maths',
      Array.from({ length: 100 }, (_, i) => `http://a.example/${i}`),
    )
    const rules = local.rules()
    assert.equal(rules.title, 'School <b>library</b>')
    assert.equal(rules.topicNames.get('maths'), 'คณิตศาสตร์')
    assert.equal(rules.topicNames.has(''), false)
    assert.deepEqual(rules.featured.get(''), ['http://b.example/', 'http://a.example/'])
    assert.equal(rules.featured.get('maths')?.length, 24)
    local.house.nameTopics(new Map([['maths', ' ']]))
    assert.equal(local.rules().topicNames.has('maths'), false)
  })
})

describe('wishes', () => {
  test('are counted without saying who wished, and most wanted first', () => {
    const local = people(() => Date.UTC(2026, 4, 5, 13, 14, 15))
    for (const text of ['rice', 'Rice ', ' rice', 'โรคข้าว']) local.missed('search', text)
    local.missed('page', 'http://A.example:80/x#y')
    local.missed('page', 'http://user:secret@a.example/x')
    assert.deepEqual(
      local.wishes.list('search', 10).map(({ text, count, at }) => [text.toLowerCase(), count, at]),
      [
        ['rice', 3, Date.UTC(2026, 4, 5)],
        ['โรคข้าว', 1, Date.UTC(2026, 4, 5)],
      ],
    )
    assert.deepEqual(
      local.wishes.list('page', 10).map(({ text, count }) => [text, count]),
      [['http://a.example/x', 2]],
    )
    local.wishes.remove('search', 'RICE')
    assert.equal(local.wishes.count('search'), 1)
    local.wishes.clear('page')
    assert.equal(local.wishes.count('page'), 0)
  })

  test('that name a person or nothing at all are not kept', () => {
    const local = people()
    for (const text of ['somchai@mail.example', 'call 081-234-5678', '', '   ', '12', '!!!', '\u0000'])
      local.missed('search', text)
    for (const text of ['', 'x', 'javascript:alert(1)', 'http://', 'about:blank']) local.missed('page', text)
    assert.equal(local.wishes.count('search') + local.wishes.count('page'), 0)
  })

  test('are bounded, and a flood of new ones does not push out what many want', () => {
    const local = people()
    for (let i = 0; i < 3; i++) local.missed('search', 'wanted by many')
    for (let i = 0; i < 10_500; i++) local.missed('search', `flood ${i.toString(36)}`)
    assert.equal(local.wishes.count('search'), 10_000)
    assert.equal(local.wishes.list('search', 1)[0].text, 'wanted by many')
  })
})

/** Many rows at once; `numbers` has n from 1 to 999. Each row by itself would wait for the disk. */
function fill(path: string, insert: string): void {
  const database = openDatabase(path, { singleFile: true })
  database.exec(
    insert.replace(
      'SELECT',
      'WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 999) SELECT',
    ),
  )
  database.close()
}

/** Permissions mean nothing to root, as whom tests may run. */
function asNobody<T>(directories: readonly string[], file: string, work: () => T): T {
  for (const path of directories) chmodSync(path, 0o555)
  chmodSync(file, 0o444)
  const isRoot = process.geteuid?.() === 0
  if (isRoot) process.seteuid?.(65_534)
  try {
    return work()
  } finally {
    if (isRoot) process.seteuid?.(0)
    for (const path of directories) chmodSync(path, 0o755)
  }
}
