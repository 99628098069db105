/** The directory of a ZIM: which entry has which number, who stands where in the listings, and the entries themselves. */
import { type ClusterWriter } from './clusters.js'
import { type EntryStore } from './entries.js'
import { NONE, REDIRECT } from './format.js'
import { paced } from './paced.js'
import { type Targets } from './redirects.js'
import { type Sink } from './sink.js'

/** Numbers of entries by the order of their arrival; `NONE` for redirects that are left out. */
export async function numberEntries(
  entries: EntryStore,
  targets: Targets,
  signal: AbortSignal | undefined,
): Promise<Uint32Array> {
  const numbers = new Uint32Array(entries.count).fill(NONE)
  let next = 0
  for await (const id of paced(entries.ids(), signal)) if (targets.of(id) !== NONE) numbers[id] = next++
  return numbers
}

export async function listTitles(entries: EntryStore, numbers: Uint32Array, signal: AbortSignal | undefined) {
  const all = Buffer.alloc(entries.count * 4)
  const articles = Buffer.alloc(entries.count * 4)
  let allBytes = 0
  let articleBytes = 0
  for await (const { id, isFront } of paced(entries.byTitle(), signal)) {
    if (numbers[id] === NONE) continue
    allBytes = all.writeUInt32LE(numbers[id], allBytes)
    if (isFront) articleBytes = articles.writeUInt32LE(numbers[id], articleBytes)
  }
  return { all: all.subarray(0, allBytes), articles: articles.subarray(0, articleBytes) }
}

/** Writes the entries and the pointers to them; where the pointers begin. */
export async function writeDirectory(
  sink: Sink,
  entries: EntryStore,
  clusters: ClusterWriter,
  numbers: Uint32Array,
  targets: Targets,
  signal: AbortSignal | undefined,
): Promise<number> {
  const pointers = Buffer.alloc(entries.count * 8)
  let pointerBytes = 0
  const head = Buffer.alloc(16)
  for await (const { id, key, title, mime, cluster, blob } of paced(entries.inOrder(), signal)) {
    if (numbers[id] === NONE) continue
    pointerBytes = pointers.writeBigUInt64LE(BigInt(sink.position), pointerBytes)
    head.writeUInt16LE(mime, 0)
    head[3] = key[0]
    const isRedirect = mime === REDIRECT
    head.writeUInt32LE(isRedirect ? numbers[targets.of(id)] : clusters.numberOf(cluster), 8)
    head.writeUInt32LE(blob, 12)
    sink.write(isRedirect ? head.subarray(0, 12) : head)
    sink.write(key.subarray(1))
    sink.write(END)
    sink.write(title)
    sink.write(END)
  }
  const position = sink.position
  sink.write(pointers.subarray(0, pointerBytes))
  return position
}

const END = Buffer.alloc(1)
