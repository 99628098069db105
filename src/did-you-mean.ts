/** What somebody may have meant who wrote a name that does not exist. */

/** `; did you mean "delay"?`, or '' when nothing is near. */
export function didYouMean(written: string, known: Iterable<string>): string {
  const near = nearestName(written, known)
  return near === null ? '' : `; did you mean "${near}"?`
}

/** The name with the fewest edits, of which a third of its letters may be wrong and two at most. */
export function nearestName(written: string, known: Iterable<string>): string | null {
  const wanted = written.toLowerCase().slice(0, 60)
  let nearest: string | null = null
  let least = Math.min(2, Math.floor(wanted.length / 3)) + 1
  for (const name of known) {
    const distance = editDistance(wanted, name.toLowerCase())
    if (distance >= least) continue
    least = distance
    nearest = name
  }
  return nearest
}

/** Letters left out, put in, replaced, or swapped with their neighbour. */
export function editDistance(a: string, b: string): number {
  let before: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      row[j] = Math.min(row[j - 1] + 1, previous[j] + 1, previous[j - 1] + (isSame ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) row[j] = Math.min(row[j], before[j - 2] + 1)
    }
    before = previous
    previous = row
  }
  return previous[b.length]
}
