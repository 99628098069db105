import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { crawlDirectory } from '../../src/collection/index.js'
import { inherit } from '../../src/partitions/live/inherit.js'

const root = mkdtempSync(join(tmpdir(), 'longtail-inherit-'))
after(() => rmSync(root, { recursive: true }))

function epoch(name: string): string {
  const path = join(root, name)
  mkdirSync(path)
  return path
}

/** Makes and removes files of a frontier until it is told to stop, as an owner does that does not know yet that it has lost its partition. */
const OWNER = `
  const { workerData } = require('node:worker_threads')
  const { writeFileSync, rmSync } = require('node:fs')
  const stopped = new Int32Array(workerData.stopped)
  for (let i = 0; Atomics.load(stopped, 0) === 0; i++) {
    const path = workerData.folder + '/part-' + (i % 40) + '.scratch'
    writeFileSync(path, 'x')
    rmSync(path)
  }
`

test('a frontier whose owner still makes and removes files is inherited whole, or not at all and without its checkpoint', async () => {
  const from = crawlDirectory(epoch('000001'))
  mkdirSync(join(from.frontier, 'queue'), { recursive: true })
  for (let i = 0; i < 30; i++) writeFileSync(join(from.frontier, 'queue', `block-${i}`), 'block')
  writeFileSync(from.checkpoint, 'checkpoint')
  const stopped = new SharedArrayBuffer(4)
  const owner = new Worker(OWNER, { eval: true, workerData: { folder: join(from.frontier, 'queue'), stopped } })
  const ended = new Promise(resolve => owner.once('exit', resolve))
  await new Promise(resolve => owner.once('online', resolve))
  try {
    for (let i = 0; i < 60; i++) {
      const to = crawlDirectory(epoch(`next-${i}`))
      inherit(from, to, false)
      assert.equal(existsSync(to.checkpoint), existsSync(to.frontier))
      if (!existsSync(to.frontier)) continue
      const blocks = readdirSync(join(to.frontier, 'queue')).filter(name => name.startsWith('block-'))
      assert.equal(blocks.length, 30)
    }
  } finally {
    Atomics.store(new Int32Array(stopped), 0, 1)
    await ended
  }
  assert.ok(existsSync(from.checkpoint), 'the owner keeps what it has')
  const to = crawlDirectory(epoch('last'))
  inherit(from, to, false)
  assert.equal(readFileSync(to.checkpoint, 'utf8'), 'checkpoint')
  assert.ok(existsSync(to.frontier))
})

test('what an epoch that is over had is moved', () => {
  const from = crawlDirectory(epoch('over'))
  const to = crawlDirectory(epoch('after'))
  mkdirSync(from.frontier)
  writeFileSync(join(from.frontier, 'block'), 'block')
  writeFileSync(from.checkpoint, 'checkpoint')
  writeFileSync(from.underWay, '+ http://a.example/\n')
  inherit(from, to, true)
  assert.deepEqual([from.checkpoint, from.frontier, from.underWay].filter(existsSync), [])
  assert.equal(readFileSync(join(to.frontier, 'block'), 'utf8'), 'block')
  assert.equal(readFileSync(to.underWay, 'utf8'), '+ http://a.example/\n')
})
