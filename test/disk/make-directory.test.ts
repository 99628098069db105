import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { makeDirectory } from '../../src/disk/make-directory.js'

test('directories are made with those above them, and again without harm', () => {
  const scratch = mkdtempSync(join(tmpdir(), 'longtail-make-directory-'))
  try {
    const path = join(scratch, 'a', 'b', 'c')
    makeDirectory(path)
    makeDirectory(path)
    assert.ok(existsSync(path))
    writeFileSync(join(scratch, 'file'), '')
    assert.throws(() => makeDirectory(join(scratch, 'file')), { code: 'EEXIST' })
    assert.throws(() => makeDirectory(join(scratch, 'file', 'below')), { code: 'ENOTDIR' })
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
})

test('a place that takes no directories is an error, not a loop', { skip: !existsSync('/proc/self') }, () => {
  assert.throws(() => makeDirectory('/proc/longtail/x'), { code: 'ENOENT' })
})
