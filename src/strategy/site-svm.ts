/**
 * Sites in the order in which a support vector machine expects them to be relevant, the pages of a site in the order of
 * finding: only the group's part of the order is used.
 *
 * A site is labelled when `probe` pages of it were fetched: relevant when more than `share` of them are. Its label and what
 * was known of it (site-features.ts) become an example; from a sample of bounded size, as many of each class, the machine is
 * trained anew again and again. Until there are both kinds of examples, the mean share of relevant pages of the sites that
 * link to a site stands in for its score.
 *
 * Places: every page has the last level, and a site's bias lifts it: by score, the largest for seeds and for sites labelled
 * relevant. A site labelled irrelevant has its score or, if that is less, what its pages were worth: the border for a share
 * just below what was asked, the margin (-1) for none. So sites whose relevant pages lie deep, and which good sites link
 * to, come before those that nobody would expect anything of.
 */
import type { GroupId, Links, PageId, PlaceControl, Visit } from '../contracts.js'
import { denseRows, Reservoir, trainSvm, type LinearModel } from '../learn/index.js'
import { tellList } from '../state-collections.js'
import { choice, decimal, defineStrategy, integer } from './definition.js'
import { grownBytes, grownWords } from '../growing-arrays.js'
import { MEAN_SHARE, SITE_COLUMNS, SiteFeatures } from './site-features.js'
import { SiteLinks } from './site-links.js'

const LEVELS = 1024
const FIRST = LEVELS - 1
/** Scores are in units of the margin: beyond this they are not told apart. */
const LIMIT = 4
/** Training waits for this many more examples, in percent of those it had: a sample that hardly changes teaches nothing. */
const GROWTH = 0.1

// what is known of a site
const OPEN = 0
const SEED = 1 // not labelled yet
const RELEVANT = 2
const IRRELEVANT = 3

export const siteSvm = defineStrategy({
  name: 'site-svm',
  summary: 'whole sites, best first, by the sites that link to them; drops nothing',
  source: 'Tadapak, Suebchua, Rungsawang 2010',
  parameters: {
    probe: integer(5, 1, 60_000, 'pages of a site after which it is labelled'),
    share: decimal(0.5, 0, 0.99, 'a site is relevant when more than this share of these pages is'),
    known: choice(['label', 'score'], 'what ranks a labelled site: its label or, as in the paper, its score'),
    retrain: integer(50, 1, 1_000_000, 'labelled sites between two trainings; later, a tenth of all labelled sites'),
    sample: integer(1000, 1, 20_000, 'examples kept of each class'),
  },
  create({ probe, share: threshold, known, retrain, sample }) {
    const features = new SiteFeatures()
    const siteLinks = new SiteLinks()
    const row = new Float64Array(SITE_COLUMNS)
    const wanted = new Reservoir(sample, SITE_COLUMNS, 1)
    const unwanted = new Reservoir(sample, SITE_COLUMNS, 2)
    const byLabel = known === 'label'
    let model = firstModel()
    let trainAt = retrain
    let state: Uint8Array = new Uint8Array(0)
    let downloads: Uint32Array = new Uint32Array(0)
    let finds: Uint32Array = new Uint32Array(0)
    const seeds: PageId[] = [] // whose sites are not known yet
    const hops: PageId[] = [] // from, to, from, to …

    /** Gives a site the place that its score deserves, unless something better is known. */
    function rank(site: GroupId, places: PlaceControl): void {
      const label = state[site]
      if (label === SEED || (label === RELEVANT && byLabel)) return
      features.fill(site, row)
      const { weights } = model
      let score = model.constant
      for (let i = 0; i < SITE_COLUMNS; i++) score += weights[i] * row[i]
      const most = label === IRRELEVANT && byLabel ? worth(site) : LIMIT
      const clipped = Math.max(-LIMIT, Math.min(most, score))
      places.bias(site, Math.round(((clipped + LIMIT) / (2 * LIMIT)) * (FIRST - 1)))
    }

    /** What the pages of a site labelled irrelevant were worth, -1 … 0. */
    function worth(site: GroupId): number {
      return finds[site] === 0 ? -1 : finds[site] / downloads[site] / threshold - 1
    }

    function link(source: GroupId, target: GroupId, places: PlaceControl): void {
      if (!siteLinks.add(source, target)) return
      features.link(source, target)
      rank(target, places)
    }

    /** Seeds, and targets of hops, whose sites could not be known when they were named. */
    function settleNamed({ group, features: { tld } }: Links, places: PlaceControl): void {
      for (const page of seeds) {
        const site = group[page]
        features.meet(site, tld === null ? 0 : tld[site])
        if (state[site] !== OPEN) continue
        state[site] = SEED
        places.bias(site, FIRST)
      }
      seeds.length = 0
      for (let i = 0; i < hops.length; i += 2) {
        const from = group[hops[i]]
        const to = group[hops[i + 1]]
        if (from === to) continue
        features.meet(to, tld === null ? 0 : tld[to])
        if (state[from] === SEED && state[to] === OPEN) {
          state[to] = SEED
          places.bias(to, FIRST)
        }
        // who links to the one means the other
        for (let k = 0; features.sourceOf(from, k) !== -1; k++) {
          if (features.sourceOf(from, k) !== to) link(features.sourceOf(from, k), to, places)
        }
      }
      hops.length = 0
    }

    /** What one more page says about its site, and the site about those it links to. */
    function probeSite(site: GroupId, visit: Visit, places: PlaceControl): void {
      if (state[site] === RELEVANT || state[site] === IRRELEVANT) return
      downloads[site]++
      if (visit.relevant) finds[site]++
      const share = finds[site] / downloads[site]
      const relevant = share > threshold
      if (features.differs(site, share, relevant)) {
        const first = siteLinks.first(site)
        for (let pair = first; pair !== 0; pair = siteLinks.after(pair)) {
          features.moveTarget(site, siteLinks.targetOf(pair), share, relevant)
        }
        features.setShare(site, share, relevant)
        for (let pair = first; pair !== 0; pair = siteLinks.after(pair)) rank(siteLinks.targetOf(pair), places)
      }
      if (downloads[site] >= probe) labelSite(site, relevant, places)
    }

    function labelSite(site: GroupId, relevant: boolean, places: PlaceControl): void {
      state[site] = relevant ? RELEVANT : IRRELEVANT
      features.fill(site, row)
      const sampleOfClass = relevant ? wanted : unwanted
      sampleOfClass.add(row)
      if (relevant && byLabel) places.bias(site, FIRST)
      else rank(site, places)
      if (wanted.added + unwanted.added >= trainAt && wanted.size > 0 && unwanted.size > 0) train(places)
    }

    function train(places: PlaceControl): void {
      const examples = wanted.added + unwanted.added
      trainAt = examples + Math.max(retrain, Math.ceil(examples * GROWTH))
      const values = new Float64Array((wanted.size + unwanted.size) * SITE_COLUMNS)
      values.set(wanted.values())
      values.set(unwanted.values(), wanted.size * SITE_COLUMNS)
      const labels = new Uint8Array(wanted.size + unwanted.size).fill(1, 0, wanted.size)
      model = trainSvm(denseRows(values, SITE_COLUMNS), labels, { balanced: true, tolerance: 0.1, maxPasses: 50 })
      for (let site = 0; site < features.of.known.length; site++) if (features.of.known[site] === 1) rank(site, places)
    }

    return {
      levels: LEVELS,
      groupBy: 'server',
      needs: ['tld'],
      reorders: 'often',
      reserve(_pages, groups) {
        features.reserve(groups)
        siteLinks.reserve(groups)
        state = grownBytes(state, groups)
        downloads = grownWords(downloads, groups)
        finds = grownWords(finds, groups)
      },
      seed(page) {
        seeds.push(page)
        return LEVELS
      },
      score(visit, links, out, places) {
        const { to, start, end, group } = links
        const { tld } = links.features
        if (seeds.length + hops.length > 0) settleNamed(links, places)
        const source = group[visit.page]
        features.meet(source, tld === null ? 0 : tld[source])
        probeSite(source, visit, places)
        let last = source
        for (let i = start; i < end; i++) {
          const target = group[to[i]]
          if (target === last || target === source) continue // links to one site come in runs
          last = target
          features.meet(target, tld === null ? 0 : tld[target])
          link(source, target, places)
        }
        out.fill(LEVELS, 0, end - start)
      },
      persist(fields) {
        fields.part('features', features)
        fields.part('links', siteLinks)
        fields.part('wanted', wanted)
        fields.part('unwanted', unwanted)
        const weights = fields.array('weights', model.weights)
        model = { weights, constant: fields.number('constant', model.constant) }
        trainAt = fields.number('train-at', trainAt)
        state = fields.array('state', state)
        downloads = fields.array('downloads', downloads)
        finds = fields.array('finds', finds)
        tellList(fields, 'seeds', seeds)
        tellList(fields, 'hops', hops)
      },
      hop(from, to) {
        hops.push(from, to)
      },
    }
  },
})

function firstModel(): LinearModel {
  const weights = new Float64Array(SITE_COLUMNS)
  weights[MEAN_SHARE] = 2
  return { weights, constant: -1 }
}
