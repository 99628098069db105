/**
 * What can be set about a web like a national crawl. One table gives names, ranges and help; a preset gives a value to each.
 * All counts are at scale 1.
 */
import { LongtailError } from '../../errors.js'
import { mean, share, withValues, type Definition } from './settings.js'

export const PARAMETERS = {
  pages: { low: 1000, high: 500e6, help: 'pages, those known from links alone included' },
  crawled: { low: 500, high: 250e6, help: 'pages that were fetched' },
  relevant: { low: 0.0005, high: 0.98, help: 'share of the fetched pages that is relevant' },
  'relevant-sites': { low: 0.02, high: 1, help: 'share of relevant pages on servers that have any (Thai servers)' },
  'site-size': { low: 1.5, high: 10_000, help: 'mean fetched pages of a server with relevant pages' },
  'other-size': { low: 1.5, high: 10_000, help: 'mean fetched pages of any other server' },
  'largest-site': { low: 10, high: 10e6, help: 'pages of the largest server; grows with the root of the scale' },
  'unfetched-size': { low: 1, high: 10_000, help: 'mean known pages of a server nobody fetched from' },
  'unfetched-pages': {
    low: 0.01,
    high: 1,
    help: 'of the pages known from links alone, share on servers nobody fetched from',
  },
  'uniform-sites': share('of the servers with relevant pages, share that is nearly all relevant'),
  'mixed-sites': share('of those servers, share with any mixture; the rest has few relevant pages'),
  'relevant-homes': share('share of relevant home pages where at least 40 % of the pages are relevant'),
  'hidden-sites': share('of those servers, share whose relevant part lies behind irrelevant pages'),
  'hidden-largest': { low: 3, high: 1e6, help: 'pages of the largest such server; grows with the root of the scale' },
  'gate-continue': { low: 0, high: 0.95, help: 'chance that one more irrelevant page comes before the relevant part' },
  'splash-links': mean('irrelevant pages that the home page of such a server links to besides'),
  detours: { low: 0, high: 0.2, help: 'share of relevant pages that only a chain of irrelevant ones leads to' },
  'detour-decay': { low: 0, high: 0.95, help: 'how many times fewer such chains for each page more' },
  'detour-longest': { low: 2, high: 30, help: 'longest distance from one relevant page to the next' },
  'intra-relevant': mean('links of a relevant page to fetched pages of its server'),
  'intra-mixed': mean('the same for irrelevant pages of servers with relevant ones'),
  'intra-other': mean('the same for pages of other servers'),
  'inter-relevant': mean('links of a relevant page to fetched pages of other servers'),
  'inter-mixed': mean('the same for irrelevant pages of servers with relevant ones'),
  'inter-other': mean('the same for pages of other servers'),
  'relevant-to-relevant': share('of the links of relevant pages to other servers, share that hits a relevant page'),
  'relevant-to-site': share('of the same links, share that hits a server with relevant pages'),
  'mixed-to-relevant': share('of the links of irrelevant pages of such servers, share that hits a relevant page'),
  'mixed-to-site': share('of the same links, share that hits a server with relevant pages'),
  'other-to-relevant': share('of the links of pages elsewhere to other servers, share that hits a relevant page'),
  'other-to-site': share('of the same links, share that hits a server with relevant pages'),
  'stay-relevant': share('how often a relevant page accepts a link to a relevant one of its server'),
  'leave-relevant': share('how often a relevant page accepts a link to an irrelevant one of its server'),
  'leave-irrelevant': share('how often an irrelevant page accepts a link to a relevant one of its server'),
  bilingual: share('of the irrelevant pages of servers with relevant ones, share that leads to relevant pages'),
  'leave-bilingual': share('how often such a page accepts a link to a relevant one of its server'),
  'same-directory': share('share of links within a server that stay in their directory'),
  'same-directory-relevant': share('the same for links of relevant pages'),
  'sibling-links': share('of the links between servers with relevant pages, share that stays in its domain'),
  'sibling-links-mixed': share('the same for links of irrelevant pages of such servers'),
  'sibling-links-other': share('the same for links between other servers'),
  'lone-domains': share('share of domains with one server'),
  'neighbour-links': share('share of links between other servers that stay among neighbours'),
  neighbours: { low: 2, high: 100_000, help: 'servers in such a neighbourhood' },
  fame: { low: 0.3, high: 5, help: 'exponent of the popularity of other servers; small is concentrated' },
  'fame-by-size': {
    low: 0,
    high: 10,
    help: 'how little size has to do with fame: standard deviation of its logarithm',
  },
  'famous-homes': share('of the links to famous servers, share that hits their home pages'),
  'fame-skew': { low: 1, high: 20, help: 'how much links to famous servers prefer their first pages; 1 is not at all' },
  'site-fame': { low: 0.3, high: 5, help: 'exponent of the popularity of servers with relevant pages' },
  'found-from-relevant': share('of the servers with relevant pages, share found from another such server'),
  'others-found-from-sites': share('of the other servers, share found from a server with relevant pages'),
  'unfetched-links-site': mean('links of a page of a server with relevant pages to servers nobody fetched from'),
  'unfetched-links-other': mean('the same for pages of other servers'),
  'site-reuse': { low: 1, high: 100, help: 'links to an unfetched page of a server with relevant pages' },
  'known-links-site': mean('links of a page of such a server to unfetched pages of its server'),
  'known-links-other': mean('the same for pages of other servers'),
  'known-inter-site': mean('links of a page of such a server to unfetched pages of other fetched servers'),
  'known-inter-other': mean('the same for pages of other servers'),
  'anchor-rr': share('chance that the anchor of a link from relevant to relevant is in the target language'),
  'anchor-ri': share('the same from relevant to irrelevant'),
  'anchor-ir': share('the same from irrelevant to relevant'),
  'anchor-ii': share('the same from irrelevant to irrelevant'),
  'meta-charset': share('of the relevant pages, share that declares a charset of the target language'),
} as const satisfies Record<string, Definition>

export type ParameterName = keyof typeof PARAMETERS
export type Parameters = Readonly<Record<ParameterName, number>>

/** A preset's parameters with some replaced by what a user wrote. */
export function withSettings(preset: Parameters, set: Readonly<Record<string, string>>): Parameters {
  const parameters = withValues(PARAMETERS, preset, set)
  checkTogether(parameters)
  return parameters
}

function checkTogether(parameters: Parameters): void {
  const atMost = (small: ParameterName, large: ParameterName): void => {
    if (parameters[small] <= parameters[large]) return
    throw new LongtailError(
      'E_USAGE',
      `${small}=${parameters[small]} is above ${large}=${parameters[large]}: it is a part of it, set both`,
    )
  }
  atMost('crawled', 'pages')
  atMost('relevant', 'relevant-sites')
  atMost('relevant-to-relevant', 'relevant-to-site')
  atMost('mixed-to-relevant', 'mixed-to-site')
  atMost('other-to-relevant', 'other-to-site')
  const sum = parameters['uniform-sites'] + parameters['mixed-sites']
  if (sum > 1) throw new LongtailError('E_USAGE', `uniform-sites and mixed-sites add up to ${sum}: at most 1`)
}
