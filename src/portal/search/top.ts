/** The best of many, without sorting all of them: a heap with the worst of the kept ones on top. */
export function bestPages(pages: Uint32Array, scoreOf: (page: number) => number, limit: number): Uint32Array {
  const size = Math.min(limit, pages.length)
  const kept = new Uint32Array(size)
  const scores = new Float64Array(size)
  let n = 0
  const isWorse = (a: number, b: number): boolean =>
    scores[a] < scores[b] || (scores[a] === scores[b] && kept[a] > kept[b])
  const swap = (a: number, b: number): void => {
    const page = kept[a]
    const score = scores[a]
    kept[a] = kept[b]
    scores[a] = scores[b]
    kept[b] = page
    scores[b] = score
  }
  const sink = (from: number): void => {
    for (let at = from; ;) {
      let worst = at
      const left = 2 * at + 1
      if (left < n && isWorse(left, worst)) worst = left
      if (left + 1 < n && isWorse(left + 1, worst)) worst = left + 1
      if (worst === at) return
      swap(at, worst)
      at = worst
    }
  }
  for (const page of pages) {
    const score = scoreOf(page)
    if (n < size) {
      kept[n] = page
      scores[n++] = score
      if (n === size) for (let i = size >> 1; i >= 0; i--) sink(i)
    } else if (size > 0 && (score > scores[0] || (score === scores[0] && page < kept[0]))) {
      kept[0] = page
      scores[0] = score
      sink(0)
    }
  }
  const order = Array.from(kept.keys()).sort((a, b) => scores[b] - scores[a] || kept[a] - kept[b])
  return Uint32Array.from(order, i => kept[i])
}
