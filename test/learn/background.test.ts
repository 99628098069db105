import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { LongtailError } from '../../src/errors.js'
import { buildBackground, loadBackground, WEB_1T_MAX } from '../../src/learn/index.js'

const dir = mkdtempSync(join(tmpdir(), 'longtail-counts-'))
after(() => rmSync(dir, { recursive: true }))
let files = 0
const build = (lines: string[]): string => {
  const path = join(dir, `${files++}.counts`)
  buildBackground(lines, path, { name: 'a test' })
  return path
}
const isModelError = (error: unknown): boolean => error instanceof LongtailError && error.code === 'E_MODEL'
const near = (value: number, wanted: number): void =>
  assert.ok(Math.abs(value / wanted - 1) < 0.002, `${value} is not about ${wanted}`)

test('the table of the package knows the counts of Web 1T', () => {
  const counts = loadBackground()
  assert.equal(counts.words, 333_333)
  assert.equal(counts.max, WEB_1T_MAX)
  near(counts.count('the'), 23_135_851_162)
  near(counts.count('of the'), 2_766_332_391)
  near(counts.count('photosynthesis'), 711_945)
  assert.equal(counts.count('zzqqxy'), 0)
})

test('a phrase is never counted more often than its rarest pair, and a pair that is not there than the rarest that is', () => {
  const counts = loadBackground()
  assert.ok(counts.count('computer science department') <= counts.count('computer science'))
  assert.ok(counts.count('photosynthesis department') <= 100_000)
  assert.equal(counts.count('the zzqqxy'), 0)
})

test('a table of a user is scaled to the same largest count', () => {
  const counts = loadBackground(build(['และ\t1000', 'พืช\t10', 'พืช และ\t4']))
  near(counts.count('และ'), WEB_1T_MAX)
  near(counts.count('พืช'), WEB_1T_MAX / 100)
  near(counts.count('พืช และ'), WEB_1T_MAX / 250)
  assert.equal(counts.name, 'a test')
})

test('plain text is counted, words and pairs', () => {
  const counts = loadBackground(build(['kitabu cha maji na maji', 'maji ya kunywa']))
  near(counts.count('maji'), WEB_1T_MAX)
  near(counts.count('kitabu'), WEB_1T_MAX / 3)
  assert.ok(counts.count('maji ya') > 0)
})

test('what is no table and nothing at all are refused with a next step', () => {
  const path = join(dir, 'none.counts')
  writeFileSync(path, 'word 12\n')
  assert.throws(() => loadBackground(path), isModelError)
  assert.throws(() => loadBackground(join(dir, 'missing.counts')), isModelError)
  assert.throws(() => buildBackground([], join(dir, 'empty.counts')), isModelError)
})

test('a damaged table is refused wherever the damage is', () => {
  const good = readFileSync(build(['alpha\t10', 'alphabet\t5', 'beta\t3', 'alpha beta\t2']))
  const path = join(dir, 'damaged.counts')
  for (let at = 0; at < good.length; at++) {
    const bad = Buffer.from(good)
    bad[at] ^= 0x55
    writeFileSync(path, bad)
    try {
      // bytes of the name and of the largest count may change without anybody being able to tell
      loadBackground(path).count('alpha beta')
    } catch (error) {
      assert.ok(isModelError(error), `byte ${at}: ${String(error)}`)
    }
  }
  writeFileSync(path, good.subarray(0, good.length - 3))
  assert.throws(() => loadBackground(path), isModelError)
})

test('words such as __proto__ are words', () => {
  const counts = loadBackground(build(['constructor 7', 'zz 3', '__proto__ 5']))
  near(counts.count('constructor'), WEB_1T_MAX)
})
