/**
 * Website segments: pages that stand in one directory, the unit by which crawls for a nation decide.
 *
 * A segment is host and path up to the last slash, lower-cased. By that rule alone `/thailand` would belong to `/` even where
 * `/thailand/phuket.html` shows that it is a directory. A crawl sees URLs one after the other and puts each in its segment at
 * once, so the rule is about what was seen before: a URL whose last component has no extension, and is a directory of URLs
 * seen earlier, belongs to that directory. Graphs number their pages in the order in which they were seen, and follow the
 * same rule in that order, which is what lets a simulation agree with a crawl.
 *
 * Where a segment is seen, so are the directories above it: they are segments too, with or without pages of their own.
 */
import { segmentOf } from './parts.js'

/** Above a deeper segment stands the one of this depth: a path of a thousand slashes is a trap, not a thousand segments. */
const MAX_DEPTH = 16

/** The segment of a canonical URL that is seen for the first time; `isSegment` tells those that were seen before. */
export function segmentIn(isSegment: (name: string) => boolean, url: string): string {
  const segment = segmentOf(url)
  const query = url.indexOf('?', 8)
  const end = query === -1 ? url.length : query
  const last = url.slice(url.lastIndexOf('/', end - 1) + 1, end)
  if (last === '' || last.includes('.')) return segment
  const directory = `${segment}${last.toLowerCase()}/`
  return isSegment(directory) ? directory : segment
}

/** The segment that a segment stands in, `a.example/x/` for `a.example/x/y/`; '' above that of a host. */
export function segmentAbove(segment: string): string {
  let end = segment.indexOf('/')
  let above = -1
  for (let depth = 0; depth < MAX_DEPTH && end + 1 < segment.length; depth++) {
    above = end
    end = segment.indexOf('/', end + 1)
  }
  return segment.slice(0, above + 1)
}
