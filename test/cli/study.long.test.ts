import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { temporaryDirectory } from '../crawl/run-cli.js'
import { checkStudy, studies } from './check-study.js'

test('every study of a paper makes its figures', async () => {
  const directory = temporaryDirectory('all-studies')
  const files = readdirSync(studies).filter(name => name.endsWith('.yaml'))
  assert.ok(files.length >= 7)
  for (const file of files) await checkStudy(file, directory)
})
