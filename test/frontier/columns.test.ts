import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { BlockPlace } from '../../src/frontier/columns.js'
import { BlockStore } from '../../src/frontier/columns.js'
import { BLOCK_BYTES } from '../../src/frontier/shadow-blocks.js'
import { seededRandom } from './random.js'

const RECORDS = 60_000

/** Random reads and writes of three columns, beside plain arrays that must agree. */
function compareWithArrays(store: BlockStore): void {
  const random = seededRandom(3)
  const widths = [1, 2, 4]
  const columns = widths.map(width => store.column(width, `column-${width}`))
  const arrays = widths.map(width => new Uint32Array(RECORDS * width))
  for (let step = 0; step < 60_000; step++) {
    const which = random(3)
    const width = widths[which]
    // Half of the time close to the last one, as appends are.
    const record = step % 2 === 0 ? random(RECORDS) : step
    const field = random(width)
    if (random(2) === 0) {
      const value = random(2 ** 32)
      const offset = columns[which].write(record)
      store.words[offset + field] = value
      arrays[which][record * width + field] = value
    } else {
      assert.equal(columns[which].word(record, field), arrays[which][record * width + field])
    }
  }
  widths.forEach((width, which) => {
    for (let record = 0; record < RECORDS; record += 7) {
      assert.equal(columns[which].word(record, width - 1), arrays[which][record * width + width - 1])
    }
  })
}

test('columns in files keep what was written, in a pool that does not grow beyond its bound', () => {
  const directory = mkdtempSync(join(tmpdir(), 'longtail-columns-'))
  try {
    const place: BlockPlace = { directory, memoryBytes: 20 * BLOCK_BYTES }
    const store = new BlockStore(place)
    compareWithArrays(store)
    assert.equal(store.words.byteLength, 20 * BLOCK_BYTES)
    store.close()
    assert.deepEqual(readdirSync(directory), [])
  } finally {
    rmSync(directory, { recursive: true })
  }
})

test('columns in memory keep what was written', () => {
  compareWithArrays(new BlockStore(null))
})

test('a record nobody wrote reads as zeros, however far away', () => {
  const store = new BlockStore(null)
  const column = store.column(4, 'far')
  assert.equal(column.word(100_000_000, 3), 0)
  assert.ok(store.words.byteLength < 1_000_000)
})
