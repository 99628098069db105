import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readGraph } from '../../src/graph/index.js'
import { isInstalled, resultOf } from './tools.js'
import { tellStory } from './story.js'

/** Of the archive. */
const PAGES = 51
const SWAHILI = 39

test('an archive by wget becomes a graph, a portal, three exports and a crawl', { timeout: 180_000 }, async t => {
  const story = await tellStory('reusing-a-warc', t)
  const at = (name: string): string => join(story.directory, name)
  assert.equal(
    story.printedBy('longtail judge').match(/^relevant .* swa /gm)?.length,
    45,
    'captures, errors and copies too',
  )
  assert.ok(readGraph(at('club.ltg')).pages > PAGES)
  assert.match(story.printedBy('longtail portal build'), new RegExp(`^${PAGES} pages of 5 sites`))
  assert.match(story.printedBy('longtail crawl'), new RegExp(`, ${SWAHILI} relevant`))

  // the archive is in the WACZ as it was, byte for byte, and its own pages alone are in the list
  assert.ok(readFileSync(at('club.wacz')).includes(readFileSync(at('club.warc.gz'))))
  assert.match(story.printedBy('longtail export wacz club'), new RegExp(`^${PAGES} pages`))
  assert.match(story.printedBy('longtail export corpus'), new RegExp(`^${SWAHILI} pages`))
  if (isInstalled('unzip')) assert.match(resultOf('unzip', ['-t', at('swahili.wacz')]), /No errors detected/)
  if (isInstalled('kiwix-search')) assert.match(resultOf('kiwix-search', [at('club.zim'), 'haki']), /haki/)
  if (isInstalled('zimcheck')) assert.match(resultOf('zimcheck', [at('club.zim')]), /Overall Test Status: Pass/)
})
