import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ERROR_CODES } from '../../src/errors.js'
import { packageRoot } from '../package-root.js'

const documented = [
  ...readFileSync(join(packageRoot, 'docs/errors.md'), 'utf8').matchAll(/^\| `(E_[A-Z_]+)` \|/gm),
].map(match => match[1])

test('every error code is documented, and only those', () => {
  assert.deepEqual([...documented].sort(), [...ERROR_CODES].sort())
})

test('every error code is used somewhere in the product', () => {
  const src = join(packageRoot, 'src')
  const text = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.ts') && file !== 'errors.ts')
    .map(file => readFileSync(join(src, file), 'utf8'))
    .join('\n')
  const unused = ERROR_CODES.filter(code => !text.includes(`'${code}'`))
  assert.deepEqual(unused, [])
})
