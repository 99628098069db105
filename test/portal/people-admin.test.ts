import assert from 'node:assert/strict'
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { openPeople } from '../../src/portal/people/index.js'
import { startPortal } from '../../src/portal/server/index.js'
import { openDatabase } from '../../src/disk/sqlite.js'
import { temporaryDirectory } from '../crawl/run-cli.js'
import { createVisitor, type Visitor } from './visitor.js'
import { PASSWORD, serveSmall, type SmallPortal } from './serve-small.js'

let small: SmallPortal
let admin: Visitor
const directory = temporaryDirectory('people-admin')
before(async () => {
  small = await serveSmall({
    limits: { posts: { perSecond: 100, burst: 2_000 }, searches: { perSecond: 50, burst: 500 } },
  })
  admin = await administrator(small.origin, PASSWORD)
})
after(async () => {
  await small.close()
  rmSync(directory, { recursive: true, force: true })
})

async function administrator(origin: string, password: string): Promise<Visitor> {
  const visitor = createVisitor(origin)
  await visitor.get('/admin/login')
  const entered = await visitor.post('/admin/login', { password })
  assert.equal(entered.location, '/admin')
  await visitor.get('/admin')
  return visitor
}

const LAVA = 'http://lava.example/volcano'

describe('the blacklist', () => {
  const finds = async (): Promise<boolean[]> => {
    const reader = createVisitor(small.origin)
    const shown = []
    for (const path of ['/search?q=lava', '/sites', `/web/${LAVA}`, `/raw/${LAVA}`]) {
      const { html, status } = await reader.get(path)
      shown.push(status === 200 && /lava\.example|eruptions/.test(html))
    }
    return shown
  }

  test('hides a site at once, everywhere, by a button, and shows it again', async () => {
    assert.deepEqual(await finds(), [true, true, true, true])
    const blocked = await admin.post('/admin/block', { what: 'lava.example', back: '/search?q=lava' })
    assert.equal(blocked.location, '/search?q=lava')
    assert.deepEqual(await finds(), [false, false, false, false])
    const { html } = await admin.get('/admin/blacklist')
    assert.match(html, /<td class="pattern">lava\.example<\/td><td>2<\/td>/)
    assert.match((await admin.get('/admin/blacklist.txt')).html, /^lava\.example # \d{4}-\d\d-\d\d$/m)
    await admin.post('/admin/unblock', { pattern: 'lava.example' })
    assert.deepEqual(await finds(), [true, true, true, true])
  })

  test('is edited as text; lines that cannot be meant are named and nothing changes', async () => {
    const was = async (): Promise<string> =>
      /name="was" value="(\w+)"/.exec((await admin.get('/admin/blacklist')).html)?.[1] ?? ''
    const good = '# ours\n*/print/*\n!lava.example\n'
    assert.equal(
      (await admin.post('/admin/blacklist', { text: good, was: await was() })).location,
      '/admin/blacklist?saved=1',
    )
    const reader = createVisitor(small.origin)
    assert.equal((await reader.get('/web/http://lava.example/print/volcano')).status, 404)
    assert.equal((await reader.get(`/web/${LAVA}`)).status, 200)
    const bad = await admin.post('/admin/blacklist', { text: 'fine.example\n*\n<b>x y</b>\n', was: await was() })
    assert.equal(bad.status, 409)
    assert.match(bad.html, /Line 2:[^]*Line 3:/)
    assert.match(bad.html, /&lt;b&gt;x y&lt;\/b&gt;/)
    assert.equal((await reader.get('/web/http://lava.example/print/volcano')).status, 404)
    // another tab saved meanwhile
    const old = await was()
    await admin.post('/admin/block', { what: 'other.example' })
    const late = await admin.post('/admin/blacklist', { text: '', was: old })
    assert.equal(late.status, 409)
    assert.match((await admin.get('/admin/blacklist')).html, /other\.example/)
    await admin.post('/admin/blacklist', { text: '', was: await was() })
  })

  test('merges with the file of another school', async () => {
    await admin.post('/admin/block', { what: 'ours.example' })
    const merged = await admin.upload('/admin/blacklist/merge', {
      name: '../x.txt',
      bytes: 'theirs.example\n!ours.example # 2099-01-01\n',
    })
    assert.equal(merged.location, '/admin/blacklist?saved=1')
    assert.match((await admin.get('/admin/blacklist.txt')).html, /^!ours\.example # 2099-01-01\ntheirs\.example$/m)
    assert.equal((await admin.upload('/admin/blacklist/merge', { name: 'x', bytes: '*\n' })).status, 409)
    assert.equal((await admin.post('/admin/block', { what: '*' })).status, 409)
  })

  test('holds again after a restart', async () => {
    const local = join(directory, 'restart')
    mkdirSync(local)
    const people = openPeople(join(local, 'local.db'))
    people.house.setBlacklist('lava.example\n')
    people.close()
    const portal = await startPortal({ directory: small.directory, port: 0, local, password: PASSWORD })
    try {
      const reader = createVisitor(portal.url.slice(0, -1))
      assert.equal((await reader.get(`/web/${LAVA}`)).status, 404)
      assert.doesNotMatch((await reader.get('/search?q=lava')).html, /href="\/web\/http:\/\/lava/)
    } finally {
      await portal.close()
    }
  })
})

describe('searches without result and wanted pages', () => {
  test('are shown, exported and cleared, without a word about who asked', async () => {
    const reader = createVisitor(small.origin)
    await reader.get('/search?q=qqzxphotosynthesis')
    await reader.get('/search?q=QQZXphotosynthesis')
    await reader.get('/web/http://nowhere.example/rain')
    await reader.post('/wish', { url: 'http://nowhere.example/rain' })
    const { html } = await admin.get('/admin/wishes')
    assert.match(html, /qqzxphotosynthesis<\/a><\/td><td>2<\/td>/i)
    assert.match(html, /http:\/\/nowhere\.example\/rain<\/a><\/td><td>1<\/td>/)
    const syllabus = await admin.get('/admin/wishes/syllabus.yaml')
    assert.match(syllabus.html, /^ {2}- name: "qqzxphotosynthesis"$/im)
    assert.match(syllabus.headers.get('content-disposition') ?? '', /syllabus\.yaml/)
    await admin.post('/admin/wishes/clear', { kind: 'search' })
    await admin.post('/admin/wishes/remove', { kind: 'page', text: 'http://nowhere.example/rain' })
    assert.doesNotMatch((await admin.get('/admin/wishes')).html, /qqzx|nowhere\.example/i)
  })
})

describe('the look of the portal', () => {
  test('its name and its featured pages change for everybody', async () => {
    await admin.post('/admin/title', { title: 'ห้องสมุด <b>' })
    await admin.post('/admin/featured', { topic: '', urls: `${LAVA}\nnonsense\nhttp://not-here.example/` })
    const { html } = await createVisitor(small.origin).get('/')
    assert.match(html, /<title>ห้องสมุด &lt;b&gt;<\/title>/)
    assert.match(html, /href="\/web\/http:\/\/lava\.example\/volcano"/)
    assert.match((await admin.get('/admin/featured')).html, /Not in this library/)
    await admin.post('/admin/feature', { url: 'http://rights1.example/page-1' })
    assert.match((await createVisitor(small.origin).get('/')).html, /rights1\.example\/page-1"/)
    await admin.post('/admin/title', { title: '' })
    assert.match((await createVisitor(small.origin).get('/')).html, /<title>Small library<\/title>/)
  })

  test('lessons that the administrator publishes are shown to everybody', async () => {
    const teacher = createVisitor(small.origin)
    await teacher.get('/lessons')
    const { location } = await teacher.post('/lessons', { title: 'For the whole school' })
    const id = location.split('/')[2]
    const reader = createVisitor(small.origin)
    assert.doesNotMatch((await reader.get('/lessons')).html, /whole school/)
    await admin.post('/admin/lessons/publish', { id, show: 'yes' })
    assert.match((await reader.get('/lessons')).html, /For the whole school/)
    assert.match((await reader.get('/')).html, /For the whole school/)
    await admin.post('/admin/lessons/publish', { id, show: 'no' })
    assert.doesNotMatch((await reader.get('/lessons')).html, /whole school/)
    await admin.post('/admin/lessons/delete', { id })
    assert.equal((await reader.get(`/lessons/${id}`)).status, 404)
  })
})

describe('topics', () => {
  test('get the names that readers use and the pages that the administrator puts first', async () => {
    const copy = join(directory, 'topics')
    cpSync(small.directory, copy, { recursive: true })
    rmSync(join(copy, 'local.db'), { force: true })
    // a library of one archive has no topics
    const index = openDatabase(join(copy, 'index.db'))
    index.exec(`
      INSERT INTO topics (id, slug, name, pages) VALUES (1, 'rights', 'Rights', 12);
      INSERT INTO page_topics SELECT 1, id, 0.5 FROM pages WHERE url LIKE 'http://rights%'`)
    index.close()
    const portal = await startPortal({ directory: copy, port: 0, password: PASSWORD })
    try {
      const origin = portal.url.slice(0, -1)
      const editor = await administrator(origin, PASSWORD)
      assert.match((await editor.get('/admin/topics')).html, /name="name\.rights"[^>]*placeholder="Rights"/)
      const named = await editor.post('/admin/topics', {
        'name.rights': 'สิทธิ <b>',
        'name.other': 'x',
        'name.__proto__': 'x',
      })
      assert.equal(named.location, '/admin/topics?saved=1')
      const reader = createVisitor(origin)
      for (const path of ['/', '/topics', '/topics/rights'])
        assert.match((await reader.get(path)).html, /สิทธิ &lt;b&gt;/, path)
      await editor.post('/admin/featured', { topic: 'rights', urls: LAVA })
      await editor.post('/admin/featured', { topic: 'no-such-topic', urls: LAVA })
      const [, first] = /<a class="title" href="\/web\/([^"]+)"/.exec((await reader.get('/topics/rights')).html) ?? []
      assert.equal(first, LAVA)
      assert.match((await editor.get('/admin/featured?topic=rights')).html, /<option value="rights" selected>/)
      await editor.post('/admin/topics', { 'name.rights': '' })
      assert.match((await reader.get('/topics/rights')).html, /<h1[^>]*>Rights/)
    } finally {
      await portal.close()
    }
  })
})

describe('the administrator’s pages', () => {
  test('are closed to readers, all of them', async () => {
    const reader = createVisitor(small.origin)
    await reader.get('/lessons')
    const pages = [
      '',
      '/blacklist',
      '/blacklist.txt',
      '/wishes',
      '/wishes/seeds.txt',
      '/wishes/syllabus.yaml',
      '/topics',
      '/featured',
      '/lessons',
      '/backup',
    ]
    for (const page of pages) assert.match((await reader.get(`/admin${page}`)).location, /^\/admin\/login\?back=/, page)
    await reader.get('/lessons')
    const actions = [
      'blacklist',
      'blacklist/merge',
      'block',
      'unblock',
      'wishes/remove',
      'wishes/clear',
      'topics',
      'featured',
      'feature',
      'lessons/publish',
      'lessons/delete',
      'title',
      'password',
    ]
    for (const action of actions)
      assert.equal((await reader.post(`/admin/${action}`, { what: 'lava.example' })).status, 403, action)
    assert.equal((await reader.get(`/web/${LAVA}`)).status, 200)
  })

  test('all answer, label every field, and use no inline style or script', async () => {
    for (const page of ['', '/blacklist', '/wishes', '/topics', '/featured', '/lessons']) {
      const { status, html } = await admin.get(`/admin${page}`)
      assert.equal(status, 200, page)
      assert.doesNotMatch(html, /\sstyle=|<style|\son\w+=|<script>/i, page)
      for (const [field] of html.matchAll(/<(?:input|textarea|select)\b[^>]*>/g)) {
        if (/type="hidden"|aria-label=/.test(field)) continue
        const id = /\bid="([^"]+)"/.exec(field)?.[1] ?? ''
        assert.ok(html.includes(`<label for="${id}">`), `${page}: ${field}`)
      }
    }
  })

  test('give all that people made as one file, from which it can be restored', async () => {
    const answer = await fetch(`${small.origin}/admin/backup`, {
      headers: { Cookie: [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    })
    assert.match(answer.headers.get('content-disposition') ?? '', /local \d{4}-\d\d-\d\d\.db"/)
    const path = join(directory, 'restored.db')
    writeFileSync(path, new Uint8Array(await answer.arrayBuffer()))
    const restored = openPeople(path)
    assert.equal(restored.rules().blacklist, openedBlacklist())
    restored.close()
  })

  const openedBlacklist = (): string => {
    const people = openPeople(join(small.directory, 'local.db'))
    const { blacklist } = people.rules()
    people.close()
    return blacklist
  }
})

describe('the password', () => {
  test('is changed by whoever knows it, and everybody else is logged out', async () => {
    const local = join(directory, 'password')
    mkdirSync(local)
    const portal = await startPortal({ directory: small.directory, port: 0, local })
    try {
      const origin = portal.url.slice(0, -1)
      assert.match(portal.password ?? '', /^[\w-]{17}$/)
      const first = await administrator(origin, portal.password ?? '')
      const second = await administrator(origin, portal.password ?? '')
      const change = (old: string, wanted: string, again = wanted) =>
        first.post('/admin/password', { old, new: wanted, again })
      assert.equal((await change('wrong', 'long enough')).status, 403)
      assert.equal((await change(portal.password ?? '', 'short')).status, 409)
      assert.equal((await change(portal.password ?? '', 'long enough', 'long enouhg')).status, 409)
      assert.equal((await change(portal.password ?? '', 'long enough')).location, '/admin?saved=1')
      assert.equal((await first.get('/admin')).status, 200)
      assert.equal((await second.get('/admin')).status, 303)
      await administrator(origin, 'long enough')
    } finally {
      await portal.close()
    }
  })

  test('cannot be guessed quickly', async () => {
    const local = join(directory, 'guess')
    mkdirSync(local)
    const portal = await startPortal({ directory: small.directory, port: 0, local, password: PASSWORD })
    try {
      const guesser = createVisitor(portal.url.slice(0, -1))
      await guesser.get('/admin/login')
      const begun = performance.now()
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, i) => guesser.post('/admin/login', { password: `guess ${i}` })),
      )
      // after three tries the wait doubles from 2 s, so a slow machine has time for more of them
      const doubled = Math.floor(Math.log2((performance.now() - begun) / 2000 + 1))
      assert.ok(answers.filter(({ status }) => status === 403).length <= 3 + doubled)
      const refused = answers.find(({ status }) => status === 429)
      assert.match(refused?.html ?? '', /Too many tries\. Wait \d+ seconds/)
      assert.ok(Number(refused?.headers.get('retry-after')) > 0)
      // the right password has to wait as well, so that waiting says nothing
      for (let wait = 0; wait < 4;) {
        const { status, headers } = await guesser.post('/admin/login', { password: 'one more' })
        wait = status === 429 ? Number(headers.get('retry-after')) : 0
        await new Promise(resolve => setTimeout(resolve, 50))
      }
      assert.equal((await guesser.post('/admin/login', { password: PASSWORD })).status, 429)
    } finally {
      await portal.close()
    }
  })
})

test('on a medium that cannot be written, reading works and the rest says why it does not', async () => {
  const portal = await startPortal({
    directory: small.directory,
    port: 0,
    local: join(directory, 'no', 'such', 'directory'),
  })
  try {
    assert.equal(portal.isWritable, false)
    assert.equal(portal.password, null)
    const reader = createVisitor(portal.url.slice(0, -1))
    assert.equal((await reader.get('/search?q=lava')).status, 200)
    const page = await reader.get(`/web/${LAVA}`)
    assert.equal(page.status, 200)
    assert.doesNotMatch(page.html, /Bookmark this page/)
    for (const path of ['/bookmarks', '/lessons', '/admin/login']) {
      const { status, html } = await reader.get(path)
      assert.equal(status, 200)
      assert.match(html, /read-only medium/)
    }
  } finally {
    await portal.close()
  }
})
