import assert from 'node:assert/strict'
import { cpSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { startPortal } from '../../src/portal/server/index.js'
import { openDatabase } from '../../src/disk/sqlite.js'
import { temporaryDirectory } from '../crawl/run-cli.js'
import { serveSmall, type SmallPortal } from './serve-small.js'

let small: SmallPortal
let root: string
before(async () => {
  small = await serveSmall()
  root = temporaryDirectory('start')
})
after(async () => {
  await small.close()
  rmSync(root, { recursive: true, force: true })
})

/** A copy of the portal with something done to its index. */
async function startWith(name: string, spoil: (index: string) => void): Promise<void> {
  const directory = join(root, name)
  cpSync(small.directory, directory, { recursive: true })
  spoil(join(directory, 'index.db'))
  const portal = await startPortal({ directory, port: 0 })
  await portal.close()
}

test('a sound copy starts', async () => {
  await startWith('sound', () => {})
})

test('an index that is empty, cut off or no index at all is refused with what to do', async () => {
  const refused = { code: 'E_PORTAL', message: /index\.db .*build the portal again/ }
  await assert.rejects(
    startWith('empty', index => truncateSync(index, 0)),
    refused,
  )
  await assert.rejects(
    startWith('cut', index => truncateSync(index, 30_000)),
    refused,
  )
  await assert.rejects(
    startWith('text', index => writeFileSync(index, 'this is no index')),
    refused,
  )
})

test('an index of another version is not read as if it were ours', async () => {
  const spoil = (index: string): void => {
    const database = openDatabase(index)
    database.exec(`UPDATE facts SET value = '7.1' WHERE name = 'version'`)
    database.close()
  }
  await assert.rejects(startWith('newer', spoil), { code: 'E_PORTAL', message: /version 7\.1.*build the portal again/ })
})

test('a port that is none, or somebody else’s, is said in words', async () => {
  const directory = small.directory
  await assert.rejects(startPortal({ directory, port: 99_999 }), { code: 'E_USAGE', message: /65535/ })
  const port = Number(new URL(small.origin).port)
  await assert.rejects(startPortal({ directory, port }), { code: 'E_PORTAL', message: /in use/ })
})
