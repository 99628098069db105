/** How much of one text another one holds: words, and pairs of neighbours for their order. */

const segmenter = new Intl.Segmenter('und', { granularity: 'word' })
/** One long string takes Intl.Segmenter for ever. */
const PIECE = 500

export function wordsIn(text: string): string[] {
  const words: string[] = []
  // signs that are drawn alike are one, whatever a font calls them; words that were divided at the end of a line are whole
  const plain = text
    .normalize('NFKC')
    .replace(/[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
    .replace(/(\p{L})[-\u2010]\n\f?(?=\p{Ll})/gu, '$1')
    .toLowerCase()
  for (const line of plain.split(/[\n\f]/))
    for (let at = 0, end = 0; at < line.length; at = end) {
      const space = line.length > at + PIECE ? line.lastIndexOf(' ', at + PIECE) : line.length
      end = space > at ? space : at + PIECE
      for (const { segment, isWordLike } of segmenter.segment(line.slice(at, end)))
        if (isWordLike === true) words.push(segment)
    }
  return words
}

export function pairsIn(words: readonly string[]): string[] {
  return words.slice(1).map((word, i) => `${words[i]} ${word}`)
}

/** How many of `wanted` are in `found`, each as often as it is there. */
export function common(wanted: readonly string[], found: readonly string[]): number {
  const left = new Map<string, number>()
  for (const word of found) left.set(word, (left.get(word) ?? 0) + 1)
  let count = 0
  for (const word of wanted) {
    const times = left.get(word) ?? 0
    if (times > 0) {
      count++
      left.set(word, times - 1)
    }
  }
  return count
}
