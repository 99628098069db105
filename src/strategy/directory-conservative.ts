import { defineStrategy } from './definition.js'
import { createServerFilter, filterParameters } from './server-filter.js'

/** The conservative filter with host + first path segment in place of the server. */
export const directoryConservative = defineStrategy({
  name: 'directory-conservative',
  summary: 'like server-conservative, but judges top-level directories of servers instead of whole servers',
  source: 'Tamura, Somboonviwat, Kitsuregawa 2007, section 4.3',
  parameters: filterParameters,
  create: values => createServerFilter({ ...values, groupBy: 'directory', conservative: true }),
})
