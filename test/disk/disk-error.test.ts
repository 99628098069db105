import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { diskError, isDiskError, isFull, unwritable } from '../../src/disk/disk-error.js'
import { freeSpace } from '../../src/disk/free-space.js'
import { LongtailError } from '../../src/errors.js'

function failure(code: string): Error {
  return Object.assign(new Error(`${code}: something, write '/d/f'`), { code, path: join(tmpdir(), 'f') })
}

for (const [code, what, next] of [
  ['ENOSPC', 'the disk is full', 'free some space and'],
  ['EDQUOT', 'the disk quota of this user is used up', 'free some space, or ask for a larger quota, and'],
  ['EROFS', 'the file system is read-only', 'choose another directory, or make this one writable, and'],
  ['EACCES', 'it cannot be written', 'check the directory and its permissions'],
  ['EMFILE', 'too many files are open', 'raise the limit (ulimit -n) and'],
  ['ENOENT', 'a file or directory is missing', 'check that the disk is mounted'],
  ['EIO', 'the disk reports an error', 'check the disk and'],
  ['ENOTEMPTY', 'it cannot be written', 'check the directory'],
] as const) {
  test(`${code} is told as what happened, where, and what to do next`, () => {
    const cause = failure(code)
    const error = diskError('/d/f', cause)
    assert.equal(error.code, 'E_DISK')
    assert.equal(error.consequence, 'abort')
    assert.equal(error.cause, cause)
    assert.ok(error.message.startsWith(`/d/f: ${what} (${code}: something`), error.message)
    assert.ok(error.message.includes(`Nothing recorded so far is lost: ${next}`), error.message)
    assert.ok(error.message.endsWith('run the same command again'))
    const before = unwritable('/d', cause)
    assert.equal(before.code, 'E_OUT_DIR')
    assert.match(before.message, /^\/d cannot be written: .*; choose another directory with --out$/)
  })
}

test('an error that says all this already is passed on as it is', () => {
  const error = new LongtailError('E_OUT_DIR', 'said')
  assert.equal(diskError('/d', error), error)
})

test('SQLite’s own errors count: full, read-only, broken', () => {
  const full = Object.assign(new Error('database or disk is full'), { errcode: 13 })
  assert.ok(isFull(full) && isDiskError(full))
  assert.match(diskError('/d', full).message, /the disk is full .*free some space/)
  for (const errcode of [8, 10, 10 | (3 << 8), 8 | (1 << 8)])
    assert.ok(isDiskError(Object.assign(new Error('disk I/O error'), { errcode })))
  assert.ok(!isDiskError(Object.assign(new Error('constraint failed'), { errcode: 19 })))
})

test('a file that is missing, or an error of another kind, is not the disk’s fault', () => {
  for (const error of [failure('ENOENT'), failure('ECONNRESET'), new Error('x'), 'ENOSPC', null])
    assert.ok(!isDiskError(error))
  assert.ok(isDiskError(failure('EROFS')) && isDiskError(failure('EACCES')))
})

test('free space is told for places that are not there yet, too', () => {
  const here = freeSpace(tmpdir())
  assert.ok(here !== null && here.bytes > 0 && here.files > 0)
  assert.ok((freeSpace(join(tmpdir(), 'not', 'there', 'yet'))?.bytes ?? 0) > 0)
})
