import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { startPortal } from '../../src/portal/server/index.js'
import { readWishes } from '../../src/portal/updates/index.js'
import { scratch } from '../archive/samples.js'
import { runCli } from '../crawl/run-cli.js'
import { build, htmlOf, warcOf } from './build-samples.js'
import { filesOf, pageUrl, startSending } from './update-samples.js'

test('a portal that is served takes an update by command, and shows it without a restart', async t => {
  const sending = await startSending(scratch(t))
  const whole = await sending.pack('whole.ltu')
  assert.equal((await runCli('portal', 'apply', sending.school, whole.file)).code, 0)
  const portal = await startPortal({ directory: sending.school, port: 0, password: 'a password for tests' })
  t.after(() => portal.close())
  const textAt = async (path: string): Promise<string> => (await fetch(portal.url + path)).text()
  // the archive is open now, with the end that it has
  assert.doesNotMatch(await textAt(`raw/${pageUrl(9)}`), /edition1/)
  await sending.change([9], 'same file')
  const update = await sending.pack('update.ltu', whole.state)
  const { code, stdout } = await runCli('portal', 'apply', sending.school, update.file, '--json')
  assert.equal(code, 0)
  const { applied, state, before } = JSON.parse(stdout) as Record<string, unknown>
  assert.deepEqual([applied, state, before], [true, update.state, whole.state])
  let seen = false
  for (let i = 0; i < 100 && !seen; i++) {
    await setTimeout(100)
    seen =
      (await textAt('search?q=edition1')).includes(pageUrl(9)) &&
      (await textAt(`raw/${pageUrl(9)}`)).includes('edition1')
  }
  assert.ok(seen)
  // and the page as it was before is still there
  assert.doesNotMatch(await textAt(`raw/20260101100000/${pageUrl(9)}`), /edition1/)
})

test('a start removes what a kill left behind, and no file of others', async t => {
  const sending = await startSending(scratch(t))
  sending.apply((await sending.pack('whole.ltu')).file)
  const before = filesOf(sending.school)
  const archives = join(sending.school, 'archives')
  const left = [
    'index.db.update',
    'index.db.update-journal',
    'archives/0123456789-x.warc.arriving',
    'archives/0123456789-x.warc',
  ]
  for (const name of left) writeFileSync(join(sending.school, name), 'half')
  writeFileSync(join(archives, 'notes.txt'), 'of somebody')
  await (await startPortal({ directory: sending.school, port: 0, password: 'a password for tests' })).close()
  const { 'local.db': local, 'archives/notes.txt': notes, ...after } = filesOf(sending.school)
  assert.deepEqual(after, before)
  assert.ok(local !== '' && notes !== '')
})

test('commands say what to do next', async t => {
  const sending = await startSending(scratch(t))
  const key = join(sending.root, 'other.key')
  const file = join(sending.root, 'whole.ltu')
  const shown = await runCli('portal', 'key', key, '--json')
  const { key: text, isNew } = JSON.parse(shown.stdout) as { key: string; isNew: boolean }
  assert.ok(isNew)
  const packed = await runCli('portal', 'pack', sending.portal, '--out', file, '--key', key, '--json')
  assert.equal((JSON.parse(packed.stdout) as { key: string }).key, text)
  const foreign = await runCli('portal', 'apply', sending.school, file)
  assert.deepEqual([foreign.code, foreign.stdout], [1, ''])
  assert.match(
    foreign.stderr,
    /^E_UPDATE: .*does not trust: if you know that this is the key of the sender, run "longtail portal trust /,
  )
  const nobody = await runCli('portal', 'apply', join(sending.root, 'nowhere'), file)
  assert.match(nobody.stderr, /trusts no sender yet: ask the sender for the key/)
  assert.equal((await runCli('portal', 'trust', sending.school, text)).code, 0)
  assert.equal((await runCli('portal', 'apply', sending.school, file)).code, 0)
  assert.match((await runCli('portal', 'apply', sending.school, file)).stdout, /already: nothing to do/)
  const states = await runCli('portal', 'states', sending.school)
  assert.match(states.stdout, new RegExp(`^it has state [0-9a-f]{16} of 20.*\n(?:trusts .*\n)*trusts ${text}\n$`))
  assert.equal((await runCli('portal', 'pack', sending.portal, '--out', file, '--pieces', 'x')).code, 2)
  const wrong = await runCli('portal', 'pack', sending.root, '--out', file)
  assert.match(wrong.stderr, /is not a portal/)
})

test('wishes of readers become a signed file, and seeds', async t => {
  const sending = await startSending(scratch(t))
  sending.apply((await sending.pack('whole.ltu')).file)
  const portal = await startPortal({ directory: sending.school, port: 0, password: 'a password for tests' })
  const page = await fetch(`${portal.url}web/http://wanted.example/page`)
  assert.equal(page.status, 404)
  const html = await page.text()
  const body = new URLSearchParams({ url: 'http://wanted.example/page' })
  for (const [, name, value] of html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g))
    body.set(name, value)
  const cookie = page.headers
    .getSetCookie()
    .map(one => one.split(';')[0])
    .join('; ')
  await fetch(`${portal.url}wish`, { method: 'POST', body, headers: { cookie, origin: portal.url.slice(0, -1) } })
  await fetch(`${portal.url}search?q=quetzalcoatl`)
  await portal.close()
  const file = join(sending.root, 'wishes.ltu')
  const key = join(sending.root, 'school.key')
  const written = await runCli('portal', 'wishes', sending.school, '--out', file, '--key', key)
  assert.equal(written.code, 0, written.stderr)
  const list = readWishes(file)
  assert.deepEqual(
    list.pages.map(({ text }) => text),
    ['http://wanted.example/page'],
  )
  assert.deepEqual(
    list.searches.map(({ text }) => text),
    ['quetzalcoatl'],
  )
  const seeds = join(sending.root, 'seeds.txt')
  assert.equal((await runCli('portal', 'wishes', file, '--from', list.key, '--out', seeds)).code, 0)
  assert.match(readFileSync(seeds, 'utf8'), /^http:\/\/wanted\.example\/page # wanted 1 time$/m)
  assert.match((await runCli('portal', 'wishes', file, '--searches')).stdout, /query: "quetzalcoatl"/)
  const other = (await runCli('portal', 'key', join(sending.root, 'another.key'))).stdout.trim()
  assert.match((await runCli('portal', 'wishes', file, '--from', other)).stderr, /is signed by .*, not by /)
})

test('a page shows the dates of its other versions, and opens them', async t => {
  const root = scratch(t)
  const archive = join(root, 'three.warc')
  const url = 'http://news.example/'
  const picture = 'http://news.example/logo.png'
  const bodyOf = (word: string): string => `${htmlOf(1, ['/old'])}<p>${word}</p><img src="/logo.png">`
  const dates = ['2026-01-01T10:00:00Z', '2026-02-01T10:00:00Z', '2026-03-01T10:00:00Z', '2026-03-01T18:00:00Z']
  const words = ['winter', 'winter', 'spring', 'summer']
  writeFileSync(
    archive,
    warcOf([
      ...dates.map((date, i) => ({
        url,
        date,
        body: bodyOf(words[i]),
        digest: `sha1:${words[i].toUpperCase()}AAAAAAAAAA`,
      })),
      { url: picture, date: dates[0], type: 'image/png', body: 'old picture' },
      { url: picture, date: dates[3], type: 'image/png', body: 'new picture' },
      { url: 'http://news.example/once', body: htmlOf(2) },
      { url: 'http://news.example/old', date: dates[0], status: 301, location: url },
    ]),
  )
  const out = join(root, 'library')
  await build(out, [archive])
  const portal = await startPortal({ directory: out, port: 0, password: 'a password for tests' })
  t.after(() => portal.close())
  const textAt = async (path: string): Promise<string> => (await fetch(portal.url + path)).text()
  const latest = await textAt(`web/${url}`)
  assert.match(latest, /Other versions \(2\)/)
  assert.match(latest, /href="\/web\/20260301100000\/http:\/\/news\.example\/">Mar 1, 2026</)
  // of captures with the same content the last stands for all
  assert.match(latest, /href="\/web\/20260201100000\/http:\/\/news\.example\/">Feb 1, 2026</)
  assert.doesNotMatch(latest, /earlier version|20260101/)
  const winter = await textAt(`web/20260115000000/${url}`)
  assert.match(winter, /This is an earlier version\. <a href="\/web\/http:\/\/news\.example\/">Show the latest</)
  assert.match(winter, /src="\/raw\/20260115000000\/http:\/\/news\.example\/"/)
  const raw = await textAt(`raw/20260115000000/${url}`)
  assert.match(raw, /winter/)
  // images and links of the page are those of then
  assert.match(raw, /src="\/raw\/20260115000000\/http:\/\/news\.example\/logo\.png"/)
  assert.match(raw, /href="\/web\/20260115000000\/http:\/\/news\.example\/old"/)
  assert.equal(await textAt(`raw/20260115000000/${picture}`), 'old picture')
  assert.equal(await textAt(`raw/${picture}`), 'new picture')
  assert.match(await textAt(`raw/20260301100000/${url}`), /spring/)
  // before the first and after the last
  assert.match(await textAt(`raw/19990101000000/${url}`), /winter/)
  assert.match(await textAt(`raw/20300101000000/${url}`), /summer/)
  assert.match(await textAt(`web/20260115000000/${'http://news.example/old'}`), /This is an earlier version/)
  assert.doesNotMatch(await textAt('web/http://news.example/once'), /Other versions/)
  assert.equal((await fetch(`${portal.url}web/20269999999999/${url}`)).status, 200)
  assert.equal((await fetch(`${portal.url}web/20260115000000/nonsense`)).status, 400)
})
