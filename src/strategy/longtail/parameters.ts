/** What can be set, and what the two modes set. */
import type { StrategyNeed } from '../../contracts.js'
import { choice, decimal, flag, type Parameter, type ValuesOf } from '../definition.js'

/** A number, or `auto`: what the mode says. */
function automatic(low: number, high: number, meaning: string): Parameter<number | 'auto'> {
  const number = decimal(0, low, high, meaning)
  return {
    default: 'auto',
    range: `auto or ${number.range}`,
    meaning,
    examples: ['auto', ...number.examples],
    parse: text => (text === 'auto' ? text : number.parse(text)),
  }
}

export const longtailParameters = {
  mode: choice(
    ['coverage', 'harvest'],
    'coverage: goes on until enough was found for sure; harvest: stops when downloads no longer pay',
  ),
  explore: automatic(
    0,
    10,
    'how much the value of probing an undecided server counts; auto: 0.5, and 1 once harvest has fallen',
  ),
  worth: automatic(
    0,
    1_000_000,
    'spend at most so many downloads per wanted page; 0: no limit; auto: 20, in coverage mode 5000',
  ),
  find: automatic(
    0,
    100,
    'stop when at least so many percent of what can be reached were found, by the low end of the estimate; 0 never; auto: 98, in harvest mode or with worth=0 never',
  ),
  floor: automatic(
    0,
    60_000,
    'downloads that a server is given before it may be given up, if a relevant one links to it; 0 none; auto: 10, in harvest mode 0',
  ),
  learning: flag(true, 'link and server models learn from every page'),
  hierarchy: flag(true, 'directories are told apart from their servers'),
  exploration: flag(true, 'undecided servers are probed by their index'),
  domains: flag(true, "a domain's other servers count"),
  hubs: flag(true, "where an undecided server's own pages link to counts"),
  anchors: flag(true, 'anchors in the target language count'),
  words: flag(true, 'words of links count, where a crawl has them'),
  scores: flag(
    true,
    'what a topic or nation makes of the words of links counts, and what became of other links of a page',
  ),
  duplicates: flag(true, 'a relevant page that repeats another is no find'),
}

export type LongtailValues = ValuesOf<typeof longtailParameters>

/** `explore` was chosen on generated webs with seeds 1 to 5 (docs/longtail-results.md); `worth` and `find` are what users ask for. */
export function settingsOf({ mode, explore, worth, find, floor }: LongtailValues) {
  const isCoverage = mode === 'coverage'
  return {
    explore: explore === 'auto' ? { early: 0.5, late: 1 } : { early: explore, late: explore },
    worth: worth === 'auto' ? (isCoverage ? 5000 : 20) : worth,
    find: (find === 'auto' ? (isCoverage && worth !== 0 ? 98 : 0) : find) / 100,
    floor: floor === 'auto' ? (isCoverage ? 10 : 0) : floor,
  }
}

/** Columns that are not used are not asked for. */
export function wishes({ domains, anchors, words, scores, duplicates }: LongtailValues): StrategyNeed[] {
  const wanted: StrategyNeed[] = ['tld']
  if (domains) wanted.push('domain')
  if (anchors) wanted.push('anchorInTarget')
  if (words) wanted.push('words')
  if (scores) wanted.push('link-score')
  if (duplicates) wanted.push('duplicate')
  return wanted
}
