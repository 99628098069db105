/** Rows of words that come again, by the hashes of their words: how much of a text is in them. */
import type { WordColumns } from './quality.js'

/** Rows of 2, 3, 4 words: the most frequent one. Rows of 5 to 10: all that come again. */
const FIRST = 2
const FIRST_REPEATED = 5
const LAST = 10
/** Words that are looked at: repetition shows before that. */
const MAX_WORDS = 20_000
const MIN_SLOTS = 64
const MAX_SLOTS = 1 << 16

// An open-addressed table that is not cleared: a slot counts when its turn is the present one. Of each slot: turn, key, count. A text uses
// as much of it as it needs, since a table that does not fit into the processor's cache takes most of the time.
const table = new Int32Array(MAX_SLOTS * 3)
let turn = 0
let mask = 0

/** The place of the row in the table, where its count stands; a row that is new has the count 0. */
function placeOf(key: number): number {
  let slot = (key ^ (key >>> 15)) & mask
  let place = slot * 3
  while (table[place] === turn && table[place + 1] !== key) {
    slot = (slot + 1) & mask
    place = slot * 3
  }
  if (table[place] !== turn) {
    table[place] = turn
    table[place + 1] = key
    table[place + 2] = 0
  }
  return place + 2
}

const rows = new Int32Array(MAX_WORDS)
/** Characters of all words before each. */
const sizes = new Int32Array(MAX_WORDS + 1)
/** Where rows begin that come again: only they can come again when they are a word longer. */
const starts = new Int32Array(MAX_WORDS)
const places = new Int32Array(MAX_WORDS)

/** Shares of the characters of all words, by the length of the rows. */
export function gramsOf({ hashes, lengths }: WordColumns): { topGrams: number[]; repeatedGrams: number[] } {
  const count = Math.min(hashes.length, MAX_WORDS)
  for (let i = 0; i < count; i++) {
    rows[i] = hashes[i]
    starts[i] = i
    sizes[i + 1] = sizes[i] + lengths[i]
  }
  const total = Math.max(1, sizes[count])
  const topGrams: number[] = []
  const repeatedGrams: number[] = []
  let active = count
  for (let n = FIRST; n <= LAST; n++) {
    while (active > 0 && starts[active - 1] + n > count) active--
    turn = (turn + 1) | 0
    mask = MIN_SLOTS - 1
    while (mask < 2 * active) mask = 2 * mask + 1
    for (let k = 0; k < active; k++) {
      const i = starts[k]
      // the order of the words counts
      rows[i] = Math.imul(rows[i] ^ (rows[i] >>> 15), 0x2c1b3c6d) + hashes[i + n - 1]
    }
    if (n < FIRST_REPEATED) topGrams.push(topIn(active, n, sizes[count]) / total)
    else repeatedGrams.push(repeatedIn(active, n) / total)
    active = keepRepeated(active)
  }
  return { topGrams, repeatedGrams }
}

function topIn(active: number, n: number, all: number): number {
  let most = 1
  let size = 0
  for (let k = 0; k < active; k++) {
    const i = starts[k]
    const place = (places[k] = placeOf(rows[i]))
    const times = ++table[place]
    if (times === 1 || times < most) continue
    const own = sizes[i + n] - sizes[i]
    size = times > most ? own : Math.max(size, own)
    most = times
  }
  // rows that overlap ("ha ha ha") count more than once
  return Math.min(all, most * size)
}

function repeatedIn(active: number, n: number): number {
  let size = 0
  let behind = 0
  for (let k = 0; k < active; k++) {
    const i = starts[k]
    const place = (places[k] = placeOf(rows[i]))
    if (table[place]++ === 0) continue
    size += sizes[i + n] - sizes[Math.max(i, behind)]
    behind = i + n
  }
  return size
}

/** How many rows come again; their beginnings move to the front. */
function keepRepeated(active: number): number {
  let kept = 0
  for (let k = 0; k < active; k++) if (table[places[k]] > 1) starts[kept++] = starts[k]
  return kept
}
