/**
 * The best of many, without sorting all of them: a heap with the worst of the kept ones on top. `scores` lie beside the pages.
 * Of equals the lower number is the better one.
 */
export function bestPages(pages: Uint32Array, scoresOf: ArrayLike<number>, limit: number): Uint32Array {
  const size = Math.min(limit, pages.length)
  const kept = new Uint32Array(size)
  const scores = new Float64Array(size)
  if (size === 0) return kept
  for (let i = 0; i < size; i++) {
    kept[i] = pages[i]
    scores[i] = scoresOf[i]
  }
  for (let i = size >> 1; i >= 0; i--) sink(kept, scores, i)
  for (let i = size; i < pages.length; i++) {
    const score = scoresOf[i]
    if (score < scores[0] || (score === scores[0] && pages[i] > kept[0])) continue
    kept[0] = pages[i]
    scores[0] = score
    sink(kept, scores, 0)
  }
  // out of the heap, the worst first
  for (let end = size - 1; end > 0; end--) {
    swap(kept, scores, 0, end)
    sink(kept, scores, 0, end)
  }
  return kept
}

function sink(kept: Uint32Array, scores: Float64Array, from: number, end = kept.length): void {
  for (let at = from; ;) {
    let worst = at
    const left = 2 * at + 1
    if (left < end && isWorse(kept, scores, left, worst)) worst = left
    if (left + 1 < end && isWorse(kept, scores, left + 1, worst)) worst = left + 1
    if (worst === at) return
    swap(kept, scores, at, worst)
    at = worst
  }
}

function isWorse(kept: Uint32Array, scores: Float64Array, a: number, b: number): boolean {
  return scores[a] < scores[b] || (scores[a] === scores[b] && kept[a] > kept[b])
}

function swap(kept: Uint32Array, scores: Float64Array, a: number, b: number): void {
  const page = kept[a]
  const score = scores[a]
  kept[a] = kept[b]
  scores[a] = scores[b]
  kept[b] = page
  scores[b] = score
}
