/** Strategies on a graph, side by side */
import { chooseSeeds, generateGraph, runStudy } from 'longtail'

const graph = await generateGraph({ preset: 'thai-2004', scale: 0.001, seed: 1 })
const seeds = await chooseSeeds(graph)
const runs = await runStudy(graph, { specs: ['breadth-first', 'lswc:s=3,t=5'], seeds, maxPages: 2000 })
for (const { strategy, pages, harvest } of runs) console.log(strategy, pages, harvest.toFixed(3))
