import { defineStrategy } from './definition.js'
import { createServerFilter, filterParameters } from './server-filter.js'

/** Steps 1-8 without 4.5: any link may lead to a new server. */
export const serverAggressive = defineStrategy({
  name: 'server-aggressive',
  summary: 'gives up servers without a relevant page after t downloads; any link may lead to a new server',
  source: 'Tamura, Somboonviwat, Kitsuregawa 2007, section 4.1',
  parameters: filterParameters,
  create: values => createServerFilter({ ...values, groupBy: 'server', conservative: false }),
})
