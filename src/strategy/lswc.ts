import { LANGUAGE, type GroupControl, type GroupId, type Visit } from '../contracts.js'
import { choice, defineStrategy, flag, integer } from './definition.js'
import { grownBytes, grownShorts } from '../growing-arrays.js'

// A server's state. Unseen and undecided servers are treated alike; relevant is for good.
const UNDECIDED = 0
const RELEVANT = 1
const IRRELEVANT = 2

const UNKNOWN = 255 // no distance yet
const FAR = 254 // distances saturate here

/**
 * LSWC(S,T). A URL's d is the number of consecutive irrelevant pages between it and its last relevant ancestor (0 for a
 * child of a relevant page and for a seed), the minimum over the parents found so far.
 *
 *   (1) discard URLs with d > T
 *   (2) discard URLs of irrelevant servers: S downloads, none relevant
 *   (3) order:  ① URLs of relevant servers               bias `levels`, inside it the order below
 *               ② relevant parent: same server           level 1
 *                                  other server          level 2
 *               ③ irrelevant parent, by increasing d     level 2 + d; Thai → English → URL: one level earlier
 *
 * A relevant parent makes its own server relevant, so "same server" only orders pages within ①.
 * The paper leaves some of it open; every reading is a parameter. The defaults are those of the project's specification.
 */
export const lswc = defineStrategy({
  name: 'lswc',
  summary: 'relevant servers first, then by distance from relevant pages; drops distant URLs and irrelevant servers',
  source: 'Somboonviwat, Tamura, Kitsuregawa 2006, section 5',
  parameters: {
    s: integer(3, 1, 60_000, 'downloads without a relevant page that make a server irrelevant'),
    t: integer(5, 0, 200, 'largest distance from a relevant page'),
    exempt: flag(true, 'URLs of relevant servers are followed at any distance'),
    parked: flag(true, 'links to an irrelevant server are kept in case it becomes relevant'),
    smode: choice(['count', 'depth'], 'what s counts: downloads of the server, or links followed inside it'),
    lift: flag(true, 'target language → English → URL goes one step earlier'),
  },
  create({ s, t, exempt, parked, smode, lift }) {
    const levels = t + 3 // the last one is for exempt URLs with d > t
    const byDepth = smode === 'depth'
    let state: Uint8Array = new Uint8Array(0)
    let downloads: Uint16Array = new Uint16Array(0)
    let distance: Uint8Array = new Uint8Array(0)
    let best: Uint8Array = new Uint8Array(0) // best level given to a page, 0: none yet
    let afterTarget: Uint8Array = new Uint8Array(0) // 1: a page in the target language links here
    let depth: Uint8Array = new Uint8Array(0) // pages of the same server on the way to this one, itself included

    /** What a download says about its server. The first relevant page is absorbing, so "consecutive" needs no reset. */
    function judgeServer(server: GroupId, visit: Visit, groups: GroupControl): void {
      if (visit.relevant) {
        if (state[server] === RELEVANT) return
        if (state[server] === IRRELEVANT) groups.readmit(server) // it was in flight when the server was given up
        state[server] = RELEVANT
        groups.bias(server, levels)
      } else if (state[server] === UNDECIDED) {
        if ((byDepth ? depth[visit.page] : ++downloads[server]) < s) return
        state[server] = IRRELEVANT
        groups.park(server)
      }
    }

    return {
      levels,
      groupBy: 'server',
      reorders: 'seldom',
      needs: [],
      reserve(pages, groups) {
        state = grownBytes(state, groups)
        downloads = grownShorts(downloads, groups)
        distance = grownBytes(distance, pages, UNKNOWN)
        best = grownBytes(best, pages)
        if (lift) afterTarget = grownBytes(afterTarget, pages)
        if (byDepth) depth = grownBytes(depth, pages)
      },
      seed(page) {
        distance[page] = 0
        best[page] = 1
        if (byDepth) depth[page] = 1
        return 1
      },
      score(visit, links, out, groups) {
        const { to, start, end, group } = links
        const source = group[visit.page]
        judgeServer(source, visit, groups)

        const states = state
        const nearest = distance
        const given = best
        const deep = depth
        const d = visit.relevant ? 0 : Math.min(nearest[visit.page] + 1, FAR)
        const lifted = lift && visit.language === LANGUAGE.english && afterTarget[visit.page] === 1 ? 1 : 0
        const sameServer = visit.relevant ? 1 : Math.min(2 + d - lifted, levels)
        const otherServer = visit.relevant ? 2 : sameServer
        const below = byDepth ? Math.min(deep[visit.page] + 1, FAR) : 0
        if (lift && visit.language === LANGUAGE.target) for (let i = start; i < end; i++) afterTarget[to[i]] = 1

        for (let i = start; i < end; i++) {
          const page = to[i]
          const server = group[page]
          if (d < nearest[page]) nearest[page] = d
          if (byDepth) {
            const here = server === source ? below : 1
            if (deep[page] === 0 || here < deep[page]) deep[page] = here
          }
          const tooFar = d > t && !(exempt && states[server] === RELEVANT)
          if (tooFar || (states[server] === IRRELEVANT && !parked)) {
            out[i - start] = 0
            continue
          }
          const level = server === source ? sameServer : otherServer
          const known = given[page]
          if (known !== 0 && known <= level) {
            out[i - start] = known
          } else {
            given[page] = out[i - start] = level
          }
        }
      },
      persist(fields) {
        state = fields.array('state', state)
        downloads = fields.array('downloads', downloads)
        distance = fields.array('distance', distance)
        best = fields.array('best', best)
        afterTarget = fields.array('after-target', afterTarget)
        depth = fields.array('depth', depth)
      },
      hop(from, to) {
        if (distance[from] < distance[to]) distance[to] = distance[from]
        if (best[from] !== 0 && (best[to] === 0 || best[from] < best[to])) best[to] = best[from]
        if (lift) afterTarget[to] |= afterTarget[from]
        if (byDepth && depth[from] !== 0 && (depth[to] === 0 || depth[from] < depth[to])) depth[to] = depth[from]
      },
    }
  },
})
