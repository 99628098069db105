import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { putInPlace, syncDirectory, writeAtomically } from '../../src/disk/write-atomically.js'
import { scratch } from '../archive/samples.js'

for (const options of [{}, { isDurable: false }, { isShared: true }]) {
  test(`text and bytes take the place of what was there, and nothing else is left: ${JSON.stringify(options)}`, t => {
    const directory = scratch(t)
    const path = join(directory, 'file')
    writeAtomically(path, 'one', options)
    const before = statSync(path).ino
    writeAtomically(path, Uint8Array.of(0, 255), options)
    assert.deepEqual([...readFileSync(path)], [0, 255])
    assert.notEqual(statSync(path).ino, before, 'who has the old one open goes on reading it')
    assert.deepEqual(readdirSync(directory), ['file'])
  })

  test(`what cannot be written leaves the old file, and is an error of the disk: ${JSON.stringify(options)}`, t => {
    const directory = scratch(t)
    assert.throws(() => writeAtomically(join(directory, 'no', 'file'), '', options), { code: 'E_DISK' })
    const path = join(directory, 'taken')
    mkdirSync(path)
    writeFileSync(join(path, 'inside'), 'kept')
    assert.throws(
      () => writeAtomically(path, 'other', options),
      (error: unknown) => error instanceof Error && error.message.startsWith(`${path}: `),
    )
    assert.deepEqual(readdirSync(directory), ['taken'])
    assert.equal(readFileSync(join(path, 'inside'), 'utf8'), 'kept')
  })
}

test('what comes in pieces is there as a whole or not at all', t => {
  const directory = scratch(t)
  const path = join(directory, 'file')
  writeAtomically(path, [Buffer.from('one '), Buffer.from('two')])
  assert.equal(readFileSync(path, 'utf8'), 'one two')
  function* broken(): Generator<Buffer> {
    yield Buffer.from('three')
    throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
  }
  assert.throws(() => writeAtomically(path, broken()), { code: 'E_DISK' })
  assert.equal(readFileSync(path, 'utf8'), 'one two')
  assert.deepEqual(readdirSync(directory), ['file'])
})

test('a finished file gets its name; a directory that is not there is an error', t => {
  const directory = scratch(t)
  const written = join(directory, 'written')
  writeFileSync(written, 'text')
  putInPlace(written, join(directory, 'placed'))
  assert.deepEqual(readdirSync(directory), ['placed'])
  assert.throws(() => putInPlace(written, join(directory, 'again')), { code: 'ENOENT' })
  assert.throws(() => syncDirectory(join(directory, 'missing')), { code: 'ENOENT' })
})
