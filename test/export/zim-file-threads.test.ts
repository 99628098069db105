import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCompressPool } from '../../src/export/zim/file/compress-pool.js'
import { createZstd } from '../../src/export/zstd.js'

function pieces(): Uint8Array[] {
  return Array.from({ length: 12 }, (_, i) => new TextEncoder().encode(`piece ${i}, again\n`.repeat(3_000 + i)))
}

test('threads compress as this one does, and answer to each what it asked', async t => {
  const zstd = await createZstd()
  const pool = await createCompressPool({ level: 5, alone: 100_000, threads: 2 })
  t.after(() => pool.close())
  const frames = await Promise.all(pieces().map(piece => pool.compress(piece)))
  for (const [i, piece] of pieces().entries()) assert.deepEqual(frames[i], zstd.compress(piece, 5))
})

test('what a thread leaves undone when it ends is done in this one', async t => {
  const zstd = await createZstd()
  for (const code of [
    'process.exit(1)',
    'throw new Error("no memory")',
    'parentPort.postMessage({ ready: true }); parentPort.once("message", () => process.exit(0))',
  ]) {
    const worker = new URL(
      `data:text/javascript,import{parentPort}from"node:worker_threads";${encodeURIComponent(code)}`,
    )
    const pool = await createCompressPool({ level: 3, alone: 0, threads: 2, worker })
    t.after(() => pool.close())
    const frames = await Promise.all(pieces().map(piece => pool.compress(piece)))
    for (const [i, piece] of pieces().entries()) assert.deepEqual(frames[i], zstd.compress(piece, 3), code)
    assert.deepEqual(await pool.compress(pieces()[0]), zstd.compress(pieces()[0], 3), 'afterwards, too')
  }
})

test('a pool that is closed ends what is under way', async () => {
  const pool = await createCompressPool({ level: 19, alone: 0, threads: 1 })
  const under = pool.compress(new Uint8Array(4_000_000).map((_, i) => (i * i) >> 7))
  const ended = assert.rejects(under)
  await pool.close()
  await ended
})
