/** Which archives go into which part, with the pages that are in them. */
import type { PackedArchive } from './archives.js'
import type { MainPage, PageList, PageStretch } from './page-list.js'

export interface PartPlan {
  readonly archives: readonly PackedArchive[]
  /** File that `stretches` are of. */
  readonly pageFile: string
  readonly stretches: readonly PageStretch[]
  readonly pages: number
  readonly main: MainPage | null
  /** Bytes, rather too many than too few. */
  readonly estimate: number
}

/** Heads of members, directory and description, beside what is counted. */
const FRAME_BYTES = 64 * 1024
const FRAME_BYTES_PER_ARCHIVE = 1024
/** An index packs to a fifth of its lines (measured on crawls of the demo and on Common Crawl's). */
const INDEX_SHARE = 1 / 3

/** In their order. An archive is never divided; one that is larger than `limit` has a part to itself. */
export function divide(archives: readonly PackedArchive[], list: PageList, limit: number): PartPlan[] {
  const groups: PackedArchive[][] = []
  let size = Infinity
  for (const archive of archives) {
    const bytes = bytesOf(archive, list)
    if (size + bytes > limit || groups.length === 0) {
      groups.push([])
      size = FRAME_BYTES
    }
    groups[groups.length - 1].push(archive)
    size += bytes
  }
  return groups.map(group => planOf(group, list))
}

function bytesOf({ stretch, lines, key }: PackedArchive, list: PageList): number {
  // the list of pages is packed, too; how well is known only afterwards
  const pages = list.stretches.get(key)?.size ?? 0
  return stretch.size + FRAME_BYTES_PER_ARCHIVE + lines.bytes * INDEX_SHARE + pages
}

function planOf(archives: readonly PackedArchive[], list: PageList): PartPlan {
  const stretches = archives.flatMap(({ key }) => list.stretches.get(key) ?? [])
  let main: MainPage | null = null
  for (const stretch of stretches)
    if (stretch.main !== null && (main === null || stretch.main.rank < main.rank)) main = stretch.main
  return {
    archives,
    pageFile: list.path,
    stretches,
    pages: stretches.reduce((sum, { pages }) => sum + pages, 0),
    main,
    estimate: archives.reduce((sum, archive) => sum + bytesOf(archive, list), FRAME_BYTES),
  }
}
