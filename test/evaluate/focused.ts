/** Focused crawls of a real web by page class: our own strategy must find more, earlier, than one that does not look. */
import { measure } from '../../bench/strategies/measure.js'
import { REAL_WEBS, startsOf } from '../../bench/strategies/real-webs.js'
import type { Measurement } from './measure.js'

const STARTS = 3
const START_PAGES = 5
const SEED = 1

/** Area under found-against-fetched on webkb, all targets and starts: ours, and ours as a multiple of breadth-first's. */
export async function evaluateFocused(dataDir: string): Promise<Measurement[]> {
  const { targets } = await REAL_WEBS.webkb(dataDir)
  const webs = [...targets.values()].flatMap(graph => startsOf(graph, STARTS, START_PAGES, SEED))
  const areaOf = (spec: string): number => {
    const areas = webs.map(web => measure(web, spec, '').area)
    return areas.reduce((sum, area) => sum + area, 0) / areas.length
  }
  const ours = areaOf('longtail')
  const blind = areaOf('breadth-first')
  const detail = `${targets.size} targets × ${STARTS} starts, breadth-first ${blind.toFixed(4)}`
  return [
    { id: 'focused.webkb.area', value: ours, detail },
    { id: 'focused.webkb.over-breadth-first', value: ours / blind, detail },
  ]
}
