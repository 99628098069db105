/** Training pages that teach nothing are left out, each with its reason: empty ones, copies, and those that share nothing with the rest. */
import type { Rows } from '../../learn/index.js'
import { simhash } from '../../page/text/simhash.js'
import { setBits } from '../../set-bits.js'
import type { TopicDocument } from './documents.js'

export interface LeftOutPage {
  readonly url: string
  readonly reason: string
}

const MIN_WORDS = 15
/** Bits of 64; see page/near-duplicate.ts for how it was chosen. */
const SAME_TEXT = 7
/** Of the median likeness to the other pages: what is further away belongs to something else. */
const ODD_SHARE = 0.2
/** Never more than this share: then it is the topic that is mixed, not the pages that are odd. */
const MAX_ODD = 0.2
const MIN_FOR_ODD = 8

export function dropUninformative(documents: readonly TopicDocument[], leftOut: LeftOutPage[]): TopicDocument[] {
  const prints: (readonly [number, number])[] = []
  const texts = new Set<string>()
  return documents.filter(({ page: { url, text }, words }) => {
    if (words < MIN_WORDS) {
      leftOut.push({ url, reason: `too short (${words} words)` })
      return false
    }
    const print = simhash(text)
    const isPrinted = print[0] !== 0 || print[1] !== 0
    const isCopy = texts.has(text) || (isPrinted && prints.some(other => distance(other, print) <= SAME_TEXT))
    if (isCopy) {
      leftOut.push({ url, reason: 'nearly the same as another page' })
      return false
    }
    texts.add(text)
    if (isPrinted) prints.push(print)
    return true
  })
}

function distance([aHigh, aLow]: readonly [number, number], [bHigh, bLow]: readonly [number, number]): number {
  return setBits(aHigh ^ bHigh) + setBits(aLow ^ bLow)
}

/** Whether each of the first `count` rows is unlike all the others among them. Rows have length 1. */
export function oddRows(rows: Rows, count: number): boolean[] {
  const none = Array.from({ length: count }, () => false)
  if (count < MIN_FOR_ODD) return none
  const likeness = likenessToOthers(rows, count)
  const median = Float64Array.from(likeness).sort()[count >> 1]
  const odd = Array.from(likeness, value => value < median * ODD_SHARE)
  return odd.filter(isOdd => isOdd).length > count * MAX_ODD ? none : odd
}

/** Mean cosine of each of the first `count` rows with the others of them. */
export function likenessToOthers({ offsets, columns, values, width }: Rows, count: number): Float64Array {
  const sum = new Float64Array(width)
  for (let i = offsets[0]; i < offsets[count]; i++) sum[columns[i]] += values[i]
  const likeness = new Float64Array(count)
  for (let r = 0; r < count; r++) {
    let dot = 0
    let self = 0
    for (let i = offsets[r]; i < offsets[r + 1]; i++) {
      dot += values[i] * sum[columns[i]]
      self += values[i] * values[i]
    }
    likeness[r] = count < 2 ? 0 : (dot - self) / (count - 1)
  }
  return likeness
}
