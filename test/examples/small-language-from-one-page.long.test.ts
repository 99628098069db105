import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readGraph } from '../../src/graph/index.js'
import { tellStory } from './story.js'

test('one page of text in a language that no identifier knows becomes a corpus', { timeout: 180_000 }, async t => {
  const story = await tellStory('small-language-from-one-page', t)
  const at = (...names: string[]): string => join(story.directory, ...names)

  const found = /(\d+) pages, (\d+) relevant/.exec(story.printedBy('longtail crawl'))
  assert.ok(found !== null)
  assert.equal(Number(found[2]), 24, found[0])
  const identity = JSON.parse(readFileSync(at('minangkabau', 'crawl.json'), 'utf8'))
  assert.deepEqual(identity.target.language, [{ model: 'models/min.model' }])
  assert.match(readFileSync(at('report.html'), 'utf8'), /Minangkabau/)
  assert.match(readFileSync(at('corpus', 'DATASHEET.md'), 'utf8'), /`min` \| Minangkabau/)
  assert.deepEqual(readGraph(at('minangkabau.ltg')).target, ['min'])
})
