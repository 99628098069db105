import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createVisitor, type Visitor } from './visitor.js'
import { PASSWORD, serveSmall, type SmallPortal } from './serve-small.js'

let small: SmallPortal
before(async () => {
  small = await serveSmall({
    limits: { posts: { perSecond: 100, burst: 2_000 }, searches: { perSecond: 50, burst: 500 } },
  })
})
after(() => small.close())

const LAVA = 'http://lava.example/volcano'
const RIGHTS = 'http://rights1.example/page-1'
const HOSTILE = '<img src=x onerror=alert(1)>"\'&\u202e'

/** In the order of the page. */
function listed(html: string): string[] {
  return [...html.matchAll(/<a class="title[^"]*" href="\/web\/([^"]+)"/g)].map(([, url]) => url)
}

async function teacher(): Promise<Visitor> {
  const visitor = createVisitor(small.origin)
  await visitor.get(`/web/${LAVA}`)
  return visitor
}

/** A lesson of two pages; its path. */
async function madeLesson(visitor: Visitor, title = 'Fire'): Promise<string> {
  for (const url of [LAVA, RIGHTS]) await visitor.post('/bookmarks', { url, title: 'x' })
  const { location } = await visitor.post('/bookmarks/lesson', { title })
  return location.replace(/\/edit$/, '')
}

const itemsIn = (html: string): string[] => [...html.matchAll(/name="note\.(\d+)"/g)].map(([, id]) => id)

describe('a result', () => {
  test('goes into the lesson in hand by one click, whose title is the search, and the reader stays where it is', async () => {
    const visitor = createVisitor(small.origin)
    const search = '/search?q=rights'
    const results = await visitor.get(search)
    const urls = [...results.html.matchAll(/<button[^>]* form="to-lesson" name="url" value="([^"]+)"/g)].map(
      ([, url]) => url,
    )
    assert.ok(urls.length >= 3, String(urls.length))
    for (const url of urls.slice(0, 3)) {
      const [, lesson = ''] = /<option value="([^"]*)"/.exec((await visitor.get(search)).html) ?? []
      const added = await visitor.post('/add-to-lesson', { url, lesson, back: search })
      assert.match(added.location, /^\/search\?q=rights#page-\d+$/)
      assert.ok(
        (await visitor.get(search)).html.includes(`id="${added.location.split('#')[1]}" tabindex="-1">✓ In the lesson`),
      )
    }
    const { html } = await visitor.get(search)
    assert.match(html, /“rights”: 3 pages/)
    const [, print = ''] = /href="(\/lessons\/[\w-]{22}\/print)"/.exec(html) ?? []
    const paper = (await visitor.get(print)).html
    assert.equal(paper.match(/<section><h2>/g)?.length, 3)
    for (const url of urls.slice(0, 3)) assert.ok(paper.includes(`<p class="address">${url}</p>`), url)
    assert.equal((await visitor.get('/lessons')).html.match(/<a href="\/lessons\/[\w-]{22}">/g)?.length, 1)
  })

  test('is never added for somebody else, nor with a way back that leads out', async () => {
    const visitor = await teacher()
    const lesson = (await madeLesson(visitor)).slice(9)
    const other = createVisitor(small.origin)
    await other.get('/search?q=rights')
    await other.post('/add-to-lesson', { url: 'http://thai.example/page-1', lesson })
    assert.deepEqual(listed((await visitor.get(`/lessons/${lesson}`)).html), [LAVA, RIGHTS])
    const away = await other.post('/add-to-lesson', { url: LAVA, back: '//evil.example/search?q=x' })
    assert.match(away.location, /^\/lessons\/[\w-]{22}\/edit\?said=added$/)
  })
})

describe('bookmarks', () => {
  test('are kept from the page, listed with the title of the library, and removed', async () => {
    const visitor = await teacher()
    assert.equal(visitor.cookies.size, 0)
    const kept = await visitor.post('/bookmarks', {
      url: LAVA,
      title: 'a title that the form made up',
      back: `/web/${LAVA}`,
    })
    assert.deepEqual([kept.status, kept.location], [303, `/web/${LAVA}`])
    assert.equal(visitor.cookies.size, 1)
    assert.match((await visitor.get(`/web/${LAVA}`)).html, /Remove the bookmark/)
    const { html } = await visitor.get('/bookmarks')
    assert.deepEqual(listed(html), [LAVA])
    assert.match(html, /Volcanoes &lt;and&gt; lava|Volcanoes  ?lava/)
    assert.doesNotMatch(html, /made up/)
    assert.deepEqual(listed((await createVisitor(small.origin).get('/bookmarks')).html), [])
    await visitor.post('/bookmarks/remove', { remove: LAVA })
    assert.deepEqual(listed((await visitor.get('/bookmarks')).html), [])
  })

  test('with hostile titles and addresses do no harm', async () => {
    const visitor = await teacher()
    await visitor.post('/bookmarks', { url: 'http://not-here.example/x', title: HOSTILE })
    const { html } = await visitor.get('/bookmarks')
    assert.match(html, /&lt;img src=x/)
    assert.doesNotMatch(html, /<img src=x|\u202e/)
    assert.match(html, /Not in this library/)
    for (const url of ['javascript:alert(1)', '', 'x'.repeat(5_000)])
      assert.equal((await visitor.post('/bookmarks', { url, title: '' })).status, 409)
    const elsewhere = await visitor.post('/bookmarks', { url: LAVA, back: '//evil.example/' })
    assert.equal(elsewhere.location, '/bookmarks')
  })

  test('of a shelf that somebody made up are not those of another', async () => {
    const visitor = await teacher()
    visitor.cookies.set('longtail-shelf', "' OR '1'='1")
    await visitor.get('/bookmarks')
    await visitor.post('/bookmarks', { url: LAVA, title: '' })
    assert.match(visitor.cookies.get('longtail-shelf') ?? '', /^[\w-]{22}$/)
    assert.deepEqual(listed((await visitor.get('/bookmarks')).html), [LAVA])
  })
})

describe('a lesson', () => {
  test('is made of bookmarks, ordered, noted, shown and printed', async () => {
    const visitor = await teacher()
    const lesson = await madeLesson(visitor, 'ไฟ & lava')
    const edit = await visitor.get(`${lesson}/edit`)
    assert.deepEqual(listed(edit.html), [LAVA, RIGHTS])
    const [first, second] = itemsIn(edit.html)
    const moved = await visitor.post(lesson, {
      do: `up.${second}`,
      [`note.${first}`]: 'Read\r\nthis',
      notes: HOSTILE,
      title: 'ไฟ & lava 2',
    })
    assert.equal(moved.location, `${lesson}/edit?said=saved`)
    const shown = await visitor.get(lesson)
    assert.deepEqual(listed(shown.html), [RIGHTS, LAVA])
    assert.match(shown.html, /<h1>ไฟ &amp; lava 2<\/h1>/)
    assert.match(shown.html, /<p class="notes">Read\nthis<\/p>/)
    assert.doesNotMatch(shown.html, /<img src=x/)
    const printed = await visitor.get(`${lesson}/print`)
    assert.match(printed.html, /<p class="address">http:\/\/lava\.example\/volcano<\/p>/)
    assert.match(printed.html, /<p>Lava flows cool down and become rock\./)
    assert.doesNotMatch(printed.html, /<nav|<form|<script(?! src="\/assets\/)/)
    assert.match((await visitor.get('/lessons')).html, /ไฟ &amp; lava 2/)
  })

  test('is read by everybody who has the link, and changed by nobody else', async () => {
    const visitor = await teacher()
    const lesson = await madeLesson(visitor)
    const pupil = createVisitor(small.origin)
    const seen = await pupil.get(lesson)
    assert.equal(seen.status, 200)
    assert.doesNotMatch(seen.html, /\/edit/)
    assert.equal((await pupil.get(`${lesson}/edit`)).location, `${lesson}?locked=1`)
    await pupil.get(`/web/${LAVA}`)
    const tries: Record<string, string>[] = [
      { title: 'mine' },
      { title: 'mine', key: lesson.slice(9) },
      { do: 'delete', sure: 'yes' },
    ]
    for (const fields of tries) assert.equal((await pupil.post(lesson, fields)).status, 403)
    assert.match((await visitor.get(lesson)).html, /<h1>Fire<\/h1>/)
    assert.doesNotMatch((await pupil.get('/lessons')).html, /Fire/)
    assert.equal((await pupil.get('/lessons/AAAAAAAAAAAAAAAAAAAAAA')).status, 404)
    assert.equal((await pupil.get('/lessons/..%2f..%2fetc')).status, 404)
  })

  test('is changed by whoever has the edit link', async () => {
    const visitor = await teacher()
    const lesson = await madeLesson(visitor)
    const link = /\/lessons\/[\w-]+\/edit\/[\w-]+/.exec((await visitor.get(`${lesson}/edit`)).html)?.[0] ?? ''
    const colleague = createVisitor(small.origin)
    const edit = await colleague.get(link)
    assert.equal(edit.status, 200)
    const key = link.split('/').at(-1) ?? ''
    const saved = await colleague.post(lesson, { key, title: 'Fire and rights', do: 'save' })
    assert.equal(saved.location, `${link}?said=saved`)
    assert.match((await visitor.get(lesson)).html, /<h1>Fire and rights<\/h1>/)
    await colleague.post(lesson, { key, do: 'delete' })
    assert.equal((await visitor.get(lesson)).status, 200)
    await colleague.post(lesson, { key, do: 'delete', sure: 'yes' })
    assert.equal((await visitor.get(lesson)).status, 404)
  })

  test('does not take back an old note when an old tab moves a page', async () => {
    const visitor = await teacher()
    const lesson = await madeLesson(visitor)
    const { html } = await visitor.get(`${lesson}/edit`)
    const [first, second] = itemsIn(html)
    const was = new RegExp(`name="was\\.${first}" value="(\\w+)"`).exec(html)?.[1] ?? ''
    assert.notEqual(was, '')
    await visitor.post(lesson, { [`note.${first}`]: 'new', [`was.${first}`]: was })
    await visitor.post(lesson, { do: `up.${second}`, [`note.${first}`]: '', [`was.${first}`]: was })
    const shown = (await visitor.get(lesson)).html
    assert.match(shown, /<p class="notes">new<\/p>/)
    assert.deepEqual(listed(shown), [RIGHTS, LAVA])
  })

  test('takes pages from the bar and by address, and wishes for those that are not here', async () => {
    const visitor = await teacher()
    const made = await visitor.post('/add-to-lesson', { url: LAVA, title: 'x', back: `/web/${LAVA}` })
    assert.equal(made.location, `/web/${LAVA}`)
    const [, lesson = ''] =
      /<a class="in-lesson" href="([^"]+)">✓ In the lesson/.exec((await visitor.get(made.location)).html) ?? []
    const again = await visitor.post('/add-to-lesson', { url: RIGHTS, lesson: lesson.slice(9) })
    assert.equal(again.location, `${lesson}/edit?said=added`)
    assert.match((await visitor.get(again.location)).html, /The page was added\./)
    await visitor.post(lesson, { address: 'thai.example/page-1' })
    await visitor.post(lesson, { address: `${small.origin}/web/http://thai.example/page-2` })
    const wanted = await visitor.post(lesson, { address: 'http://nowhere.example/rain' })
    assert.match(wanted.location, /said=added$/)
    assert.match((await visitor.post(lesson, { address: 'javascript:alert(1)' })).location, /said=address$/)
    const { html } = await visitor.get(lesson)
    assert.deepEqual(listed(html), [
      LAVA,
      RIGHTS,
      'http://thai.example/page-1',
      'http://thai.example/page-2',
      'http://nowhere.example/rain',
    ])
    assert.equal(html.match(/Not in this library/g)?.length, 1)
    const admin = createVisitor(small.origin)
    await admin.get('/admin/login')
    await admin.post('/admin/login', { password: PASSWORD })
    assert.match(
      (await admin.get('/admin/wishes/seeds.txt')).html,
      /^http:\/\/nowhere\.example\/rain # wanted 1 time$/m,
    )
  })

  test('has questions between its pages, in the order that was dragged', async () => {
    const visitor = await teacher()
    const lesson = await madeLesson(visitor)
    await visitor.post(lesson, { task: `Why is lava hot? ${HOSTILE}` })
    const [first, second, task] = itemsIn((await visitor.get(`${lesson}/edit`)).html)
    await visitor.post(lesson, { order: `${second}.${task}.7.x.${second}` })
    const { html } = await visitor.get(lesson)
    assert.deepEqual(itemsIn((await visitor.get(`${lesson}/edit`)).html), [second, task, first])
    assert.deepEqual(listed(html), [RIGHTS, LAVA])
    assert.match(html, /page-1"[^]*<p class="notes">Why is lava hot\?[^]*\/volcano"/)
    assert.doesNotMatch(html, /<img src=x|\u202e/)
    assert.match((await visitor.get(`${lesson}/print`)).html, /<section class="task">[^]*Why is lava hot/)
    assert.match((await visitor.get('/lessons')).html, /Fire<\/a> <span class="meta">2 pages/)
    const file = await visitor.get(`${lesson}/file`)
    const copied = await visitor.upload('/import-lesson', { name: 'x.json', bytes: file.html })
    assert.equal((await visitor.get(`${copied.location}/file`)).html, file.html)
    await visitor.post(lesson, { [`note.${task}`]: '' })
    assert.doesNotMatch((await visitor.get(lesson)).html, /Why is lava hot/)
  })

  test('says that pupils cannot reach a portal that listens to this machine alone', async () => {
    const visitor = await teacher()
    const { html } = await visitor.get(await madeLesson(visitor))
    assert.match(html, /Only this computer can reach the portal[^]*--host 0\.0\.0\.0/)
    assert.doesNotMatch(html, /<svg class="qr"/)
  })

  test('travels as a file, the same to the byte, and as a page for people without a portal', async () => {
    const visitor = await teacher()
    const lesson = await madeLesson(visitor, 'วงจรไฟ ../../x')
    const file = await visitor.get(`${lesson}/file`)
    assert.match(
      file.headers.get('content-disposition') ?? '',
      /^attachment; filename="[\w .]+"; filename\*=UTF-8''%E0%B8%A7[\w%.-]+\.lesson\.json$/,
    )
    const other = createVisitor(small.origin)
    await other.get('/lessons')
    const imported = await other.upload('/import-lesson', { name: '../../evil.json', bytes: file.html })
    assert.match(imported.location, /^\/lessons\/[\w-]{22}$/)
    assert.notEqual(imported.location, lesson)
    assert.equal((await other.get(`${imported.location}/file`)).html, file.html)
    const page = await other.get(`${imported.location}/page`)
    assert.match(page.headers.get('content-disposition') ?? '', /\.html$/)
    assert.match(page.html, /<a href="http:\/\/lava\.example\/volcano">/)
    assert.match(page.html, /Geologists compare the rock of many eruptions/)
    assert.doesNotMatch(page.html, /\/assets\/|<script|127\.0\.0\.1/)
  })

  test('that is none is refused with a reason, and nothing is made of it', async () => {
    const visitor = createVisitor(small.origin)
    await visitor.get('/lessons')
    for (const bytes of [
      '',
      '{}',
      '['.repeat(300_000),
      '{"format":"longtail-lesson","version":1,"items":7}',
      '\u0000\u0001',
    ]) {
      const refused = await visitor.upload('/import-lesson', { name: 'x.json', bytes })
      assert.equal(refused.status, 409)
      assert.match(refused.html, /not a lesson that this portal can read/)
    }
    const partly = {
      format: 'longtail-lesson',
      version: 1,
      title: 'x',
      items: [{ url: 'javascript:1' }, { url: LAVA }],
    }
    const imported = await visitor.upload('/import-lesson', { name: 'x.json', bytes: JSON.stringify(partly) })
    assert.match(imported.location, /\?left=1$/)
    assert.match((await visitor.get(imported.location)).html, /left out: 1\./)
  })

  test('is copied by a reader who wants to change it', async () => {
    const visitor = await teacher()
    const lesson = await madeLesson(visitor)
    const pupil = createVisitor(small.origin)
    await pupil.get(lesson)
    const { location } = await pupil.post(`${lesson}/copy`, {})
    assert.match(location, /^\/lessons\/[\w-]{22}\/edit$/)
    assert.deepEqual(listed((await pupil.get(location)).html), [LAVA, RIGHTS])
  })
})

test('bookmarks and lessons speak the reader’s language', async () => {
  const visitor = createVisitor(small.origin, 'th')
  assert.match((await visitor.get('/bookmarks')).html, /คุณยังไม่มีที่คั่นหน้า/)
  assert.match((await createVisitor(small.origin, 'sw').get('/lessons')).html, /Bado hujatengeneza somo/)
  assert.match((await createVisitor(small.origin, 'hi').get('/lessons')).html, /आपने अभी कोई पाठ नहीं बनाया/)
})
