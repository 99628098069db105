/** What can be set, and what the two modes set. */
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
    'coverage: loses nothing that server-conservative would find; harvest: stops when downloads no longer pay',
  ),
  explore: automatic(
    0,
    10,
    'how much the value of probing an undecided server counts; auto: 0.5, and 1 once harvest has fallen',
  ),
  worth: automatic(
    0,
    1_000_000,
    'stop when fewer than 1 in so many downloads is expected to pay; 0 never; auto: 20, in coverage mode 50',
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

/** Chosen on generated webs with seeds 1 to 5, `worth` and `floor` by the specification without trying others (docs/longtail-results.md). */
export function settingsOf({ mode, explore, worth, floor }: LongtailValues) {
  const isCoverage = mode === 'coverage'
  return {
    explore: explore === 'auto' ? { early: 0.5, late: 1 } : { early: explore, late: explore },
    worth: worth === 'auto' ? (isCoverage ? 50 : 20) : worth,
    floor: floor === 'auto' ? (isCoverage ? 10 : 0) : floor,
  }
}
