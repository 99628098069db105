import type { Checkpointed, PageId, StateFields, UrlTable } from '../contracts.js'
import { LongtailError } from '../errors.js'
import { BLOCK_WORDS } from './shadow-blocks.js'
import type { BlockStore, BlockColumn } from './columns.js'
import { URL_FILES } from './scratch-files.js'
import { OFFSET_WORDS, UrlText } from './url-text.js'

/**
 * Every URL ever seen: fingerprint → id, id → URL.
 *
 * A linear hash table whose buckets are the blocks of a column, so that a look-up reads one block and the addition that
 * follows a miss finds it in the cache (for which reason a Bloom filter in front would save nothing). Within a block: open
 * addressing over 341 slots of three words and the number of entries in the last word. When an addition meets a bucket that
 * is fuller than wanted, the next bucket in turn is split into itself and a new last one: the table grows a block at a time
 * and never stops the crawl to rewrite itself, and most of a doubling happens while loads pass the limit, as with a
 * conventional table.
 */
const SLOTS = 341
const SLOT_WORDS = 3
const HIGH = 0
const LOW = 1
const ID = 2 // + 1; 0: the slot is empty
const COUNT = BLOCK_WORDS - 1

/** Fuller buckets make the table grow. Loads scatter by 5 % around their mean; from 0.8 even the fullest of 10^6 stays below 1. */
const WANTED = Math.floor(SLOTS * 0.8)
/** One slot stays empty: it ends every search. */
const FULL = SLOTS - 1

/**
 * Slots of a direct-mapped cache of found URLs (3 MB) in front of the table. Most links of a page are its site's navigation:
 * they are asked for again and again but are scattered over the table, so caching their 12 bytes beats caching their blocks.
 * Medians of five interleaved runs with and without it, in CPU-µs per find. Four of five links among 60,000 pages: 0.06 and 0.10
 * when the table fits into the block cache, 0.41 and 1.16 when a fraction of it does. Its price, when all fits: 0.10 and 0.09
 * for links at random, 0.17 and 0.16 for new ones (when little fits: 1.16 and 1.14, 1.31 and 1.21). It grows with the table: a process
 * that holds many partitions has many small tables.
 */
const MOST_RECENT = 1 << 18
const FIRST_RECENT = 1 << 10
const MAX_URLS = 0xffff_fffe

/** A URL table that checkpoints can hold. */
export interface StoredUrlTable extends UrlTable, Checkpointed {}

/** `sharesStore`: somebody else tells checkpoints of the store. */
export function createUrlTable(store: BlockStore, sharesStore = false): StoredUrlTable {
  const index = store.column(BLOCK_WORDS, URL_FILES.index)
  const offsets = store.column(OFFSET_WORDS, URL_FILES.offsets)
  const text = new UrlText(store, offsets, store.file(URL_FILES.text))
  return new LinearHashTable(store, index, text, sharesStore)
}

class LinearHashTable implements StoredUrlTable {
  /** Buckets before `next` are split already: they are told apart by one bit more than `mask` has. */
  private mask = 0
  private next = 0
  private recent = new Uint32Array(FIRST_RECENT * SLOT_WORDS)
  private recentMask = FIRST_RECENT - 1
  private readonly bucket = new Uint32Array(BLOCK_WORDS)

  constructor(
    private readonly store: BlockStore,
    private readonly index: BlockColumn,
    private readonly text: UrlText,
    private readonly sharesStore: boolean,
  ) {}

  get size(): number {
    return this.text.size
  }

  find(high: number, low: number): PageId {
    const hash = mix(high, low)
    const { recent } = this
    const seat = (hash & this.recentMask) * SLOT_WORDS
    const known = recent[seat + ID]
    if (known !== 0 && recent[seat + LOW] === low && recent[seat + HIGH] === high) return known - 1
    const base = this.index.read(this.bucketOf(hash))
    const { words } = this.store
    const end = base + SLOTS * SLOT_WORDS
    let at = base + slotOf(hash, low) * SLOT_WORDS
    for (;;) {
      const id = words[at + ID]
      if (id === 0) return -1
      if (words[at + LOW] === low && words[at + HIGH] === high) {
        recent[seat + HIGH] = high
        recent[seat + LOW] = low
        recent[seat + ID] = id
        return id - 1
      }
      at += SLOT_WORDS
      if (at === end) at = base
    }
  }

  add(high: number, low: number, url: string): PageId {
    if (this.text.size >= MAX_URLS) throw new LongtailError('E_FRONTIER', `more than ${MAX_URLS} URLs in one crawl`)
    const page = this.text.add(url)
    if (page > this.recentMask) this.growRecent()
    const hash = mix(high, low)
    const base = this.roomFor(hash)
    const { words } = this.store
    insert(words, base, high, low, page + 1, hash)
    if (++words[base + COUNT] > WANTED) this.split()
    return page
  }

  url(page: PageId): string {
    return this.text.get(page)
  }

  close(): void {
    this.index.close()
    this.text.close()
  }

  persist(fields: StateFields): void {
    if (!this.sharesStore) fields.part('store', this.store)
    this.mask = fields.number('mask', this.mask)
    this.next = fields.number('next', this.next)
    fields.part('text', this.text)
  }

  checkpointed(): void {
    if (!this.sharesStore) this.store.checkpointed()
  }

  /** What it holds is forgotten: it fills again with the next look-ups. */
  private growRecent(): void {
    let seats = this.recentMask + 1
    while (seats < MOST_RECENT && seats <= 2 * this.text.size) seats *= 2
    if (seats === this.recentMask + 1) return
    this.recent = new Uint32Array(seats * SLOT_WORDS)
    this.recentMask = seats - 1
  }

  private bucketOf(hash: number): number {
    const bucket = hash & this.mask
    return bucket < this.next ? hash & ((this.mask << 1) | 1) : bucket
  }

  /** Offset of the hash's bucket, to write; splits on until it has room, which with keyed fingerprints is never needed twice. */
  private roomFor(hash: number): number {
    for (;;) {
      const base = this.index.write(this.bucketOf(hash))
      if (this.store.words[base + COUNT] < FULL) return base
      // Fingerprints that agree in so many bits are no fingerprints: stop before the table fills the disk.
      if (this.mask + this.next > this.text.size)
        throw new LongtailError('E_FRONTIER', 'too many fingerprints are alike')
      this.split()
    }
  }

  private split(): void {
    const { bucket, index, next } = this
    const bit = this.mask + 1
    const sister = next + bit
    const from = index.write(next)
    bucket.set(this.store.words.subarray(from, from + BLOCK_WORDS))
    this.fill(index.write(next), bit, 0)
    this.fill(index.write(sister), bit, bit)
    this.next++
    if (this.next > this.mask) {
      this.mask = (this.mask << 1) | 1
      this.next = 0
    }
  }

  /** Refills a block with the entries of `bucket` whose hash has the wanted bit. */
  private fill(base: number, bit: number, wanted: number): void {
    const { bucket } = this
    const { words } = this.store
    words.fill(0, base, base + BLOCK_WORDS)
    let count = 0
    for (let at = 0; at < SLOTS * SLOT_WORDS; at += SLOT_WORDS) {
      const id = bucket[at + ID]
      if (id === 0) continue
      const high = bucket[at + HIGH]
      const low = bucket[at + LOW]
      const hash = mix(high, low)
      if ((hash & bit) !== wanted) continue
      insert(words, base, high, low, id, hash)
      count++
    }
    words[base + COUNT] = count
  }
}

function insert(words: Uint32Array, base: number, high: number, low: number, id: number, hash: number): void {
  const end = base + SLOTS * SLOT_WORDS
  let at = base + slotOf(hash, low) * SLOT_WORDS
  while (words[at + ID] !== 0) {
    at += SLOT_WORDS
    if (at === end) at = base
  }
  words[at + HIGH] = high
  words[at + LOW] = low
  words[at + ID] = id
}

/** Spreads both halves over 31 bits, so that halves that count up (in tests, in graphs) do as well as true fingerprints. */
function mix(high: number, low: number): number {
  let hash = low ^ Math.imul(high, 0x9e3779b1)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) & 0x7fff_ffff
}

function slotOf(hash: number, low: number): number {
  return ((Math.imul(hash ^ low, 0x9e3779b1) >>> 16) * SLOTS) >>> 16
}
