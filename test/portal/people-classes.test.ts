import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join as pathOf } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { PASSWORD, serveSmall, type SmallPortal } from './serve-small.js'
import { createVisitor, type Visitor } from './visitor.js'

const LAVA = 'http://lava.example/volcano'
const RIGHTS = 'http://rights1.example/page-1'
const HOSTILE = '<img src=x onerror=alert(1)>"\'\u202e'

let small: SmallPortal
let teacher: Visitor
let lesson = ''
before(async () => {
  small = await serveSmall()
  teacher = createVisitor(small.origin)
  await teacher.get('/lessons')
  const made = await teacher.post('/lessons', { title: 'Fire' })
  lesson = made.location.replace(/\/edit.*$/, '')
  await teacher.post(lesson, { address: LAVA })
  await teacher.post(lesson, { task: 'Why is lava hot?' })
  await teacher.post(lesson, { address: RIGHTS })
})
after(() => small.close())

async function switchClasses(on: 'yes' | 'no'): Promise<Visitor> {
  const admin = createVisitor(small.origin)
  await admin.get('/admin/login')
  await admin.post('/admin/login', { password: PASSWORD })
  await admin.get('/admin/classes')
  assert.equal((await admin.post('/admin/classes', { on })).status, 303)
  return admin
}

async function openClass(name: string): Promise<{ path: string; code: string }> {
  await teacher.get('/classes')
  const { location } = await teacher.post('/classes', { name, lesson: lesson.slice(9) })
  const [, code = ''] = /class-code">([a-z2-9]{6})</.exec((await teacher.get(location)).html) ?? []
  assert.notEqual(code, '')
  return { path: location, code }
}

async function join(code: string, nickname: string): Promise<Visitor> {
  const pupil = createVisitor(small.origin)
  await pupil.get(`/join?code=${code}`)
  const joined = await pupil.post('/join', { code, nickname })
  assert.equal(joined.location, '/class', `${joined.status}`)
  const cookie = joined.headers.getSetCookie().find(one => one.startsWith('longtail-pupil=')) ?? ''
  assert.match(cookie, /^longtail-pupil=[\w-]{22}; Path=\/; .*HttpOnly; SameSite=Lax$/)
  return pupil
}

const taskIn = (html: string): string => /name="answer\.(\d+)"/.exec(html)?.[1] ?? ''

describe('classes', () => {
  test('are not there until the administrator switches them on', async () => {
    const reader = createVisitor(small.origin)
    for (const path of ['/classes', '/join', '/class']) assert.equal((await reader.get(path)).status, 404, path)
    await reader.get('/lessons')
    assert.equal((await reader.post('/classes', { name: 'x' })).status, 404)
    assert.doesNotMatch((await reader.get('/lessons')).html, /href="\/classes"/)
    const admin = await switchClasses('yes')
    assert.match((await admin.get('/admin/classes')).html, /Classes are switched on/)
    assert.equal((await reader.get('/classes')).status, 200)
    assert.match((await reader.get('/lessons')).html, /href="\/classes"/)
  })

  test('of thirty pupils join, read and answer, and the teacher sees it', async () => {
    const { path, code } = await openClass('Class 7b')
    const pupils = await Promise.all(
      Array.from({ length: 30 }, async (_, i) => {
        const pupil = await join(
          i % 2 === 0 ? code : ` ${code.slice(0, 3).toUpperCase()}-${code.slice(3)} `,
          `pupil ${i}`,
        )
        const { html } = await pupil.get('/class')
        assert.match(html, new RegExp(`You are “pupil ${i}” in this class`))
        await pupil.get(`/web/${LAVA}`)
        if (i < 10) await pupil.get(`/web/${RIGHTS}`)
        // not of the lesson: nobody's business
        await pupil.get('/web/http://thai.example/page-1')
        await pupil.get('/class')
        const sent = await pupil.post('/class/answers', {
          [`answer.${taskIn(html)}`]: `Because of the mantle, says ${i}`,
        })
        assert.equal(sent.location, '/class?sent=1')
        return pupil
      }),
    )
    const { html } = await teacher.get(path)
    assert.match(html, /30 pupils/)
    for (let i = 0; i < 30; i++) {
      assert.match(html, new RegExp(`<th scope="row" class="pattern">pupil ${i}</th><td>${i < 10 ? 2 : 1} of 2</td>`))
      assert.match(html, new RegExp(`Because of the mantle, says ${i}<`))
    }
    assert.equal(html.match(/<td class="yes">/g)?.length, 40)
    assert.doesNotMatch(html, /thai\.example/)
    // an answer can be changed and taken back
    const seen = (await pupils[3].get('/class')).html
    assert.match(seen, /says 3<\/textarea>/)
    await pupils[3].post('/class/answers', { [`answer.${taskIn(seen)}`]: '' })
    assert.doesNotMatch((await teacher.get(path)).html, /says 3</)
    // a pupil sees neither the others nor the teacher's page
    assert.doesNotMatch(seen, /pupil 4|says 4/)
    assert.equal((await pupils[3].get(path)).status, 404)
    assert.equal((await pupils[3].post(path, { do: 'delete', sure: 'yes' })).status, 404)
    const again = createVisitor(small.origin)
    await again.get('/join')
    const taken = await again.post('/join', { code, nickname: 'PUPIL 3' })
    assert.equal(taken.status, 409)
    assert.match(taken.html, /already has this nickname/)
  })

  test('show hostile nicknames and answers as text', async () => {
    const { path, code } = await openClass(`Class ${HOSTILE}`)
    const pupil = await join(code, HOSTILE.slice(0, 28))
    const { html } = await pupil.get('/class')
    await pupil.post('/class/answers', { [`answer.${taskIn(html)}`]: HOSTILE, 'answer.99999': 'x', 'answer.x': 'y' })
    for (const seen of [html, (await teacher.get(path)).html, (await pupil.get('/class')).html]) {
      assert.match(seen, /&lt;img src=x/)
      assert.doesNotMatch(seen, /<img src=x|\u202e/)
    }
    for (const nickname of ['', '   ', '\u202e\u0000', '...'])
      assert.equal((await pupil.post('/join', { code, nickname })).status, 409, JSON.stringify(nickname))
  })

  test('take no form without the token, and no cookie that was made up', async () => {
    const { path, code } = await openClass('Tokens')
    const pupil = await join(code, 'Somchai')
    const { html } = await pupil.get('/class')
    const forged = await fetch(`${small.origin}/class/answers`, {
      method: 'POST',
      headers: { Origin: 'http://evil.example', Cookie: [...pupil.cookies].map(([a, b]) => `${a}=${b}`).join('; ') },
      body: new URLSearchParams({ [`answer.${taskIn(html)}`]: 'forged' }),
    })
    assert.equal(forged.status, 403)
    const untokened = await pupil.post('/class/answers', { token: 'x', [`answer.${taskIn(html)}`]: 'forged' })
    assert.equal(untokened.status, 403)
    assert.doesNotMatch((await teacher.get(path)).html, /forged/)
    pupil.cookies.set('longtail-pupil', "' OR '1'='1")
    assert.equal((await pupil.get('/class')).location, '/join')
    await pupil.get(`/web/${LAVA}`)
    assert.doesNotMatch((await teacher.get(path)).html, /class="yes"/)
  })

  test('can be closed, lose a pupil, and go with all their data', async () => {
    const { path, code } = await openClass('Short-lived')
    const pupil = await join(code, 'Zuberi-the-vanishing')
    const { html } = await pupil.get('/class')
    await pupil.post('/class/answers', { [`answer.${taskIn(html)}`]: 'an answer that vanishes' })
    await teacher.post(path, { do: 'close' })
    const late = createVisitor(small.origin)
    await late.get('/join')
    assert.equal((await late.post('/join', { code, nickname: 'late' })).status, 409)
    const [, number = ''] = /name="pupil" value="(\d+)"/.exec((await teacher.get(path)).html) ?? []
    const other = await openClass('Other')
    await teacher.post(other.path, { do: 'remove', pupil: number })
    assert.match((await teacher.get(path)).html, /Zuberi/, 'it is a pupil of another class')
    await teacher.post(path, { do: 'delete' })
    assert.equal((await teacher.get(path)).status, 200)
    await teacher.post(path, { do: 'delete', sure: 'yes' })
    assert.equal((await teacher.get(path)).status, 404)
    assert.equal((await pupil.get('/class')).location, '/join')
    const kept = readFileSync(pathOf(small.directory, 'local.db')).toString('latin1')
    assert.doesNotMatch(kept, /Zuberi|an answer that vanishes/)
    assert.match(kept, /pupil 29/)
  })

  test('are not found by guessing codes', async () => {
    const guesser = createVisitor(small.origin)
    await guesser.get('/join')
    const statuses: number[] = []
    for (let i = 0; i < 30; i++)
      statuses.push((await guesser.post('/join', { code: `zzzz${i}`, nickname: 'x' })).status)
    assert.equal(statuses[0], 409)
    assert.equal(statuses.at(-1), 429)
    assert.ok(statuses.filter(status => status === 409).length <= 25, statuses.join(' '))
  })

  test('that are switched off are gone from every page, and their data stays for the administrator to delete', async () => {
    const admin = await switchClasses('no')
    assert.equal((await teacher.get('/classes')).status, 404)
    assert.doesNotMatch((await teacher.get(lesson)).html, /\/classes/)
    assert.match((await admin.get('/admin/classes')).html, /Class 7b/)
  })
})
