/** One WACZ file, from its plan. */
import { createHash } from 'node:crypto'
import { createReadStream, mkdirSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Holdings } from '../../collection/holdings.js'
import type { ExportProgress } from '../contracts.js'
import { keyOf, openStretch, type Stretch } from './archives.js'
import { writeIndex } from './capture-index.js'
import type { PartPlan } from './divide.js'
import { describe, digestOf, type PackageFacts, type Part, type PartName } from './package.js'
import type { PageStretch } from './page-list.js'
import { createZipWriter } from './zip-writer.js'

export interface PlannedPart extends PartPlan {
  /** Without `main` and `requires`. */
  readonly facts: PackageFacts
  /** Parts that are written. */
  readonly before: readonly WrittenPart[]
}

export interface WrittenPart extends Part {
  readonly captures: number
  readonly keys: ReadonlySet<string>
}

export interface WriteOptions {
  readonly scratch: string
  readonly holdings: Holdings
  readonly text?: boolean
  /** Whether there are several: then each needs a fingerprint. */
  readonly splitBytes?: number
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: ExportProgress) => void
}

const COPY_BYTES = 1024 * 1024

export async function writePart(path: string, plan: PlannedPart, options: WriteOptions): Promise<WrittenPart> {
  const { archives, facts, before } = plan
  const { scratch, holdings, signal, splitBytes } = options
  const work = join(scratch, 'part')
  rmSync(work, { recursive: true, force: true })
  mkdirSync(work)
  options.onProgress?.({ stage: 'sorting the index', done: 0, total: 0 })
  const index = await writeIndex(archives, { scratch: work, isHidden: holdings.isHidden, signal })
  const total = archives.reduce((sum, { stretch }) => sum + stretch.size, 0)
  let done = 0
  const onBytes = (bytes: number): void => options.onProgress?.({ stage: 'writing', done: (done += bytes), total })
  const zip = await createZipWriter(path, facts.created, signal)
  let isDone = false
  try {
    for (const { name, stretch } of archives)
      await zip.store(`archive/${name}`, piecesOf(stretch, onBytes), stretch.size)
    await zip.store('indexes/index.cdx.gz', createReadStream(index.data), statSync(index.data).size)
    await zip.store('indexes/index.idx', createReadStream(index.blocks), statSync(index.blocks).size)
    const listed = plan.stretches.reduce((sum, { size }) => sum + size, 0)
    const head = listHead(options.text !== false)
    await zip.deflate('pages/pages.jsonl', pageLines(head, plan.pageFile, plan.stretches), head.length + listed)
    const requires = requiredBy(archives, before, holdings)
    const described = describe(zip.members, { ...facts, main: plan.main, requires })
    await zip.deflate('datapackage.json', once(described), described.length * 3)
    const digest = digestOf(described)
    await zip.deflate('datapackage-digest.json', once(digest), digest.length * 3)
    await zip.finish()
    isDone = true
  } finally {
    if (!isDone) await zip.close()
    rmSync(work, { recursive: true, force: true })
  }
  const hash = splitBytes === undefined ? '' : await hashOf(path, signal)
  const keys = new Set(archives.map(({ key }) => key))
  return { name: basename(path), bytes: zip.size, hash, captures: index.captures, keys }
}

/** The first line of a list of pages says what it is. */
function listHead(hasText: boolean): string {
  return `${JSON.stringify({ format: 'json-pages-1.0', id: 'pages', title: 'All Pages', hasText })}\n`
}

async function* piecesOf(stretch: Stretch, onBytes: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  const file = await openStretch(stretch)
  try {
    for (let at = 0; at < file.size; at += COPY_BYTES) {
      const piece = await file.read(at, COPY_BYTES)
      onBytes(piece.length)
      yield piece
    }
  } finally {
    await file.close()
  }
}

async function* pageLines(
  head: string,
  path: string,
  stretches: readonly PageStretch[],
): AsyncGenerator<Uint8Array, void, undefined> {
  yield Buffer.from(head)
  for (const { start, size } of stretches) if (size > 0) yield* createReadStream(path, { start, end: start + size - 1 })
}

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(Buffer.from(text))
}

function requiredBy(
  archives: PartPlan['archives'],
  before: readonly WrittenPart[],
  { borrowings }: Holdings,
): PartName[] {
  if (before.length === 0) return []
  const own = new Set(archives.map(({ key }) => key))
  const needed = new Set<string>()
  for (const { file, from } of borrowings()) if (own.has(keyOf(file))) needed.add(keyOf(from))
  return before
    .filter(({ keys }) => [...needed].some(key => keys.has(key)))
    .map(({ name: filename, hash }) => ({ filename, hash }))
}

async function hashOf(path: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  const pieces: AsyncIterable<Buffer> = createReadStream(path, { highWaterMark: COPY_BYTES, signal })
  for await (const piece of pieces) hash.update(piece)
  return `sha256:${hash.digest('hex')}`
}
