/** All families of the portfolio, in the order of the report. */
import { ccHosts } from './cc-hosts.js'
import { generatedFamilies } from './generated-webs.js'
import { textFamilies } from './text-webs.js'
import type { Family, FamilyOptions } from './web.js'

/** From the seeds of one draw to those of the next. */
const NEXT_DRAW = 10

/** Real webs are few: they may be had with several sets of seeds. */
export function familiesOf(options: FamilyOptions, draws = 1): Family[] {
  const real = Array.from({ length: draws }, (_, draw) => {
    const drawn = { ...options, firstSeed: options.firstSeed + NEXT_DRAW * draw }
    return [ccHosts(drawn), ...textFamilies(drawn)]
  })
  const together = real[0].map((family, i) => ({ ...family, webs: real.flatMap(families => families[i].webs) }))
  return [...generatedFamilies(options), ...together].filter(({ webs }) => webs.length > 0)
}
