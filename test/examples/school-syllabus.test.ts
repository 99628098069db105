import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openLibrary } from '../../src/portal/store/library.js'
import { isInstalled, resultOf } from './tools.js'
import { tellStory } from './story.js'

/** Pages of the sites that are about a topic. */
const ABOUT = 24

test('a syllabus becomes a portal and a ZIM with a lesson', { timeout: 180_000 }, async t => {
  const story = await tellStory('school-syllabus', t)
  const at = (name: string): string => join(story.directory, name)

  const library = openLibrary(at('library'))
  const topics = library.topics()
  assert.deepEqual(topics.map(({ name }) => name).sort(), [
    'Beekeeping',
    'Fractions',
    'Photosynthesis',
    'The water cycle',
  ])
  const pages = library.bestPages({ offset: 0, limit: 100 })
  library.close()
  assert.ok(pages.length >= 0.7 * ABOUT && pages.length <= ABOUT, `${pages.length} pages`)
  assert.ok(!pages.some(({ site }) => site === 'town.example'), 'a page about no topic')

  assert.equal(readFileSync(at('school.zim')).readUInt32LE(0), 0x44d495a)
  if (!isInstalled('zimcheck')) return t.diagnostic('zimcheck is not installed')
  assert.match(resultOf('zimcheck', [at('school.zim')]), /Overall Test Status: Pass/)
  const listed = resultOf('zimdump', ['list', at('school.zim')])
  assert.match(listed, /plants\.example\/leaf\.svg/)
  const [lesson] = /^\S*lessons\/\S+$/m.exec(listed) ?? []
  assert.ok(lesson !== undefined, 'no lesson')
  const shown = resultOf('zimdump', ['show', `--url=${lesson}`, at('school.zim')])
  assert.match(shown, /Where does a leaf get its sugar\?/)
  assert.match(shown, /href="[^"]*plants\.example\/starch\.html"/)
  if (!isInstalled('kiwix-search')) return t.diagnostic('kiwix-search is not installed')
  assert.match(resultOf('kiwix-search', [at('school.zim'), 'stomata']), /Inside a leaf/)
  assert.match(resultOf('kiwix-search', [at('school.zim'), 'denominator']), /Numerator and denominator/)
})
