/**
 * What splitting a crawl into partitions costs: harvest at coverages of 80, 95 and 99 % on webs of the portfolio.
 *
 *   LONGTAIL_DATA=<folder> node dist/bench/partitions/run.js --results FILE [--families thai-2004,majority] [--webs text]
 *     [--scale 0.05] [--partitions 1,4,16,64] [--strategy longtail:worth=0] [--set tune|test] [--price] [--into docs/many-machines.md]
 *
 * Runs that FILE has are not run again. Late delivery is two pages in a thousand of those in reach, at most LATEST. The strategy
 * is run without an end, so that all coverages are reached. --price: also late with one strategy for all partitions,
 * where only the price costs anything.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { familiesOf } from '../portfolio/families.js'
import { publish } from '../strategies/sections.js'
import { measureSplit, type SplitRun } from './measure.js'
import { splitTable } from './table.js'

const LATE = 0.002
const LATEST = 2000

const { values } = parseArgs({
  options: {
    results: { type: 'string' },
    families: { type: 'string', default: 'thai-2004,majority,cc-hosts,webkb' },
    webs: { type: 'string', default: '' },
    scale: { type: 'string', default: '0.05' },
    partitions: { type: 'string', default: '1,4,16,64' },
    strategy: { type: 'string', default: 'longtail:worth=0' },
    set: { type: 'string', default: 'tune' },
    price: { type: 'boolean', default: false },
    into: { type: 'string' },
  },
})
const { results: file, strategy: spec } = values
const data = process.env.LONGTAIL_DATA
if (file === undefined || data === undefined)
  throw new Error('name the file of --results, and the data in LONGTAIL_DATA')
const results: SplitRun[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
const firstSeed = values.set === 'test' ? 100 : 0
const families = familiesOf({ scale: Number(values.scale), firstSeed, data })
for (const { name: family, webs } of families.filter(({ name }) => values.families.split(',').includes(name))) {
  for (const { name: web, open } of webs.filter(({ name }) =>
    values.webs.split('|').some(part => name.includes(part)),
  )) {
    const wanted = values.partitions.split(',').flatMap(text => {
      const partitions = Number(text)
      if (partitions === 1) return [{ partitions, late: false, isShared: false }]
      const ways = [false, true].map(late => ({ partitions, late, isShared: false }))
      return values.price ? [...ways, { partitions, late: true, isShared: true }] : ways
    })
    const missing = wanted.filter(({ partitions, late, isShared }) => {
      const isIt = (run: SplitRun): boolean =>
        run.partitions === partitions && run.delay > 0 === late && (run.isShared ?? false) === isShared
      return !results.some(run => run.web === web && run.family === family && run.spec === spec && isIt(run))
    })
    if (missing.length === 0) continue
    const opened = await open()
    const latest = Math.max(1, Math.min(LATEST, Math.round(LATE * opened.truth.pagesInReach)))
    for (const { partitions, late, isShared } of missing) {
      const run = measureSplit(opened, { family, web, spec, partitions, delay: late ? latest : 0, isShared })
      console.error(`${family}: ${web}`, JSON.stringify(run))
      results.push(run)
      writeFileSync(file, JSON.stringify(results))
    }
  }
}
publish(splitTable(results), values.into, 'splitting')
