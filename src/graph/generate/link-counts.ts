/** How many links of each sort a page has. Both passes ask, and get the same answer. */
import { RELEVANT } from '../web-graph.js'
import type { Plan } from './plan.js'
import { keyOf, PURPOSE, Stream } from './random.js'
import { KIND } from './servers.js'
import type { GeneratedSite } from './site.js'

const FRACTION = 1 / 0x400000
/** The first pages of a server have more links to other servers than the rest, which has this share of the mean. */
const FRONT_PAGES = 1 / 10
const REST_LINKS = 0.3
const REST_LINKS_ON_SITES = 0.7
/**
 * Crawls begin at portals: at scale 1 their home pages have this many times the links of other pages within their servers.
 * In a smaller web they are smaller, or it would be nearer to its seeds than the large one.
 */
const PORTAL = 125

export class LinkCountTables {
  /** The page last counted is irrelevant and leads to relevant ones more often than others: the English index of a Thai site. */
  bilingual = false
  /** Links within the server besides those of its tree. */
  intra = 0
  /** To fetched pages of other servers. */
  inter = 0
  /** To unfetched pages of the own server besides the tree's, and of other fetched servers. */
  known = 0
  knownInter = 0
  /** To pages of unfetched servers: the first to its page, and others. */
  fresh = 0
  wild = 0

  private readonly degrees: Stream

  constructor(
    private readonly plan: Plan,
    private readonly flags: Uint8Array,
  ) {
    this.degrees = new Stream(keyOf(plan.seed, PURPOSE.degrees))
  }

  /** Draws the numbers for one page; returns the sum with the links of the tree, but without those that lead to new servers. */
  count(site: GeneratedSite, position: number): number {
    const { plan, degrees } = this
    const { means, intraCounts, interCounts, parameters } = plan
    const { childStart, leafStart, kind, free } = site
    degrees.start(site.first + position)
    const children = childStart[position + 1] - childStart[position]
    const ownLeaves = leafStart[position + 1] - leafStart[position]
    const plain = kind === KIND.other
    const front = frontFactor(site.size, position, plain ? REST_LINKS : REST_LINKS_ON_SITES)
    let room = free - 1 - children
    let intraMean = means.intraOther
    let interMean = means.interOther
    this.bilingual = false
    if (!plain && (this.flags[site.first + position] & RELEVANT) !== 0) {
      intraMean = means.intraRelevant
      interMean = means.interRelevant
    } else if (!plain) {
      this.bilingual = degrees.unit() < parameters.bilingual
      interMean = means.interMixed * (this.bilingual ? means.bilingualLinks : means.monolingualLinks)
      // an irrelevant page links to its like first of all, and stops when there are no more
      intraMean = position < site.inside ? 0 : means.intraMixed
      room = Math.min(room, site.irrelevant + 1)
    }
    interMean *= front
    if (position === 0 && site.isSeed) {
      const portal = Math.max(1, PORTAL * Math.sqrt(plan.scale))
      intraMean *= portal
      interMean *= Math.max(1, portal / 10)
    }
    const { mostInter, mostUnfetched } = plan
    const knownMean = plain ? means.knownOther : means.knownSite
    const knownInterMean = parameters[plain ? 'known-inter-other' : 'known-inter-site']
    const freshMean = plain ? means.freshOther * front : means.freshSite
    const wildMean = plain ? means.wildOther * front : means.wildSite
    this.intra = Math.min(Math.max(0, room), drawCount(intraCounts, intraMean, degrees.bits()))
    this.inter = Math.min(mostInter, drawCount(interCounts, interMean, degrees.bits()))
    this.known = Math.min(site.leaves - ownLeaves, drawCount(intraCounts, knownMean, degrees.bits()))
    this.knownInter = Math.min(mostUnfetched, drawCount(intraCounts, knownInterMean, degrees.bits()))
    this.fresh = Math.min(mostUnfetched, drawCount(interCounts, freshMean, degrees.bits()))
    this.wild = Math.min(mostUnfetched, drawCount(interCounts, wildMean, degrees.bits()))
    return children + ownLeaves + this.intra + this.inter + this.known + this.knownInter + this.fresh + this.wild
  }
}

/** How many times the mean a page has; the mean over the server is 1. */
function frontFactor(size: number, position: number, rest: number): number {
  const front = Math.ceil(size * FRONT_PAGES)
  return position < front ? (size - (size - front) * rest) / front : rest
}

/** A count with the given mean: ten bits choose the quantile, the others round up or down. */
export function drawCount(table: Float32Array, mean: number, bits: number): number {
  return Math.floor(mean * table[bits >>> 22] + (bits & 0x3fffff) * FRACTION)
}
