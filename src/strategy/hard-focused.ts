import { defineStrategy, inOneQueue } from './definition.js'

/** Links of irrelevant pages are dropped; a page dropped once comes in as soon as a relevant page links to it. */
export const hardFocused = defineStrategy({
  name: 'hard-focused',
  summary: 'follows only the links of relevant pages',
  source: 'Chakrabarti et al. 1999; Somboonviwat et al. 2006, section 2',
  parameters: {},
  create: () =>
    inOneQueue((visit, links, out) => {
      out.fill(visit.relevant ? 1 : 0, 0, links.end - links.start)
    }),
})
