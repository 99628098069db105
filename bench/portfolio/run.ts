/**
 * Every strategy on webs of many kinds: areas, pages to coverages, what ours expects still to find, and how it ends.
 *
 *   LONGTAIL_DATA=<folder> node dist/bench/portfolio/run.js [--families webkb,noise] [--webs text] [--scale 0.02]
 *     [--ours spec]… [--strategies spec]… [--label name] [--cache directory] [--again strategy,…] [--workers 2]
 *     [--set tune|test] [--frozen] [--choose | --ranges] [--draws 1] [--into docs/portfolio.md] [--list]
 *
 * Prints markdown on stdout, or puts it into its place in a document and draws its figure, and progress on stderr. Results are kept
 * in --cache, those of our strategy under --label: a run that was stopped goes on there, and a strategy that changed is the only one
 * to be run again. --set test takes seeds that nothing was chosen with; it refuses our strategy without --frozen. --strategies
 * replaces the list of published strategies ("none": none, and no table that compares), --ours that of our own; --webs takes webs whose
 * name contains the text. --choose says which of several --ours each family gets when it is left out of the choice. --ranges fits the
 * constants of the estimate's range with each family left out, and says what they do there. --draws takes real webs with so many sets of
 * seeds.
 */
import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { chartFile } from '../../src/report/charts/draw.js'
import { canonicalSpec } from '../../src/strategy/index.js'
import { openResultsCache } from '../strategies/results-cache.js'
import { commandOf, publish } from '../strategies/sections.js'
import { ourModes, published } from '../strategies/specs.js'
import { choiceTable } from './choose.js'
import { familiesOf } from './families.js'
import { differenceChart } from './figure.js'
import { measureWebs } from './measure-webs.js'
import { rangeChoice } from './range-choice.js'
import { outlookReportOf, reportOf } from './report.js'
import type { WebResults } from './results.js'
import type { Family } from './web.js'

const { values } = parseArgs({
  options: {
    families: { type: 'string' },
    webs: { type: 'string', default: '' },
    scale: { type: 'string', default: '0.02' },
    ours: { type: 'string', multiple: true },
    strategies: { type: 'string', multiple: true },
    label: { type: 'string', default: 'unnamed' },
    cache: { type: 'string' },
    again: { type: 'string', default: '' },
    workers: { type: 'string', default: '2' },
    set: { type: 'string', default: 'tune' },
    frozen: { type: 'boolean', default: false },
    choose: { type: 'boolean', default: false },
    ranges: { type: 'boolean', default: false },
    draws: { type: 'string', default: '1' },
    into: { type: 'string' },
    list: { type: 'boolean', default: false },
  },
})
if (values.set !== 'tune' && values.set !== 'test') throw new Error(`--set ${values.set}: choose tune or test`)
const ours = (values.ours ?? ourModes()).filter(spec => spec !== 'none').map(spec => canonicalSpec(spec))
if (values.set === 'test' && ours.length > 0 && !values.frozen) {
  throw new Error(
    'the seeds of test are held out: freeze our strategy, then say --frozen; or leave it out with --ours none',
  )
}
const theirs = (values.strategies ?? published()).filter(spec => spec !== 'none')
for (const spec of theirs) canonicalSpec(spec) // says at once what a misspelt one would say after the first web
const families = chosenFamilies()
if (values.list) {
  for (const { name, webs } of families) for (const web of webs) console.log(`${name}: ${web.name}`)
} else await report()

async function report(): Promise<void> {
  const began = performance.now()
  const all = await measureWebs(families, {
    theirs,
    ours,
    runsFamilyOnes: values.strategies === undefined,
    named: values.webs,
    workers: Number(values.workers),
    cache: openResultsCache(values.cache ?? null, values.label),
    again: new Set(values.again.split(',')),
    onProgress: (web, text) =>
      console.error(`${((performance.now() - began) / 1000).toFixed(0).padStart(5)} s  ${web} ${text}`),
  })
  const machine = `${cpus().length} × ${cpus()[0].model}, Node ${process.version}`
  const command = `\`LONGTAIL_DATA=<folder> ${commandOf('portfolio/run', process.argv.slice(2))}\` (${machine})`
  const say = (section: string, parts: readonly string[]): void =>
    publish([command, ...parts].join('\n\n'), values.into, section)
  if (values.choose) return say('choice', [choiceTable(all, ours)])
  if (values.ranges) {
    return say(
      'ranges',
      ours.flatMap(spec => rangeChoice(all, spec)),
    )
  }
  if (theirs.length > 0) say('portfolio', [...figureOf(all), ...reportOf(all, ours)])
  if (ours.length > 0) say('outlook', outlookReportOf(all, ours))
}

function figureOf(all: readonly WebResults[]): string[] {
  if (values.into === undefined || ours.length === 0) return []
  const figure = fileURLToPath(new URL('../../../docs/figures/portfolio.svg', import.meta.url))
  const chart = differenceChart(all, ours[0])
  writeFileSync(figure, chartFile(chart))
  return [`![${chart.title}](figures/portfolio.svg)`]
}

function chosenFamilies(): Family[] {
  const data = process.env.LONGTAIL_DATA
  if (data === undefined) throw new Error('LONGTAIL_DATA must name the folder with the development data')
  const options = { scale: Number(values.scale), firstSeed: values.set === 'tune' ? 0 : 100, data }
  const known = familiesOf(options, Number(values.draws))
  const named = values.families?.split(',')
  const unknown = named?.find(name => !known.some(family => family.name === name))
  if (unknown !== undefined) {
    throw new Error(`--families ${unknown}: choose from ${known.map(({ name }) => name).join(', ')}`)
  }
  return known.filter(({ name }) => named === undefined || named.includes(name))
}
