/**
 * Filtering by server (Tamura et al. 2007, section 4): the algorithm that server-aggressive, server-conservative and
 * directory-conservative share. With Na downloads and Nr relevant pages of server i and the tolerance T, the server is
 *
 *   relevant: Nr > 0        undecided: Nr = 0, Na <= T        irrelevant: Nr = 0, Na > T
 *
 * Per page, in the order of the paper's figure 3:
 *   1   identify the page                    2-3  if relevant Nr++; Na++
 *   4   extract links                        4.5  conservative: if Nr = 0, reject links to servers with Na = 0
 *   5   reject links to irrelevant servers   6    reject links to downloaded pages (the frontier does)
 *   7-8 the rest: high queue if the page is relevant, low queue if not
 *
 * Counting comes first: the page that makes a server relevant already exports its links, the one that makes it irrelevant
 * loses its links inside the server. Queued URLs of a server that turns irrelevant are skipped: the group is parked, and
 * re-admitted when a page that was in flight turns out to be relevant.
 *
 * Two things the authors wish for, off by default:
 * - `parked` keeps what 4.5 and 5 reject. A link to an irrelevant server waits in the parked group. A link that 4.5
 *   rejects parks its (unvisited) server until a relevant server links there, or the server that the link stands on turns
 *   relevant. A server reached in that way counts as undecided, so that from then on 4.5 lets every link to it pass.
 * - `fall` lowers T as the crawl proceeds.
 */
import type { GroupBy, GroupControl, GroupId, PageId, Strategy } from '../contracts.js'
import { DeferredGroups } from './deferred-groups.js'
import { flag, integer, type ValuesOf } from './definition.js'
import { grownBytes, grownShorts } from '../growing-arrays.js'
import { tellList } from '../state-collections.js'

const HIGH = 1
const LOW = 2

// A server's state, in this order: links to the last two always pass.
const UNVISITED = 0
const WAITING = 1 // unvisited and parked: only undecided servers link to it (parked=true)
const IRRELEVANT = 2
const UNDECIDED = 3
const RELEVANT = 4

export const filterParameters = {
  t: integer(10, 0, 60_000, 'tolerance: downloads without a relevant page before a server counts as irrelevant'),
  parked: flag(false, 'rejected links are kept, and return when their server becomes relevant'),
  fall: integer(0, 0, 999_999_999, 'number of pages after which t is lowered by one; 0: never'),
  floor: integer(1, 0, 60_000, 'least value of a falling t'),
}

type ServerFilterRule = ValuesOf<typeof filterParameters> & {
  readonly groupBy: GroupBy
  readonly conservative: boolean
}

export function createServerFilter(rule: ServerFilterRule): Omit<Strategy, 'name'> {
  const { groupBy, conservative, parked, fall, floor } = rule
  let state: Uint8Array = new Uint8Array(0)
  let downloads: Uint16Array = new Uint16Array(0) // Na; counted only while it matters, that is while Nr = 0
  let best: Uint8Array = new Uint8Array(0) // best queue a page was given, 0: none yet
  const deferred = new DeferredGroups()
  const reached: PageId[] = [] // seeds and targets of hops, whose servers must not wait
  let tolerance = rule.t
  let visits = 0

  function turnRelevant(server: GroupId, groups: GroupControl): void {
    if (state[server] === IRRELEVANT || state[server] === WAITING) groups.readmit(server)
    state[server] = RELEVANT
    for (let target = deferred.take(server); target !== -1; target = deferred.take(server)) open(target, groups)
  }

  function turnIrrelevant(server: GroupId, groups: GroupControl): void {
    state[server] = IRRELEVANT
    groups.park(server)
  }

  function open(server: GroupId, groups: GroupControl): void {
    if (state[server] === WAITING) groups.readmit(server)
    if (state[server] <= WAITING) state[server] = UNDECIDED
  }

  /** Steps 1-3. */
  function count(server: GroupId, relevant: boolean, groups: GroupControl): void {
    if (relevant) {
      if (state[server] !== RELEVANT) turnRelevant(server, groups)
    } else if (state[server] !== RELEVANT && state[server] !== IRRELEVANT) {
      open(server, groups)
      if (++downloads[server] > tolerance) turnIrrelevant(server, groups)
    }
  }

  /** T falls at most T times in a crawl, so looking at every server then is cheap. */
  function lowerTolerance(groups: GroupControl): void {
    tolerance--
    for (let server = 0; server < state.length; server++) {
      if (state[server] === UNDECIDED && downloads[server] > tolerance) turnIrrelevant(server, groups)
    }
  }

  /** parked=true: what becomes of a link that 4.5 or 5 looks at. Links to irrelevant servers go to their parked group. */
  function keep(source: GroupId, target: GroupId, explores: boolean, groups: GroupControl): void {
    if (state[target] === IRRELEVANT) return
    if (explores) {
      open(target, groups)
    } else {
      if (state[target] === UNVISITED) groups.park(target)
      state[target] = WAITING
      deferred.add(source, target)
    }
  }

  return {
    levels: LOW,
    groupBy,
    reorders: 'seldom',
    needs: [],
    reserve(pages, groups) {
      state = grownBytes(state, groups)
      downloads = grownShorts(downloads, groups)
      best = grownBytes(best, pages)
      deferred.reserve(groups)
    },
    seed(page) {
      if (parked) reached.push(page)
      best[page] = HIGH
      return HIGH
    },
    score(visit, links, out, groups) {
      const { to, start, end, group } = links
      const source = group[visit.page]
      for (const page of reached) open(group[page], groups)
      reached.length = 0
      count(source, visit.relevant, groups)
      if (fall > 0 && ++visits % fall === 0 && tolerance > floor) lowerTolerance(groups)

      const states = state
      const given = best
      const explores = !conservative || states[source] === RELEVANT
      const level = visit.relevant ? HIGH : LOW
      for (let i = start; i < end; i++) {
        const page = to[i]
        const target = group[page]
        if (states[target] < UNDECIDED) {
          if (parked) {
            keep(source, target, explores, groups)
          } else if (!explores || states[target] === IRRELEVANT) {
            out[i - start] = 0 // 4.5 or 5
            continue
          }
        }
        if (given[page] !== HIGH) given[page] = level // never demoted
        out[i - start] = given[page]
      }
    },
    persist(fields) {
      state = fields.array('state', state)
      downloads = fields.array('downloads', downloads)
      best = fields.array('best', best)
      fields.part('deferred', deferred)
      tellList(fields, 'reached', reached)
      tolerance = fields.number('tolerance', tolerance)
      visits = fields.number('visits', visits)
    },
    hop(from, to) {
      if (parked) reached.push(to)
      if (best[from] === HIGH || best[to] === 0) best[to] = best[from]
    },
  }
}
