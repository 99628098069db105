/** Home pages of real hosts with links between them: one web, seen by crawls for seven languages. */
import { join } from 'node:path'
import { importGraph } from '../../src/graph/import/index.js'
import { relabelled } from '../../src/graph/index.js'
import { judgedRightly, labelsOf } from '../strategies/truth.js'
import { seedPages } from '../strategies/seed-pages.js'
import { once, type Family, type FamilyOptions } from './web.js'

const LANGUAGES = ['ru', 'de', 'ko', 'pt', 'id', 'vi', 'it']
/** Seeds in each of the three sets. */
const SET_SIZES = [5, 8, 10]
/** Most hosts lead to the same 9,000 others, the rest to a few hundred at most. */
const LEAST_PAGES = 1000
/** Where hosts of a language are many but hardly linked, most draws find next to nothing. */
const GOOD_DRAWS = 20

export function ccHosts({ data, firstSeed }: FamilyOptions): Family {
  const files = ['pages', 'links'].map(part => join(data, 'graphs', `cc-hosts.${part}.tsv.gz`))
  const read = once(async () => (await importGraph(files)).graph)
  return {
    name: 'cc-hosts',
    summary: 'real: home pages of hosts, wanted is a language',
    alsoRun: ['naive-bayes:kb=200'],
    webs: LANGUAGES.flatMap(language =>
      SET_SIZES.map((count, i) => ({
        name: `${language}, ${count} seeds`,
        async open() {
          const graph = relabelled(await read(), language)
          const rule = { count, leastLinks: 1, leastPages: LEAST_PAGES, goodDraws: GOOD_DRAWS }
          return judgedRightly({ ...graph, seeds: seedPages(graph, labelsOf(graph), rule, firstSeed + i + 1) })
        },
      })),
    ),
  }
}
