import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { parseCampaign, type Campaign } from '../../src/campaign/index.js'
import { crawlDirectory, type CrawlDirectory } from '../../src/collection/crawl-directory.js'
import { checkIdentity, createDirectory, keptTarget } from '../../src/crawl/identity.js'
import { readTargetFiles } from '../../src/crawl/target-files.js'
import { judgeSpecOf } from '../../src/crawl/target.js'
import { LongtailError } from '../../src/errors.js'
import { temporaryDirectory } from './run-cli.js'

let directory: string

before(() => {
  directory = temporaryDirectory('target-files')
  mkdirSync(join(directory, 'lists'))
  writeFileSync(join(directory, 'maths.model'), 'a model')
  writeFileSync(join(directory, 'names.txt'), 'Chiang Mai\n')
  writeFileSync(join(directory, 'lists', 'names.txt'), 'Phuket\n')
})

after(() => rmSync(directory, { recursive: true, force: true }))

function campaign(target: Record<string, unknown>): Campaign {
  return parseCampaign(JSON.stringify({ name: 'files', contact: 'a@b.example', target, seeds: [] }), 'test')
}

const at = (...path: string[]): string => join(directory, ...path)

function wanted(model = at('maths.model')): Record<string, unknown> {
  return {
    topic: { model },
    nation: { country: 'TH', dictionary: [at('names.txt'), at('lists', 'names.txt')], in: 'eng' },
  }
}

function begin(name: string, target: Record<string, unknown>): CrawlDirectory {
  const crawl = crawlDirectory(at(name))
  const begun = campaign(target)
  createDirectory(crawl, begun, null, readTargetFiles(begun.target))
  return crawl
}

function goOn(crawl: CrawlDirectory, target: Record<string, unknown>): string[] {
  const warnings: string[] = []
  checkIdentity(crawl, campaign(target), message => warnings.push(message))
  return warnings
}

test('a new crawl keeps a copy of every file that its target names, and judges by the copies', () => {
  const crawl = begin('copies', wanted())
  const identity = JSON.parse(readFileSync(crawl.identity, 'utf8'))
  assert.deepEqual(identity.target.topic.model, 'models/maths.model')
  assert.deepEqual(identity.target.nation.dictionary, ['models/names.txt', 'models/2-names.txt'])
  assert.equal(readFileSync(join(crawl.models, '2-names.txt'), 'utf8'), 'Phuket\n')
  const spec = JSON.stringify(judgeSpecOf(keptTarget(crawl, identity.target)))
  for (const name of ['maths.model', 'names.txt', '2-names.txt'])
    assert.ok(spec.includes(JSON.stringify(join(crawl.models, name))), spec)
  assert.ok(!spec.includes(JSON.stringify(at('maths.model'))))
})

test('files may move: what counts is what is in them', () => {
  const crawl = begin('moved', wanted())
  assert.deepEqual(goOn(crawl, wanted()), [])
  writeFileSync(at('elsewhere.model'), 'a model')
  assert.deepEqual(goOn(crawl, wanted(at('elsewhere.model'))), [])
  renameSync(at('elsewhere.model'), at('changed.model'))
  writeFileSync(at('changed.model'), 'another model')
  assert.throws(
    () => goOn(crawl, wanted(at('changed.model'))),
    (error: unknown) =>
      error instanceof LongtailError && error.code === 'E_OUT_DIR' && /another target/.test(error.message),
  )
  assert.throws(() => goOn(crawl, { topic: { model: at('maths.model') } }), /another target/)
  assert.throws(() => goOn(crawl, { ...wanted(), combine: 'any' }), /another target/)
})

test('a file that was changed where it lies is worth a warning, one that is gone is not', () => {
  writeFileSync(at('retrained.model'), 'first')
  const crawl = begin('retrained', wanted(at('retrained.model')))
  writeFileSync(at('retrained.model'), 'second')
  const warnings = goOn(crawl, wanted(at('retrained.model')))
  assert.equal(warnings.length, 1)
  assert.match(warnings[0], /retrained\.model was changed after this crawl began: the crawl still uses its own copy/)
  rmSync(at('retrained.model'))
  assert.deepEqual(goOn(crawl, wanted(at('retrained.model'))), [])
  assert.equal(readFileSync(join(crawl.models, 'retrained.model'), 'utf8'), 'first')
})

test('a copy that is gone is made again from the same file, and otherwise asked for', () => {
  const crawl = begin('lost', wanted())
  rmSync(join(crawl.models, 'maths.model'))
  assert.deepEqual(goOn(crawl, wanted()), [])
  assert.ok(existsSync(join(crawl.models, 'maths.model')))
  writeFileSync(at('fleeting.model'), 'here')
  const other = begin('lost-for-good', wanted(at('fleeting.model')))
  rmSync(at('fleeting.model'))
  rmSync(join(other.models, 'fleeting.model'))
  assert.throws(() => goOn(other, wanted(at('fleeting.model'))), /fleeting\.model is missing; restore it/)
})

test('a file that is not there is an error before anything is written', () => {
  assert.throws(
    () => readTargetFiles(campaign(wanted(at('absent.model'))).target),
    (error: unknown) =>
      error instanceof LongtailError && error.code === 'E_MODEL' && /absent\.model cannot be read/.test(error.message),
  )
})

test('a crawl that began before a key of the target existed goes on', () => {
  const crawl = begin('old', { language: 'tha' })
  const identity = JSON.parse(readFileSync(crawl.identity, 'utf8'))
  const target = { language: ['tha'], policy: 'modern', 'inherit-unknown': false }
  writeFileSync(crawl.identity, JSON.stringify({ ...identity, target }))
  assert.deepEqual(goOn(crawl, { language: 'tha' }), [])
  assert.deepEqual(goOn(crawl, { 'inherit-unknown': false, language: ['tha'], combine: 'all' }), [])
  assert.throws(() => goOn(crawl, { language: 'lao' }), /another target/)
})

test('models of languages are copied, wherever the target names them; known languages beside them are not', () => {
  writeFileSync(at('min.model'), 'a language')
  const target = {
    language: ['tha', { model: at('min.model') }],
    nation: { country: 'ID', in: { model: at('min.model') } },
  }
  const crawl = begin('languages', target)
  const identity = JSON.parse(readFileSync(crawl.identity, 'utf8'))
  assert.deepEqual(identity.target.language, ['tha', { model: 'models/min.model' }])
  assert.deepEqual(identity.target.nation.in, [{ model: 'models/2-min.model' }])
  const spec = JSON.stringify(judgeSpecOf(keptTarget(crawl, identity.target)))
  assert.ok(spec.includes(JSON.stringify(join(crawl.models, 'min.model'))), spec)
  assert.deepEqual(goOn(crawl, target), [])
  assert.throws(() => goOn(crawl, { ...target, language: [{ model: at('min.model') }, 'tha'] }), /another target/)
  writeFileSync(at('other.model'), 'another language')
  const other = { ...target, language: ['tha', { model: at('other.model') }] }
  assert.throws(() => goOn(crawl, other), /another target.*language\.1\.model/)
})

test('a language that only its declaration is known of is judged by the model that the crawl began with', () => {
  const crawl = begin('declared', { language: ['tha', 'min'] })
  const identity = JSON.parse(readFileSync(crawl.identity, 'utf8'))
  assert.deepEqual(identity.target.language, ['tha', { model: 'models/min.model', declared: 'min' }])
  assert.match(readFileSync(join(crawl.models, 'min.model'), 'utf8'), /^\{"format":"longtail language model"/)
  assert.deepEqual(goOn(crawl, { language: ['tha', 'min'] }), [])
  assert.throws(() => goOn(crawl, { language: ['tha', 'ace'] }), /another target/)
  rmSync(join(crawl.models, 'min.model'))
  assert.throws(() => goOn(crawl, { language: ['tha', 'min'] }), /min\.model is missing; restore it/)
})
