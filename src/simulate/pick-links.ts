import type { Features, Links, NameColumns, WordRows } from '../contracts.js'

/** Some of the links of a page, by their place in the row, with their columns: a copy that stays true when the next page is looked at. */
export function pickLinks({ to, start, group, features }: Links, rows: readonly number[]): Links {
  const { anchorInTarget, words, anchorScore, contextScore, names, tagPath, listPlace } = features
  const picked: Features = {
    ...features,
    anchorInTarget: pick(anchorInTarget, rows),
    words: words === null ? null : pickWords(words, rows),
    anchorScore: pick(anchorScore, rows),
    contextScore: pick(contextScore, rows),
    names: names === null ? null : pickNames(names, rows),
    tagPath: tagPath === null ? null : Uint32Array.from(rows, row => tagPath[row]),
    listPlace: pick(listPlace, rows),
  }
  return { to: Uint32Array.from(rows, row => to[start + row]), start: 0, end: rows.length, group, features: picked }
}

function pick(column: Uint8Array | null, rows: readonly number[]): Uint8Array | null {
  return column === null ? null : Uint8Array.from(rows, row => column[row])
}

function pickNames(
  { anchorNames, anchorWords, urlNames, urlWords }: NameColumns,
  rows: readonly number[],
): NameColumns {
  const of = (column: Uint8Array): Uint8Array => Uint8Array.from(rows, row => column[row])
  return { anchorNames: of(anchorNames), anchorWords: of(anchorWords), urlNames: of(urlNames), urlWords: of(urlWords) }
}

function pickWords({ starts, hashes }: WordRows, rows: readonly number[]): WordRows {
  const picked = { starts: new Uint32Array(rows.length + 1), hashes: [] as number[] }
  rows.forEach((row, i) => {
    for (let word = starts[row]; word < starts[row + 1]; word++) picked.hashes.push(hashes[word])
    picked.starts[i + 1] = picked.hashes.length
  })
  return { starts: picked.starts, hashes: Uint32Array.from(picked.hashes) }
}
