/** All families of the portfolio, in the order of the report. */
import { ccHosts } from './cc-hosts.js'
import { generatedFamilies } from './generated-webs.js'
import { textFamilies } from './text-webs.js'
import type { Family, FamilyOptions } from './web.js'

export function familiesOf(options: FamilyOptions): Family[] {
  return [...generatedFamilies(options), ccHosts(options), ...textFamilies(options)].filter(
    ({ webs }) => webs.length > 0,
  )
}
