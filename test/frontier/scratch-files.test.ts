import assert from 'node:assert/strict'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { ErrorCode } from '../../src/errors.js'
import { LongtailError } from '../../src/errors.js'
import { createDiskFrontier, createDiskQueue, createDiskUrlTable } from '../../src/frontier/index.js'
import { QUEUE_FILES, ScratchFile } from '../../src/frontier/scratch-files.js'

const memoryBytes = 64 * 1024

function inTemporary(body: (directory: string) => void): void {
  const directory = mkdtempSync(join(tmpdir(), 'longtail-scratch-'))
  try {
    body(directory)
  } finally {
    rmSync(directory, { recursive: true })
  }
}

const hasCode =
  (code: ErrorCode) =>
  (error: unknown): boolean =>
    error instanceof LongtailError && error.code === code

test('the directory of a disk frontier is made, and is empty again after close', () => {
  inTemporary(parent => {
    const directory = join(parent, 'crawl', 'frontier')
    const queue = createDiskQueue({ directory, memoryBytes })
    assert.equal(readdirSync(directory).length, 6)
    queue.close()
    assert.deepEqual(readdirSync(directory), [])
  })
})

test('what a killed run left behind is removed, and does not come back as pages', () => {
  inTemporary(directory => {
    const killed = createDiskQueue({ directory, memoryBytes })
    killed.frontier.addGroup(0, 0)
    for (let page = 0; page < 20_000; page++) {
      killed.urls.add(page, page, `http://a.example/${page}`)
      killed.frontier.offer(page, 0, 1)
    }
    const next = createDiskQueue({ directory, memoryBytes })
    assert.equal(next.frontier.size, 0)
    assert.equal(next.frontier.levelOf(5), 0)
    assert.equal(next.urls.size, 0)
    assert.equal(next.urls.find(5, 5), -1)
    next.close()
    killed.close()
  })
})

test('queue and URL table opened one by one share a directory', () => {
  inTemporary(directory => {
    const frontier = createDiskFrontier({ directory, memoryBytes })
    frontier.addGroup(0, 0)
    frontier.offer(3, 0, 1)
    const urls = createDiskUrlTable({ directory, memoryBytes })
    urls.add(1, 1, 'http://a.example/')
    assert.equal(frontier.take(0), 3)
    frontier.close()
    assert.equal(urls.url(0), 'http://a.example/')
    urls.close()
    assert.deepEqual(readdirSync(directory), [])
  })
})

test('a directory that holds something else is refused, and nothing in it is touched', () => {
  for (const foreign of ['notes.txt', QUEUE_FILES.entries]) {
    inTemporary(directory => {
      const urls = createDiskUrlTable({ directory, memoryBytes })
      const before = readdirSync(directory).length
      writeFileSync(join(directory, foreign), 'a thesis that took two years to write')
      assert.throws(() => createDiskQueue({ directory, memoryBytes }), hasCode('E_FRONTIER'))
      assert.equal(readFileSync(join(directory, foreign), 'utf8'), 'a thesis that took two years to write')
      assert.equal(readdirSync(directory).length, before + 1)
      urls.close()
    })
  }
})

test('a folder is never taken for a file of the frontier', () => {
  inTemporary(directory => {
    mkdirSync(join(directory, QUEUE_FILES.places))
    assert.throws(() => createDiskFrontier({ directory, memoryBytes }), hasCode('E_FRONTIER'))
    assert.deepEqual(readdirSync(directory), [QUEUE_FILES.places])
  })
})

test('a directory that cannot be made and a cache of no size are clear errors', () => {
  inTemporary(parent => {
    const file = join(parent, 'file')
    writeFileSync(file, '')
    assert.throws(() => createDiskFrontier({ directory: join(file, 'frontier') }), hasCode('E_DISK'))
    const directory = join(parent, 'frontier')
    assert.throws(() => createDiskFrontier({ directory, memoryBytes: 0 }), hasCode('E_FRONTIER'))
    assert.throws(() => createDiskFrontier({ directory, memoryBytes: NaN }), hasCode('E_FRONTIER'))
    assert.throws(() => createDiskFrontier({ directory, maxConnectionsPerHost: 0 }), hasCode('E_FRONTIER'))
    assert.deepEqual(existsSync(directory) ? readdirSync(directory) : [], [])
  })
})

test('a full disk is an E_DISK that says where', { skip: !existsSync('/dev/full') }, () => {
  inTemporary(directory => {
    const path = join(directory, 'full')
    symlinkSync('/dev/full', path)
    assert.throws(
      () => new ScratchFile(path),
      (error: unknown) => hasCode('E_DISK')(error) && error instanceof Error && error.message.includes(path),
    )
  })
})
