/**
 * NB-LSWC: a link is worth the probability that its page is relevant, by naive Bayes over a few attributes of the link
 * (link-attributes.ts), and a host that has served relevant pages lifts all its URLs.
 *
 *   phase 1  KB_Extraction: `kb` pages, first found first fetched. Each page fetched is an example: the attributes of the
 *            link by which it was found, and whether it is relevant.
 *   phase 2  the same walk with a priority queue. Score of a link: log-odds of naive Bayes; of a host with R relevant
 *            pages of N: λ·log((R + 1) / (N - R + 1)). The sum is the place in the queue, so that Reorder_Queue after
 *            each page is one new bias for its host.
 *
 * The listing begins phase 2 afresh with what phase 1 has taught. Here the crawl goes on: all that is queued is moved to
 * the place that it deserves (log-odds-places.ts).
 *
 * A page found by several parents has the place of the best of them. In phase 1 all places are alike, so there the first one
 * stays. A queued page keeps its level while the examples become more; its host's bias moves.
 */
import { LANGUAGE, type GroupId, type Links, type PageId, type PlaceControl, type Visit } from '../contracts.js'
import { LongtailError } from '../errors.js'
import { CategoricalBayes } from '../learn/index.js'
import { tellFlag, tellInto, tellSet } from '../state-collections.js'
import { choice, decimal, defineStrategy, integer } from './definition.js'
import { grownShorts, grownWords } from '../growing-arrays.js'
import { biasOf, levelOf, LEVELS } from './log-odds-places.js'
import { attributeList, ELSEWHERE, LinkAttributes, SAME_DOMAIN, SAME_SERVER } from './link-attributes.js'

/** Levels are computed anew when the examples have grown by this share: estimates hardly move in between. */
const REFRESH_SHIFT = 8

export const naiveBayes = defineStrategy({
  name: 'naive-bayes',
  summary:
    'links by the probability that a naive Bayes classifier of their attributes gives, learned while crawling; drops nothing',
  source: 'Srisukha, Rungsawang 2008; Srisukha 2009 (NB-LSWC)',
  parameters: {
    kb: integer(10_000, 0, 100_000_000, 'pages of phase 1, breadth-first, from which it learns; 0 begins with phase 2'),
    learn: choice(['online', 'kb'], 'phase 2 continues to learn, or uses only what phase 1 learned'),
    lambda: decimal(1, 0, 100, 'weight of the pages that a host has served so far; 0: none'),
    features: attributeList('language+tld+relation+charset', 'attributes of a link'),
  },
  create({ kb, learn, lambda, features }) {
    if (kb === 0 && learn === 'kb') {
      throw new LongtailError(
        'E_STRATEGY',
        'strategy naive-bayes: with kb=0 and learn=kb it never learns; change one of them',
      )
    }
    const attributes = new LinkAttributes(features)
    const bayes = new CategoricalBayes(attributes.sizes)
    const values = new Uint8Array(attributes.sizes.length)
    const levelOfCode = new Uint16Array(attributes.codes) // 0: to be computed
    let refreshAt = 0
    let held: Uint16Array = new Uint16Array(0) // by page: best level given, 0: none yet
    // by page: the attributes of the link that gave it this level
    let codes: Uint16Array | Uint32Array = attributes.codes > 0x10000 ? new Uint32Array(0) : new Uint16Array(0)
    let downloads: Uint32Array = new Uint32Array(0) // N, by host
    let finds: Uint32Array = new Uint32Array(0) // R
    const seeds = new Set<PageId>() // no link led there; those not visited yet have no code
    let visits = 0
    let focused = kb === 0 // phase 2
    let waiting: Uint32Array = new Uint32Array(0) // phase 1: pages in the order in which they were found
    let waitingCount = 0

    function level(code: number): number {
      attributes.read(code, values)
      return (levelOfCode[code] = levelOf(bayes.logOdds(values)))
    }

    function addExample(visit: Visit, links: Links): void {
      const { page, relevant } = visit
      if (held[page] === 0) return
      if (seeds.delete(page)) codes[page] = attributes.ofSeed(visit, links, LANGUAGE.target)
      attributes.read(codes[page], values)
      bayes.add(values, relevant)
      if (bayes.size < refreshAt) return
      refreshAt = bayes.size + Math.max(1, bayes.size >> REFRESH_SHIFT)
      levelOfCode.fill(0)
    }

    function setBias(host: GroupId, places: PlaceControl): void {
      const odds = Math.log((finds[host] + 1) / (downloads[host] - finds[host] + 1))
      places.bias(host, biasOf(lambda * odds))
    }

    function enqueue(page: PageId): void {
      waiting = grownWords(waiting, waitingCount + 1)
      waiting[waitingCount++] = page
    }

    function beginPhase2(places: PlaceControl): void {
      focused = true
      levelOfCode.fill(0)
      if (lambda > 0) {
        for (let host = 0; host < downloads.length; host++) if (downloads[host] > 0) setBias(host, places)
      }
      for (let i = 0; i < waitingCount; i++) {
        const page = waiting[i]
        if (held[page] !== LEVELS) continue // a seed led here
        held[page] = levelOfCode[codes[page]] || level(codes[page])
        places.move(page, held[page])
      }
      waiting = new Uint32Array(0)
    }

    return {
      levels: LEVELS,
      groupBy: 'server',
      needs: attributes.needs,
      reorders: lambda > 0 ? 'often' : 'never',
      reserve(pages, groups) {
        held = grownShorts(held, pages)
        codes = codes instanceof Uint16Array ? grownShorts(codes, pages) : grownWords(codes, pages)
        downloads = grownWords(downloads, groups)
        finds = grownWords(finds, groups)
      },
      seed(page) {
        seeds.add(page)
        held[page] = 1
        return 1
      },
      score(visit, links, out, places) {
        const { to, start, end, group, features: columns } = links
        const source = group[visit.page]
        downloads[source]++
        if (visit.relevant) finds[source]++
        if (!focused || learn === 'online') addExample(visit, links)
        if (!focused && ++visits >= kb) beginPhase2(places)
        else if (focused && lambda > 0) setBias(source, places)

        const given = held
        const code = codes
        const levels = levelOfCode
        const { tlds, tldStep, relationStep, anchorStep } = attributes
        const { met } = tlds
        const tld = tldStep === 0 ? null : columns.tld
        const anchor = anchorStep === 0 ? null : columns.anchorInTarget
        const domain = relationStep === 0 ? null : columns.domain
        const home = domain === null ? 0 : domain[source]
        const ofPage = attributes.ofPage(visit, links)
        const inServer = ofPage + (tld === null ? 0 : tlds.of(tld[source]) * tldStep) + SAME_SERVER * relationStep
        for (let i = start; i < end; i++) {
          const page = to[i]
          const host = group[page]
          let link = inServer // most links are, and need no look-up
          if (host !== source) {
            link = ofPage
            if (tld !== null) link += ((met[tld[host]] || tlds.meet(tld[host])) - 1) * tldStep
            if (domain !== null) link += (domain[host] === home ? SAME_DOMAIN : ELSEWHERE) * relationStep
          }
          if (anchor !== null) link += anchor[i - start] * anchorStep
          const place = focused ? levels[link] || level(link) : LEVELS
          const known = given[page]
          if (known !== 0 && known <= place) {
            out[i - start] = known
            continue
          }
          if (!focused) enqueue(page)
          given[page] = out[i - start] = place
          code[page] = link
        }
      },
      persist(fields) {
        fields.part('tlds', attributes.tlds)
        fields.part('bayes', bayes)
        tellInto(fields, 'level-of-code', levelOfCode)
        refreshAt = fields.number('refresh-at', refreshAt)
        held = fields.array('held', held)
        codes = fields.array('codes', codes)
        downloads = fields.array('downloads', downloads)
        finds = fields.array('finds', finds)
        tellSet(fields, 'seeds', seeds)
        visits = fields.number('visits', visits)
        focused = tellFlag(fields, 'focused', focused)
        waiting = fields.array('waiting', waiting)
        waitingCount = fields.number('waiting-count', waitingCount)
      },
      hop(from, to) {
        if (held[from] === 0 || (held[to] !== 0 && held[to] <= held[from])) return
        if (!focused && held[to] === 0) enqueue(to)
        held[to] = held[from]
        codes[to] = codes[from]
        if (seeds.has(from)) seeds.add(to)
      },
    }
  },
})
