import { defineStrategy, inOneQueue } from './definition.js'

export const breadthFirst = defineStrategy({
  name: 'breadth-first',
  summary: 'one queue, first found first fetched; drops nothing',
  source: 'the baseline of every paper here',
  parameters: {},
  create: () =>
    inOneQueue((_visit, links, out) => {
      out.fill(1, 0, links.end - links.start)
    }),
})
