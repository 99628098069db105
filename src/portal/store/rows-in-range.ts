/** A stretch of a list of which some rows are not shown. */
import type { Range } from '../contracts.js'

/** Those that `isWanted` lets through, from the offset on. */
export function rowsInRange<T>(rows: Iterable<T>, { offset, limit }: Range, isWanted: (row: T) => boolean): T[] {
  const found: T[] = []
  let skip = offset
  if (limit <= 0) return found
  for (const row of rows) {
    if (!isWanted(row) || skip-- > 0) continue
    found.push(row)
    if (found.length >= limit) break
  }
  return found
}
