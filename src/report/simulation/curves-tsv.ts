/** Every point of every curve, for other programs: one header line, tabs, numbers with all their digits. */
import type { SimulationResult } from '../../simulate/result.js'
import { runNames } from './run-names.js'

const HEADS = ['strategy', 'pages', 'relevant', 'coverage', 'harvest', 'queue', 'servers', 'hours']

export function curvesTsv({ graph, runs }: SimulationResult): string {
  // names hold no tabs and no line feeds
  const names = runNames(runs)
  const lines = [HEADS.join('\t')]
  runs.forEach(({ curve }, index) => {
    let before = -1
    for (const { pages, relevant, queue, servers, hours } of curve) {
      // a short run repeats its end
      if (pages === before) continue
      before = pages
      const coverage = graph.relevant > 0 ? relevant / graph.relevant : 0
      const harvest = pages > 0 ? relevant / pages : ''
      lines.push([names[index], pages, relevant, coverage, harvest, queue, servers, hours ?? ''].join('\t'))
    }
  })
  return `${lines.join('\n')}\n`
}
