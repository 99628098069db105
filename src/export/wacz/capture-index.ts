/**
 * The index of a WACZ: lines of all captures in order, packed in blocks (index.cdx.gz), and where each block begins (index.idx).
 * ReplayWeb.page fetches the second as a whole and of the first only the blocks that it needs; pywb reads the first as it is.
 */
import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { parseCdxj } from '../../archive/index.js'
import { LineSorter } from '../../archive/line-sorter.js'
import { canonicalUrl } from '../../page/index.js'
import { linesIn, renamed, type Lines } from './capture-lines.js'

/** As py-wacz and ArchiveWeb.page have it: some 40 KB to be fetched for a page, and an index.idx of 1 MB for five million captures. */
const LINES_PER_BLOCK = 1024
/** A line is some 300 bytes. */
const SORT_BYTES = 64 * 1024 * 1024
const DATA = 'index.cdx.gz'

export interface CaptureIndex {
  /** Paths of the two files. */
  readonly data: string
  readonly blocks: string
  readonly captures: number
}

export interface IndexOptions {
  readonly scratch: string
  readonly isHidden: ((url: string) => boolean) | null
  readonly signal?: AbortSignal
}

/** Lines of each archive, and the name that it has in the WACZ. */
export async function writeIndex(
  archives: readonly { readonly name: string; readonly lines: Lines }[],
  { scratch, isHidden, signal }: IndexOptions,
): Promise<CaptureIndex> {
  const sorted = join(scratch, 'index.cdxj')
  const sorter = new LineSorter(sorted, SORT_BYTES)
  try {
    for (const { name, lines } of archives) {
      signal?.throwIfAborted()
      for await (const line of linesIn(lines.path))
        if (isHidden === null || !isHiddenLine(line, isHidden)) sorter.add(renamed(line, lines.filename, name))
    }
    await sorter.finish()
  } finally {
    sorter.discard()
  }
  return writeBlocks(sorted, join(scratch, DATA), join(scratch, 'index.idx'), signal)
}

function isHiddenLine(line: string, isHidden: (url: string) => boolean): boolean {
  const url = parseCdxj(line)?.url ?? ''
  return isHidden(canonicalUrl(url) ?? url)
}

async function writeBlocks(sorted: string, data: string, blocks: string, signal?: AbortSignal): Promise<CaptureIndex> {
  const dataFile = await open(data, 'w')
  const blockFile = await open(blocks, 'w')
  let offset = 0
  let captures = 0
  let held: string[] = []
  const flush = async (): Promise<void> => {
    if (held.length === 0) return
    signal?.throwIfAborted()
    const packed = gzipSync(`${held.join('\n')}\n`)
    const key = held[0].slice(0, held[0].indexOf(' ', held[0].indexOf(' ') + 1))
    const digest = `sha256:${createHash('sha256').update(packed).digest('hex')}`
    const place = JSON.stringify({ offset, length: packed.length, digest, filename: DATA })
    await dataFile.appendFile(packed)
    await blockFile.appendFile(`${key} ${place}\n`)
    offset += packed.length
    captures += held.length
    held = []
  }
  try {
    await blockFile.appendFile(`!meta 0 ${JSON.stringify({ format: 'cdxj-gzip-1.0', filename: DATA })}\n`)
    for await (const line of linesIn(sorted)) {
      held.push(line)
      if (held.length === LINES_PER_BLOCK) await flush()
    }
    await flush()
  } finally {
    await dataFile.close()
    await blockFile.close()
  }
  return { data, blocks, captures }
}
