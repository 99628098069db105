import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { portalDirectory } from '../../src/collection/portal-directory.js'
import { exportCorpus } from '../../src/export/corpus/export-corpus.js'
import { exportWacz } from '../../src/export/wacz/export-wacz.js'
import { exportZim } from '../../src/export/zim/export-zim.js'
import { openPeople } from '../../src/portal/people/people.js'
import { randomId } from '../../src/portal/server/cookies.js'
import { temporaryDirectory } from '../crawl/run-cli.js'
import type { ArchivedSite } from '../portal/archived-site.js'
import { pathsIn, schoolSite, textAt } from './zim-pages-site.js'

const PAGE = 'http://school.example/dir/'
const TASK = 'What do stones remember?'
const SECRETS = /Zuberi-of-the-class|stones-remember-fire|Class-of-secrets/

/** What pupils did in a class is in local.db and nowhere else. */
describe('exports of a portal in which a class works', () => {
  const directory = temporaryDirectory('classes-stay')
  let site: ArchivedSite
  before(async () => {
    site = await schoolSite()
    const people = openPeople(portalDirectory(site.portal).local)
    people.house.switchClasses(true)
    const items = [
      { url: PAGE, title: 'Stones', notes: '' },
      { url: '', title: '', notes: TASK },
    ]
    const lesson = people.lessons.create(randomId(), { title: 'Stones', notes: '', items })
    assert.ok(lesson !== null)
    people.lessons.publish(lesson.id, true)
    const id = people.classes.create(randomId(), 'Class-of-secrets', lesson.id) ?? ''
    const joined = people.classes.join(people.classes.get(id)?.code ?? '', 'Zuberi-of-the-class')
    assert.ok(typeof joined !== 'string')
    people.opened(joined.cookie, PAGE)
    assert.ok(people.classes.answer(joined.cookie, lesson.items[1].id, 'stones-remember-fire'))
    const [pupil] = people.classes.pupils(id)
    assert.deepEqual([[...pupil.opened], [...pupil.answers.values()]], [[PAGE], ['stones-remember-fire']])
    people.close()
    assert.match(readFileSync(portalDirectory(site.portal).local, 'latin1'), SECRETS)
  })
  after(() => site.close())

  test('a ZIM has the task of a published lesson, and nothing of the class', async () => {
    const zim = join(directory, 'school.zim')
    await exportZim({ sources: [site.portal], out: zim, lessons: true })
    const texts: string[] = []
    for (const path of await pathsIn(zim)) if (path.startsWith('_longtail/')) texts.push(await textAt(zim, path))
    assert.ok(texts.some(text => text.includes(TASK)))
    for (const text of [...texts, readFileSync(zim, 'latin1')]) assert.doesNotMatch(text, SECRETS)
  })

  test('a WACZ has nothing of it', async () => {
    const wacz = join(directory, 'school.wacz')
    await exportWacz({ sources: [site.portal], out: wacz })
    const members = execFileSync('unzip', ['-Z1', wacz], { encoding: 'utf8' }).trim().split('\n')
    const contents = members.map(name => {
      const bytes = execFileSync('unzip', ['-p', wacz, name])
      return (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('latin1')
    })
    assert.ok(contents.some(text => text.includes(PAGE)))
    for (const text of contents) assert.doesNotMatch(text, SECRETS)
  })

  test('a corpus has nothing of it', async () => {
    const out = join(directory, 'corpus')
    await exportCorpus({ sources: [site.portal], out, forms: ['jsonl'], compress: 'none' })
    const files = readdirSync(out, { recursive: true, encoding: 'utf8' }).map(file => join(out, file))
    const contents = files.filter(file => statSync(file).isFile()).map(file => readFileSync(file, 'utf8'))
    assert.ok(contents.some(text => text.includes('http://school.example/')))
    for (const text of contents) assert.doesNotMatch(text, SECRETS)
  })
})
