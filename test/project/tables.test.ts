import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { readShipped } from '../../src/shipped-tables.js'
import { packageRoot } from '../package-root.js'

interface Script {
  readonly TABLES: Readonly<Record<string, () => Buffer | Promise<Buffer>>>
}

test('the tables in data/ are what scripts/build-tables.mjs makes of the installed packages', async () => {
  const script: Script = await import(pathToFileURL(join(packageRoot, 'scripts', 'build-tables.mjs')).href)
  assert.ok(Object.keys(script.TABLES).length >= 4)
  for (const [name, make] of Object.entries(script.TABLES)) {
    const made = await make()
    assert.ok(made.length > 100_000, name)
    // not deepEqual: what differs need not be printed
    assert.ok(made.equals(readShipped(name)), `data/${name} differs: run "node scripts/build-tables.mjs"`)
  }
})
