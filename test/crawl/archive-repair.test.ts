import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { createWarcWriter } from '../../src/archive/index.js'
import { crawlDirectory } from '../../src/collection/index.js'
import { ArchiveRepair } from '../../src/crawl/archive-repair.js'
import { temporaryDirectory } from './run-cli.js'

const JANUARY = Date.UTC(2026, 0, 1)
const JUNE = Date.UTC(2026, 5, 1)

/** Archives made at these times by one crawl, each with a record. Returns their names and sizes. */
async function archivesMadeAt(directory: string, times: readonly number[]): Promise<Map<string, number>> {
  const sizes = new Map<string, number>()
  const record = Buffer.from('a record')
  for (const time of times) {
    const warc = createWarcWriter({ directory, prefix: 'x', info: [], now: () => time })
    const { file, offset } = warc.append(record, '')
    await warc.close()
    sizes.set(file, offset + record.length)
  }
  return sizes
}

test('an archive that the log does not speak of is removed, also when the clock was set back before it was made', async () => {
  const directory = crawlDirectory(temporaryDirectory('archive-repair'))
  mkdirSync(directory.warc)
  const sizes = await archivesMadeAt(directory.warc, [JANUARY, JUNE, JANUARY])
  const [first, second, third] = sizes.keys()
  // somebody's own file is not ours to remove
  writeFileSync(join(directory.warc, 'zzz.warc.gz'), 'notes')
  const repair = await ArchiveRepair.survey(directory, new Map())
  repair.settle(new Map([...sizes].slice(0, 2)), () => {})
  assert.ok(third < second)
  const left = readdirSync(directory.warc).filter(name => name.endsWith('.warc.gz'))
  assert.deepEqual(left.sort(), [first, second, 'zzz.warc.gz'].sort())
})

test('the newest archive is the one made last, whatever its name says: one that is missing is not taken for it', async () => {
  const directory = crawlDirectory(temporaryDirectory('archive-repair'))
  mkdirSync(directory.warc)
  const sizes = await archivesMadeAt(directory.warc, [JANUARY, JUNE, JANUARY])
  const repair = await ArchiveRepair.survey(directory, sizes)
  const missing = 'x-20270101000000-00001.warc.gz'
  assert.throws(() => repair.refuseLost([missing, 0, 8]), { code: 'E_CRAWL_DIR' })
  repair.refuseLost(['x-20250101000000-00003.warc.gz', 0, 8])
})

test('an older archive of an epoch that was never released is cut too: its successor may have died before it could', async () => {
  const directory = crawlDirectory(temporaryDirectory('archive-repair'))
  mkdirSync(directory.warc)
  const sizes = await archivesMadeAt(directory.warc, [JANUARY, JANUARY, JUNE])
  const [released, unreleased, last] = sizes.keys()
  const repair = await ArchiveRepair.survey(directory, new Map())
  const earlier = { isOver: () => true, wasReleased: (name: string) => name !== unreleased }
  repair.settle(new Map([[last, sizes.get(last) ?? 0]]), () => {}, earlier)
  const left = readdirSync(directory.warc).filter(name => name.endsWith('.warc.gz'))
  assert.deepEqual(left.sort(), [released, last].sort())
})
