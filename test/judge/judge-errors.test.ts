import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { JudgeSpec } from '../../src/judge/index.js'
import { errorsOf } from '../../src/judge/judge-errors.js'
import { trainTopic, writeTopicModel } from '../../src/judge/topic/index.js'
import { madePages, TELLING } from './made-topics.js'
import { writeMinangkabau } from './minangkabau.js'

const directory = mkdtempSync(join(tmpdir(), 'longtail-errors-'))
after(() => rmSync(directory, { recursive: true }))
const path = join(directory, 'biology.model')
const { model } = trainTopic({
  name: 'biology',
  positives: madePages(TELLING.biology, 20, 1),
  negatives: [...madePages(TELLING.law, 40, 2), ...madePages([], 40, 3)],
})
writeTopicModel(path, model)
const topic: JudgeSpec = { kind: 'topic', model: path }
const thai: JudgeSpec = { kind: 'language', languages: ['tha'] }

const known = (spec: JudgeSpec) => errorsOf(spec) ?? assert.fail('nobody knows')

test('a topic says what was measured when it was trained, at the score that is asked for', () => {
  assert.deepEqual(known(topic), {
    falsePositive: model.errors?.falsePositive[9],
    falseNegative: model.errors?.falseNegative[9],
  })
  const strict = known({ ...topic, minScore: 0.9 })
  assert.ok(strict.falsePositive <= known(topic).falsePositive)
  assert.ok(strict.falseNegative >= known(topic).falseNegative)
})

test('a model that says nothing of its errors leaves them unknown, and so does whatever it is part of', () => {
  const silent = join(directory, 'silent.model')
  writeTopicModel(silent, { ...model, errors: undefined })
  const spec: JudgeSpec = { kind: 'topic', model: silent }
  assert.equal(errorsOf(spec), null)
  assert.equal(errorsOf({ kind: 'all', of: [thai, spec] }), null)
})

test('what all must want is missed more often than by each, what any may want is taken more often', () => {
  const [one, other] = [known(topic), known(thai)]
  const both = known({ kind: 'all', of: [topic, thai] })
  assert.ok(both.falseNegative > Math.max(one.falseNegative, other.falseNegative))
  assert.equal(both.falsePositive, Math.max(one.falsePositive, other.falsePositive))
  const either = known({ kind: 'any', of: [topic, thai] })
  assert.ok(either.falsePositive > Math.max(one.falsePositive, other.falsePositive))
  assert.equal(either.falseNegative, Math.max(one.falseNegative, other.falseNegative))
  assert.deepEqual(known({ kind: 'discount', signs: ['shop'], of: topic }), one)
})

test('a learned language says what was measured when it was trained, unless nobody measured it', () => {
  const measured = { precision: 0.8, recall: 0.9 }
  const quality = { page: measured, passage: measured }
  const spec = (path: string): JudgeSpec => ({ kind: 'language', languages: ['tha', { model: path }] })
  const { falsePositive, falseNegative } = known(spec(writeMinangkabau(directory, { quality })))
  assert.ok(Math.abs(falsePositive - 0.0225) < 1e-9, `${falsePositive}`)
  assert.ok(Math.abs(falseNegative - 0.1) < 1e-9, `${falseNegative}`)
  assert.equal(errorsOf(spec(writeMinangkabau(directory, { quality: null }, 'unmeasured.model'))), null)
})
