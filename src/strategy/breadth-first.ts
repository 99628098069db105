import { defineStrategy, inOneQueue } from './definition.js'

export const breadthFirst = defineStrategy({
  name: 'breadth-first',
  summary: 'one queue: pages are fetched in the order in which they were found; drops nothing',
  source: 'the baseline of all papers listed here',
  parameters: {},
  create: () =>
    inOneQueue((_visit, links, out) => {
      out.fill(1, 0, links.end - links.start)
    }),
})
