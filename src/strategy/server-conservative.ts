import { defineStrategy } from './definition.js'
import { createServerFilter, filterParameters } from './server-filter.js'

/** Steps 1-8 with 4.5: only relevant servers lead to new ones. */
export const serverConservative = defineStrategy({
  name: 'server-conservative',
  summary: 'gives up servers without a relevant page after t downloads; only relevant servers lead to new ones',
  source: 'Tamura, Somboonviwat, Kitsuregawa 2007, section 4.2',
  parameters: filterParameters,
  create: values => createServerFilter({ ...values, groupBy: 'server', conservative: true }),
})
