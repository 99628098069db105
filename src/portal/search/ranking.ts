/**
 * From matches to an ordered list: score and authority order all of them, closeness of the words in the text orders the best few
 * again, phrases are verified from the top down, and what repeats (near-duplicates, one site over and over) is folded.
 */
import type { Columns } from './columns.js'
import { closeness, findPlaces, type MarkedPlace, type PlaceFinder } from './highlight.js'
import type { Matches } from './match.js'
import type { Group } from './query-groups.js'
import { packedProse, RUNNING_TEXT, UNKNOWN_PROSE, unpackedProse } from './prose-share.js'
import type { Query } from './query.js'
import type { StoredPages } from './stored-pages.js'
import { bestPages } from './top.js'
import { isVerified, needsText, SaidText } from './verify.js'

export interface RankedPage {
  readonly page: number
  readonly score: number
}

export interface RankRequest {
  readonly columns: Columns
  readonly stored: StoredPages
  readonly query: Query
  readonly groups: readonly Group[]
  readonly finder: PlaceFinder
  readonly matches: Matches
  /** By page: the share of the query that its name is. */
  readonly named: ReadonlyMap<number, number>
  /** Those that pass the filters. */
  readonly pages: Uint32Array
  /** Room for a number for each page. */
  readonly scores: Float32Array
  /** How many are ordered, before folding. */
  readonly limit: number
  /** When so many were verified, the others wait until somebody asks for them. */
  readonly enough: number
}

export interface Ranking {
  readonly ranked: readonly RankedPage[]
  /** Pages that had to be looked at, those that were, and those of them that do not have what they should. */
  readonly doubtful: number
  readonly verified: number
  readonly refused: number
}

/** Texts that are read to verify phrases and grams. */
const VERIFIED = 150
/** Texts that are read in one go. */
const AT_ONCE = 20

export function rank(request: RankRequest): Ranking {
  const { columns, matches, pages, query, groups, finder } = request
  const { prior } = columns
  const { score, unsure } = matches
  const scores = request.scores
  for (let i = 0; i < pages.length; i++) scores[i] = score[pages[i]] * prior[pages[i]]
  const best = bestPages(pages, scores, request.limit)
  const strict = needsText(query) && !matches.relaxed
  const ranked: RankedPage[] = []
  let refused = 0
  let verified = 0
  for (const [place, page] of best.entries()) {
    const isUnsure = unsure[page] === 1 && !matches.relaxed
    if (strict || isUnsure) {
      // past the limit a page is taken by its grams, but not for a phrase that nobody saw
      if (verified < VERIFIED && (isUnsure || ranked.length < request.enough)) {
        if (verified % AT_ONCE === 0) request.stored.prefetch(Array.from(best.subarray(place, place + AT_ONCE)))
        verified++
        const said = new SaidText(request.stored.text(page), () => request.stored.outlineOf(page))
        if (!isVerified(said, query, finder.needles, groups, isUnsure)) {
          refused++
          continue
        }
      } else if (strict) break
    }
    ranked.push({ page, score: score[page] * prior[page] })
  }
  return { ranked: closer(request, ranked), doubtful: strict ? pages.length : countUnsure(request), verified, refused }
}

function countUnsure({ pages, matches, groups }: RankRequest): number {
  if (matches.relaxed || groups.every(({ isCertain }) => isCertain)) return 0
  let count = 0
  for (const page of pages) count += matches.unsure[page]
  return count
}

/** Texts that are read to see how close the words stand: each costs some 40 µs. */
const LOOKED_AT = 20
// What it adds to a score, at most, that all words stand side by side: in the text, and in the title (there by its share). On the
// even pages of wikischools-dev the first brings 10 known pages of a hundred to the first place, anything from 0.3 to 1 alike.
const CLOSE_IN_TEXT = 0.4
const CLOSE_IN_TITLE = 0.5

/** How much more a page is worth whose name is the whole query. */
const NAMED = 2.5
/** What lists lose. */
const LISTS_LOSE = 0.35

/** The best few again: by how close together the words stand that say something, by names, lists last. */
function closer(request: RankRequest, ranked: RankedPage[]): RankedPage[] {
  const { columns, groups, finder, stored, named } = request
  const best = ranked.slice(0, LOOKED_AT)
  const telling = groups.map(({ isStop }) => !isStop)
  const isTelling = ({ group }: MarkedPlace): boolean => telling[group]
  const count = telling.filter(Boolean).length
  const isUnknown = ({ page }: RankedPage): boolean => columns.prose[page] === UNKNOWN_PROSE
  stored.prefetch((count > 1 ? best : best.filter(isUnknown)).map(({ page }) => page))
  const first = best.map(({ page, score }) => {
    let bonus = 1 + NAMED * (named.get(page) ?? 0) ** 2
    if (count > 1) {
      const title = stored.title(page)
      const inTitle = findPlaces(title, finder.needles)
      const inText = finder.inText(page).filter(isTelling)
      bonus +=
        CLOSE_IN_TEXT * closeness(inText, groups.length, count) +
        CLOSE_IN_TITLE * closeness(inTitle.filter(isTelling), groups.length, count) * shareOf(title, inTitle)
    }
    if (columns.prose[page] === UNKNOWN_PROSE) columns.prose[page] = packedProse(stored.text(page))
    const lists = 1 - Math.min(1, unpackedProse(columns.prose[page]) / RUNNING_TEXT)
    return { page, score: score * bonus * (1 - LISTS_LOSE * lists) }
  })
  first.sort((a, b) => b.score - a.score || a.page - b.page)
  return [...first, ...ranked.slice(LOOKED_AT)]
}

function shareOf(title: string, places: readonly MarkedPlace[]): number {
  const letters = places.reduce((sum, { start, end }) => sum + end - start + 1, 0)
  return Math.min(1, letters / (title.length + 1))
}

export interface Folded extends RankedPage {
  readonly duplicates: number
  readonly moreFromSite: number
}

/** Among so many, pages of a site that has used up its share come last; after them nothing is held back. */
const FOLDED_AMONG = 480

export interface FoldOptions {
  readonly perSite: number
  readonly ofSite: Uint32Array
  readonly wanted: number
  /** No further pages can be ranked. */
  readonly isAll: boolean
}

/**
 * `perSite` 0: sites are not folded. `ofSite`: matching pages of each site. When what is left does not fill `wanted` places, the
 * folded ones follow: two results and "80 more from this site" would hide what there is.
 */
export function foldRanking(
  ranked: readonly RankedPage[],
  columns: Columns,
  { perSite, ofSite, wanted, isAll }: FoldOptions,
): Folded[] {
  const { site } = columns
  const all = withoutDuplicates(ranked, columns)
  if (perSite === 0) return all.map(foldedOf)
  const kept: Kept[] = []
  const waiting: Kept[] = []
  const shown = new Uint32Array(columns.sites)
  for (const one of all) {
    const host = site[one.page]
    if (one.place >= FOLDED_AMONG) waiting.push(one)
    else if (shown[host] < perSite) {
      shown[host]++
      kept.push(one)
    } else waiting.push(one)
  }
  const isFilled = isAll || ranked.length >= FOLDED_AMONG
  const list = isFilled && kept.length < wanted ? [...kept, ...waiting.slice(0, wanted - kept.length)] : kept
  return withMore(list, columns, perSite, ofSite)
}

interface Kept extends RankedPage {
  readonly place: number
  readonly others: number[]
}

function foldedOf({ page, score, others }: Kept): Folded {
  return { page, score, duplicates: others.length, moreFromSite: 0 }
}

/** Of pages that repeat each other the best one stays. Among equals it is the original: which number a page has is chance. */
function withoutDuplicates(ranked: readonly RankedPage[], { original }: Columns): Kept[] {
  const keptOf = new Map<number, Kept>()
  ranked.forEach(({ page, score }, place) => {
    const known = keptOf.get(original[page])
    if (known === undefined) keptOf.set(original[page], { page, score, place, others: [] })
    else if (page === original[page] && score === known.score)
      keptOf.set(page, { ...known, page, others: [...known.others, known.page] })
    else known.others.push(page)
  })
  return [...keptOf.values()]
}

/** How many pages of its site are not in the list, at the last one of each site that has used up its share. */
function withMore(list: readonly Kept[], { site }: Columns, perSite: number, ofSite: Uint32Array): Folded[] {
  const folded = list.map(foldedOf)
  const sites = new Map<number, { count: number; last: number }>()
  const seen = new Map<number, number>()
  const see = (page: number): unknown => seen.set(site[page], (seen.get(site[page]) ?? 0) + 1)
  list.forEach(({ page, others }, last) => {
    sites.set(site[page], { count: (sites.get(site[page])?.count ?? 0) + 1, last })
    see(page)
    others.forEach(see)
  })
  for (const [host, { count, last }] of sites) {
    // only where the site's share is used up: otherwise nothing was folded
    if (count < perSite) continue
    folded[last] = { ...folded[last], moreFromSite: Math.max(0, ofSite[host] - (seen.get(host) ?? 0)) }
  }
  return folded
}
