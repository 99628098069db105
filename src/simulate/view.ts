/** What a strategy sees of a page. One object of each kind for the whole run: nothing is allocated per page. */
import { LANGUAGE, type Features, type Links, type PageId, type Strategy, type Visit } from '../contracts.js'
import { RELEVANT, type WebGraph } from '../graph/index.js'
import { NearDuplicates } from '../page/text/near-duplicate.js'
import { getOrMake } from '../get-or-make.js'
import { Countries } from './countries.js'
import { featuresOf, groupsOf, linksHaveAnchors, readAnchors, serverOfGroups } from './graph-columns.js'
import { askedBy, createRows, type Mutable } from './link-columns.js'
import type { SimulateOptions } from './simulate.js'
import { Vias } from './vias.js'

export function createView(
  graph: WebGraph,
  strategy: Strategy,
  options: Pick<SimulateOptions, 'inheritUnknown' | 'seeds' | 'traps'>,
  /** By server: which of several memories of texts knows its pages. */
  memoryOf: Uint16Array | null = null,
) {
  const { offsets, to, server, flags, language, score, charset, simhash } = graph
  const rows = longestRow(offsets)
  const features: Mutable<Features> = featuresOf(graph, strategy, rows)
  const { group } = groupsOf(graph, strategy.groupBy)
  const classOf = languageClasses(graph)
  const unknownClass = LANGUAGE.unknown
  const asked = askedBy(strategy)
  const needsDistance = asked.has('distance')
  const needsCharset = asked.has('charset') && charset !== null
  const anchors = linksHaveAnchors(graph, strategy) ? graph.anchors : null
  const needsDuplicate = asked.has('duplicate')
  const watchesTraps = simhash !== undefined && options.traps !== false
  const texts = simhash !== undefined && (needsDuplicate || watchesTraps) ? new Map<number, NearDuplicates>() : null
  const pointAtRow = createRows(graph, asked, features)
  const countries = asked.has('country') ? countriesOf(graph, strategy.groupBy) : null
  features.country = countries?.byGroup ?? null
  const inherit = options.inheritUnknown === true
  const vias = inherit || needsDistance || watchesTraps ? new Vias(graph.pages, options.seeds) : null
  const visit: Mutable<Visit> = {
    page: 0,
    host: 0,
    relevant: false,
    score: 0,
    language: 0,
    charset: 0,
    duplicate: false,
    distance: 0,
  }
  const links: Mutable<Links> = { to, start: 0, end: 0, group, features }
  const whole = score instanceof Uint16Array ? 1000 : 255
  const byLabel = graph.target.length === 0

  /** Of the page that was looked at last: an earlier one with nearly the same text, or -1; and the one that led to it, or itself. */
  const found = { near: -1, via: 0 }

  return {
    visit,
    links,
    found,
    out: new Uint16Array(rows),
    /** Fills `visit` and the features for a page whose row is set in `links`. */
    look(page: PageId): void {
      const isRelevant = (flags[page] & RELEVANT) !== 0
      visit.page = page
      visit.host = server[page]
      visit.relevant = isRelevant
      visit.score = score === null ? (isRelevant ? 1 : 0) : score[page] / whole
      visit.language = byLabel && isRelevant ? LANGUAGE.target : classOf[language[page]]
      if (needsCharset && charset !== null) visit.charset = charset[page]
      if (texts !== null && simhash !== undefined) {
        const known = getOrMake(texts, memoryOf?.[visit.host] ?? 0, () => new NearDuplicates())
        found.near = known.findOrAdd(simhash[2 * page], simhash[2 * page + 1], page)
        visit.duplicate = needsDuplicate && found.near !== -1
      }
      if (vias !== null) {
        found.via = vias.of(page)
        if (inherit && !isRelevant && visit.language === unknownClass) visit.relevant = vias.parentIsRelevant(page)
        visit.distance = vias.distance(page)
        vias.visit(page, visit.relevant, links)
      }
      if (anchors !== null && features.anchorInTarget !== null) {
        readAnchors(anchors, links.start, links.end, features.anchorInTarget)
      }
      pointAtRow?.(links.start, links.end)
      countries?.visit(visit.host)
    },
  }
}

function countriesOf(graph: WebGraph, groupBy: Strategy['groupBy']): Countries | null {
  if (graph.country === undefined) return null
  const isByServer = groupBy === 'none' || groupBy === 'server'
  return new Countries(graph.country, isByServer ? null : serverOfGroups(graph, groupBy), graph.servers)
}

function languageClasses(graph: WebGraph): Uint8Array {
  return Uint8Array.from(graph.languages, code => {
    if (graph.target.includes(code)) return LANGUAGE.target
    return code === 'und' ? LANGUAGE.unknown : code === 'eng' ? LANGUAGE.english : LANGUAGE.other
  })
}

function longestRow(offsets: Uint32Array): number {
  let longest = 0
  for (let page = 1; page < offsets.length; page++) {
    const length = offsets[page] - offsets[page - 1]
    if (length > longest) longest = length
  }
  return longest
}
