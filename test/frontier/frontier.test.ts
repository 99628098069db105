import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Frontier, UrlTable } from '../../src/contracts.js'
import {
  createDiskFrontier,
  createDiskQueue,
  createDiskUrlTable,
  createMemoryFrontier,
  createMemoryUrlTable,
} from '../../src/frontier/index.js'
import { testFrontier, type WithFrontier } from './conformance.js'
import { testCutoff } from './cutoff-conformance.js'
import { testUrlTable } from './url-table-conformance.js'

/** Sixteen blocks, the fewest there can be: nearly every operation evicts. */
const TINY = 64 * 1024

interface Closable {
  close(): void
}

function disposing<T extends Closable>(make: () => T, body: (made: T) => void): void {
  const made = make()
  try {
    body(made)
  } finally {
    made.close()
  }
}

function inDirectory<T extends Closable>(make: (directory: string) => T, body: (made: T) => void): void {
  const directory = mkdtempSync(join(tmpdir(), 'longtail-frontier-'))
  try {
    disposing(() => make(directory), body)
  } finally {
    rmSync(directory, { recursive: true })
  }
}

const FRONTIERS: Readonly<Record<string, WithFrontier>> = {
  memory: (options, body) => disposing<Frontier>(() => createMemoryFrontier(options), body),
  disk: (options, body) =>
    inDirectory<Frontier>(
      directory => createDiskFrontier({ directory, memoryBytes: 8 * 1024 * 1024, ...options }),
      body,
    ),
  'disk with a tiny cache': (options, body) =>
    inDirectory<Frontier>(directory => createDiskFrontier({ directory, memoryBytes: TINY, ...options }), body),
  'disk, sharing its cache with the URL table': (options, body) =>
    inDirectory(
      directory => createDiskQueue({ directory, memoryBytes: TINY, ...options }),
      queue => body(queue.frontier),
    ),
}
for (const [name, withFrontier] of Object.entries(FRONTIERS)) {
  testFrontier(name, withFrontier)
  testCutoff(name, withFrontier)
}

testUrlTable('memory', body => disposing<UrlTable>(createMemoryUrlTable, body))
testUrlTable('disk', body =>
  inDirectory<UrlTable>(directory => createDiskUrlTable({ directory, memoryBytes: 8 * 1024 * 1024 }), body),
)
testUrlTable('disk with a tiny cache', body =>
  inDirectory<UrlTable>(directory => createDiskUrlTable({ directory, memoryBytes: TINY }), body),
)
