import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { exportZim } from '../../src/export/zim/export-zim.js'
import { openPeople } from '../../src/portal/people/people.js'
import { portalDirectory } from '../../src/collection/portal-directory.js'
import { randomId } from '../../src/portal/server/cookies.js'
import { runCli, temporaryDirectory } from '../crawl/run-cli.js'
import type { ArchivedSite } from '../portal/archived-site.js'
import { serveZim } from './kiwix-serve.js'
import { assertChecked } from './zim-file-tools.js'
import { PNG as DOT } from './zim-file-tools.js'
import { pathsIn, schoolSite, textAt } from './zim-pages-site.js'

describe('a ZIM of a portal in which people decided', () => {
  const directory = temporaryDirectory('zim-people')
  const zim = join(directory, 'people.zim')
  let site: ArchivedSite
  before(async () => {
    site = await schoolSite()
    const people = openPeople(portalDirectory(site.portal).local)
    people.house.setTitle('ห้องสมุด')
    people.house.setBlacklist('http://school.example/lava/*\n')
    people.house.feature('', ['http://other.example/lava'])
    const items = [
      { url: 'http://school.example/dir/', title: 'First <read>', notes: 'two\nlines' },
      { url: 'http://school.example/lava/hot?kind=1&n=2', title: 'Blocked', notes: '' },
    ]
    const shown = people.lessons.create(randomId(), { title: 'Rocks & fire', notes: 'Bring <b>stones</b>', items })
    people.lessons.create(randomId(), { title: 'Nobody sees this', notes: '', items })
    people.lessons.publish(shown?.id ?? '', true)
    people.close()
    await exportZim({ sources: [site.portal], out: zim, date: '2026-02-03', lessons: true })
  })
  after(() => site.close())

  test('has its name, its featured pages and its published lessons', async () => {
    await assertChecked(zim)
    const front = await textAt(zim, '_longtail/home')
    assert.match(front, /<h1 class="title">ห้องสมุด<\/h1>/)
    assert.match(front, /Recommended pages.*other\.example\/lava.*<a href="\.\/lessons\/1">Rocks &amp; fire<\/a>/s)
    const lesson = await textAt(zim, '_longtail/lessons/1')
    assert.match(lesson, /Bring &lt;b&gt;stones/)
    assert.match(lesson, /href="\.\.\/\.\.\/school\.example\/dir\/"[^>]*>First &lt;read&gt;<.*two\nlines/s)
    assert.ok(!(await pathsIn(zim)).includes('_longtail/lessons/2'))
  })

  test('has nothing that was blocked, and links to it say so', async () => {
    assert.deepEqual(
      (await pathsIn(zim)).filter(path => path.includes('hot')),
      [],
    )
    assert.match(
      await textAt(zim, 'school.example/'),
      /id="?lava"? href="http:\/\/school\.example\/lava\/hot[^>]*data-longtail="away"/,
    )
    assert.match(await textAt(zim, '_longtail/lessons/1'), /Blocked<\/a>.*not in this collection/s)
  })

  test('the command writes what openZIM prescribes', async t => {
    const out = join(directory, 'cli.zim')
    const picture = join(directory, 'picture.png')
    const png = Buffer.from(DOT)
    png.writeUInt32BE(48, 16)
    png.writeUInt32BE(48, 20)
    writeFileSync(picture, png)
    const flags = ['--name', 'my_fire', '--description', 'All about fire', '--creator', 'Many', '--publisher', 'School']
    const more = [
      '--tags',
      'geology; fire',
      '--illustration',
      picture,
      '--date',
      '2025-12-31',
      '--interface',
      'sw',
      '--json',
    ]
    const { code, stdout, stderr } = await runCli(
      'export',
      'zim',
      site.warc,
      site.portal,
      '--out',
      out,
      '--title',
      'Moto',
      ...flags,
      ...more,
    )
    assert.equal(code, 0, stderr)
    const summary: { pages: number; files: string[] } = JSON.parse(stdout)
    assert.deepEqual(summary.files, [out])
    assert.ok(summary.pages >= 5)
    const expected = {
      Name: 'my_fire',
      Title: 'Moto',
      Description: 'All about fire',
      Creator: 'Many',
      Publisher: 'School',
      Date: '2025-12-31',
      Language: 'eng',
      Tags: '_ftindex:yes;_pictures:yes;_videos:no;_details:yes;geology;fire',
    }
    const kiwix = await serveZim(out)
    t.after(() => kiwix.close())
    const metadata = async (name: string): Promise<string> =>
      (await fetch(`${kiwix.origin}/raw/${kiwix.book}/meta/${name}`)).text()
    for (const [name, value] of Object.entries(expected)) assert.equal(await metadata(name), value)
    assert.match(await metadata('Scraper'), /^longtail \d/)
    assert.match(await metadata('Counter'), /text\/html=\d+/)
    assert.match(await textAt(out, '_longtail/home'), /<html lang="sw"/)
    assert.match(await textAt(out, 'school.example/'), /haupo katika mkusanyiko huu/)
  })

  test('what the command cannot do it says, with the code for bad use', async () => {
    const wrong = await runCli(
      'export',
      'zim',
      site.warc,
      '--out',
      join(directory, 'no.zim'),
      '--title',
      'x'.repeat(40),
    )
    assert.equal(wrong.code, 2)
    assert.match(wrong.stderr, /^E_USAGE: --title has 40 characters, and Kiwix shows 30/)
    const nothing = await runCli('export', 'zim', join(directory, 'nothing'), '--out', join(directory, 'no.zim'))
    assert.notEqual(nothing.code, 0)
    assert.match(nothing.stderr, /^E_\w+: .*nothing/)
  })
})
