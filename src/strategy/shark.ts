import { NO_OPINION } from '../page/links/link-score.js'
import { choice, decimal, defineStrategy, integer, shareOf } from './definition.js'
import { growAll, grownBytes, tellAll } from '../growing-arrays.js'

const LEVELS = 1024
/** Potentials between these are told apart, by the same factor from level to level (1.1 %). Many links to a page lift it above 1. */
const HIGHEST = 8
const LOWEST = 1e-4
const LEVELS_PER_FOLD = (LEVELS - 1) / Math.log(HIGHEST / LOWEST)

/** What the links of a seed may inherit when the seed itself is not relevant: somebody thought it worth naming. */
const AUTHORITY = 1
const IS_SEED = 0x80
const DEPTH = 0x7f

// what a fetched page was
const IRRELEVANT = 1
const RELEVANT = 2

/** 1 + log(1 + links), for few links: it is asked once per link. One link leaves the potential as it is. */
const SIGNAL = Float64Array.from({ length: 256 }, (_, links) => (1 + Math.log(1 + links)) / (1 + Math.LN2))

/**
 * Shark-search as contextual portals use it. A link is worth what its page has, handed down and halved by each irrelevant
 * page on the way, and what its own words say:
 *
 *   inherited = δ · score of the page if it is relevant, else δ · inherited of the page
 *   words     = β · anchor + (1 - β) · context,     context = 1 where the anchor alone is convincing
 *   potential = γ · inherited + (1 - γ) · words,    averaged over the pages that link there, times the in-link signal
 *
 * Seeds are the authorities: fetched, and so judged, before anything else.
 */
export const shark = defineStrategy({
  name: 'shark',
  summary:
    'links by the score that they inherit from their page and by their words; drops pages far from relevant ones',
  source: 'Hersovici et al. 1998 (shark-search), as changed by Chen et al. 2011 for contextual portals',
  parameters: {
    d: integer(3, 0, 100, 'irrelevant pages in a row that may lie on the way'),
    delta: decimal(0.5, 0, 1, 'share of its score that a page passes on to its links'),
    beta: decimal(0.8, 0, 1, 'weight of the anchor against the text beside it'),
    gamma: decimal(0.8, 0, 1, 'weight of the inherited score against the words of the link'),
    context: choice(
      ['elements', 'words'],
      'the text beside a link: two elements on each side, or the two nearest words of each',
    ),
    parents: choice(['mean', 'best'], 'score of a page with several links to it: their mean, or the best'),
    siblings: decimal(0, 0, 1, "weight of the share of relevant pages among those of the page's links fetched before"),
  },
  create({ d, delta, beta, gamma, context, parents, siblings }) {
    const of = {
      depth: new Uint8Array(0), // irrelevant ancestors in a row, at least; IS_SEED
      links: new Uint32Array(0), // known to it
      promised: new Float32Array(0), // potentials, summed up, or the best of them
      inherited: new Float32Array(0), // the same
    }
    let seen: Uint8Array = new Uint8Array(0) // IRRELEVANT, RELEVANT; 0: not fetched
    const takesMean = parents === 'mean'

    /** Of those pages of a row that were fetched before; 0.5 when there are none. */
    function relevantShare(to: Uint32Array, start: number, end: number): number {
      let relevant = 0
      let fetched = 0
      for (let i = start; i < end; i++) {
        const was = seen[to[i]]
        if (was === 0) continue
        fetched++
        if (was === RELEVANT) relevant++
      }
      return (1 + relevant) / (2 + fetched)
    }

    return {
      levels: LEVELS,
      groupBy: 'none',
      needs: [],
      wants: [context === 'elements' ? 'link-score' : 'link-score-words'],
      // no groups are lifted, but pages go back to places that they have left
      reorders: 'often',
      reserve(pages) {
        growAll(of, pages)
        if (siblings > 0) seen = grownBytes(seen, pages)
      },
      seed(page) {
        of.depth[page] = IS_SEED
        of.links[page] = 1
        of.inherited[page] = AUTHORITY
        return 1
      },
      score(visit, row, out) {
        const { to, start, end } = row
        const { depth, links, promised, inherited } = of
        const { anchorScore, contextScore } = row.features
        const { page } = visit
        const worth = shareOf(visit.score)
        const own = links[page] === 0 ? 0 : takesMean ? inherited[page] / links[page] : inherited[page]
        const handed = delta * (visit.relevant ? worth : own)
        const far = visit.relevant ? 0 : Math.min((depth[page] & DEPTH) + 1, DEPTH)
        let part = handed
        if (siblings > 0) {
          part = (1 - siblings) * handed + siblings * relevantShare(to, start, end)
          seen[page] = visit.relevant ? RELEVANT : IRRELEVANT
        }
        for (let i = start; i < end; i++) {
          const target = to[i]
          let potential = part
          if (anchorScore !== null && contextScore !== null) {
            const anchor = anchorScore[i - start]
            // an anchor about which nobody has an opinion convinces nobody
            const beside = anchor > NO_OPINION ? 255 : contextScore[i - start]
            potential = gamma * part + ((1 - gamma) * (beta * anchor + (1 - beta) * beside)) / 255
          }
          if (depth[target] >= IS_SEED) {
            out[i - start] = 1
            continue
          }
          const known = links[target]
          if (known === 0 || far < depth[target]) depth[target] = far
          if (takesMean) {
            promised[target] += potential
            inherited[target] += handed
          } else {
            if (potential > promised[target]) promised[target] = potential
            if (handed > inherited[target]) inherited[target] = handed
          }
          const count = known === 0xffffffff ? known : known + 1
          links[target] = count
          const average = takesMean ? promised[target] / count : promised[target]
          out[i - start] = depth[target] > d ? 0 : levelOf(average * SIGNAL[count > 255 ? 255 : count])
        }
      },
      persist(fields) {
        tellAll(fields, of)
        seen = fields.array('seen', seen)
      },
      hop(from, to) {
        if (of.links[to] !== 0) return
        for (const column of Object.values(of)) column[to] = column[from]
      },
    }
  },
})

function levelOf(potential: number): number {
  if (potential <= LOWEST) return LEVELS
  return 1 + Math.max(0, Math.round((Math.log(HIGHEST) - Math.log(potential)) * LEVELS_PER_FOLD))
}
