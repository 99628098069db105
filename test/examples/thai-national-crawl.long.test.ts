import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { isInstalled, resultOf } from './tools.js'
import { tellStory } from './story.js'

test('the national crawl finds nearly all Thai pages and becomes a WACZ', { timeout: 180_000 }, async t => {
  const story = await tellStory('thai-national-crawl', t)
  const [, pages, relevant] = /(\d+) pages, (\d+) relevant \(.*coverage/.exec(story.printedBy('longtail report')) ?? []
  assert.equal(Number(pages), 600)
  // 367 pages are in Thai, some of them on islands that no link of a Thai page leads to
  assert.ok(Number(relevant) >= 280, `${relevant} pages in Thai`)
  assert.match(readFileSync(join(story.directory, 'thai-web/report.html'), 'utf8'), /<svg/)
  assert.match(story.printedBy('longtail export wacz'), new RegExp(`^${relevant} pages`))
  const wacz = join(story.directory, 'thai-web.wacz')
  if (isInstalled('unzip')) assert.match(resultOf('unzip', ['-t', wacz]), /No errors detected/)
})
