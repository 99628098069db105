/** Which sentences of a text are new, and which are gone. */

/** One place of a text: what stood there, and what stands there now. */
export interface SentenceChange {
  readonly removed: readonly string[]
  readonly added: readonly string[]
}

/** A sentence that is longer is cut when it is shown; scripts without full stops have sentences as long as a paragraph. */
export const LONGEST_SENTENCE = 2000
/** Beyond so many pairs of sentences their order is not looked at: a text of 2,000 sentences against another one. */
const MOST_PAIRS = 4_000_000

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

/** Line by line, so that a heading is a sentence of its own. */
export function sentencesOf(text: string): string[] {
  return text
    .split('\n')
    .flatMap(line =>
      Array.from(segmenter.segment(line), ({ segment }) => segment.replace(/\s+/g, ' ').trim()).filter(
        sentence => sentence !== '',
      ),
    )
}

/** A sentence that moved is removed in one place and added in another, unless the texts are very long. */
export function changedSentences(before: string, after: string): SentenceChange[] {
  const [a, b] = [sentencesOf(before), sentencesOf(after)]
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let [endA, endB] = [a.length, b.length]
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) {
    endA--
    endB--
  }
  const [middleA, middleB] = [a.slice(start, endA), b.slice(start, endB)]
  return middleA.length * middleB.length > MOST_PAIRS ? byCount(middleA, middleB) : inOrder(middleA, middleB)
}

/** What is left beside the longest common subsequence, place by place. */
function inOrder(a: readonly string[], b: readonly string[]): SentenceChange[] {
  const width = b.length + 1
  // at i, j: length of the longest one of a from i on and b from j on
  const common = new Uint32Array((a.length + 1) * width)
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      common[i * width + j] =
        a[i] === b[j]
          ? common[(i + 1) * width + j + 1] + 1
          : Math.max(common[(i + 1) * width + j], common[i * width + j + 1])
  const changes: SentenceChange[] = []
  let [i, j, fromA, fromB] = [0, 0, 0, 0]
  const end = (): void => {
    if (i > fromA || j > fromB) changes.push({ removed: a.slice(fromA, i), added: b.slice(fromB, j) })
  }
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) {
      end()
      fromA = ++i
      fromB = ++j
    } else if (common[(i + 1) * width + j] >= common[i * width + j + 1]) i++
    else j++
  }
  i = a.length
  j = b.length
  end()
  return changes
}

function byCount(a: readonly string[], b: readonly string[]): SentenceChange[] {
  const [removed, added] = [without(a, b), without(b, a)]
  return removed.length + added.length === 0 ? [] : [{ removed, added }]
}

function without(all: readonly string[], others: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const sentence of others) counts.set(sentence, (counts.get(sentence) ?? 0) + 1)
  return all.filter(sentence => {
    const count = counts.get(sentence) ?? 0
    counts.set(sentence, count - 1)
    return count <= 0
  })
}
