import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { chooseFiles } from './choose-files.js'
import { longestFirst } from './durations.js'

const folder = mkdtempSync(join(tmpdir(), 'longtail-choose-'))
after(() => rmSync(folder, { recursive: true, force: true }))
mkdirSync(join(folder, 'crawl'))
for (const name of ['a.test.js', 'crawl/b.test.js', 'crawl/kill.long.test.js', 'crawl/helper.js', 'crawl/b.test.d.ts'])
  writeFileSync(join(folder, name), '')

test('the name of a file says to which suite it belongs', () => {
  assert.deepEqual(chooseFiles(folder, { suite: 'short', parts: [] }), ['a.test.js', 'crawl/b.test.js'])
  assert.deepEqual(chooseFiles(folder, { suite: 'long', parts: [] }), ['crawl/kill.long.test.js'])
  assert.equal(chooseFiles(folder, { suite: 'all', parts: [] }).length, 3)
})

test('parts of paths choose among the files of a suite', () => {
  assert.deepEqual(chooseFiles(folder, { suite: 'short', parts: ['crawl/'] }), ['crawl/b.test.js'])
  assert.deepEqual(chooseFiles(folder, { suite: 'all', parts: ['a.', 'kill'] }), [
    'a.test.js',
    'crawl/kill.long.test.js',
  ])
})

test('naming no file is an error that says where the file is', () => {
  assert.throws(() => chooseFiles(folder, { suite: 'short', parts: ['kill'] }), /"kill".*add --long/)
  assert.throws(() => chooseFiles(folder, { suite: 'long', parts: ['a.test'] }), /add --all/)
  assert.throws(() => chooseFiles(folder, { suite: 'all', parts: ['nothing'] }), /no test file/)
})

test('files start in the order of their last durations; those that never ran come first', () => {
  const durations = new Map([
    ['short', 1],
    ['long', 100],
    ['middle', 10],
  ])
  assert.deepEqual(longestFirst(['short', 'new', 'middle', 'long', 'new too'], durations), [
    'new',
    'new too',
    'long',
    'middle',
    'short',
  ])
})
