import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { declaredTextOf } from '../../src/page/language/learned/declared-language.js'
import { readLanguageModel } from '../../src/page/language/learned/language-model.js'
import { runCli, temporaryDirectory } from '../crawl/run-cli.js'

const directory = temporaryDirectory('train-language')

test('train language writes a model and says what it is worth, what it is taken for and what was left out', async () => {
  const text = declaredTextOf('min', 'Latn')
  const stray =
    'The committee will meet again on Thursday in the main hall, and everybody who wants to help is very welcome there. '
  const file = join(directory, 'examples.txt')
  writeFileSync(file, `${text}\n${stray.repeat(2)}\n`)
  const indonesian = join(directory, 'indonesian.txt')
  writeFileSync(indonesian, declaredTextOf('ind', 'Latn'))
  const out = join(directory, 'x-padang.model')
  const { code, stdout } = await runCli(
    ...['train', 'language', 'x-padang', '--examples', file, '--negatives', indonesian, '--out', out, '--json'],
  )
  assert.equal(code, 0)
  const report = JSON.parse(stdout)
  assert.equal(report.model, out)
  assert.ok(report.precision > 0.8 && report.recall > 0.8, stdout)
  const indonesianRow = report.confusable.find(({ language }: { language: string }) => language === 'indonesian')
  assert.equal(typeof indonesianRow.share, 'number')
  assert.ok(
    report.odd.some(({ reason }: { reason: string }) => reason === 'looks like English'),
    JSON.stringify(report.odd),
  )
  assert.equal(report.sameAs, 'min')
  assert.equal(readLanguageModel(out).code, 'x-padang')
})
