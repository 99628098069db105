/**
 * Every strategy on generated graphs, by the protocol: choose on the seeds of `tune`, report on the others.
 *
 *   node dist/bench/strategies/run.js --set tune|test|large|robust|ablation [--seeds 1-3] [--scale 0.1] [--label name]
 *     [--cache directory] [--again strategy,…] [--strategy spec]… [--ours spec]… [--variant name]… [--workers 2]
 *     [--keep directory] [--frozen] [--describe] [--into docs/longtail-results.md]
 *
 * Prints markdown on stdout, or puts it into its place in a document, and progress on stderr. Results are kept in --cache, those of our strategy under --label.
 * Held-out seeds (101 and up) refuse our strategy without --frozen. --strategy replaces the list of published
 * strategies ("none": none), --ours that of our own; --describe prints what the graphs are like instead.
 */
import { mkdirSync } from 'node:fs'
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { canonicalSpec } from '../../src/strategy/index.js'
import { FIRST_HELD_OUT_SEED, parseSeeds, SET_NAMES, variantsOf, type Variant } from './cases.js'
import { describeVariants } from './describe.js'
import { floorsTable } from './floors.js'
import { openResultsCache } from './results-cache.js'
import { commandOf, publish } from './sections.js'
import { ablations, CONSERVATIVE, isOurs, ourModes, published } from './specs.js'
import { study, type StudyResults } from './study.js'
import { coverageOf, harvestAt } from './summary.js'
import { duelTable, estimateTable, harvestTable, pagesTable, variantTitle } from './tables.js'

const { values } = parseArgs({
  options: {
    set: { type: 'string', default: 'tune' },
    seeds: { type: 'string' },
    scale: { type: 'string' },
    label: { type: 'string', default: 'unnamed' },
    cache: { type: 'string' },
    again: { type: 'string', default: '' },
    strategy: { type: 'string', multiple: true },
    ours: { type: 'string', multiple: true },
    variant: { type: 'string', multiple: true },
    workers: { type: 'string', default: '2' },
    keep: { type: 'string' },
    frozen: { type: 'boolean', default: false },
    describe: { type: 'boolean', default: false },
    into: { type: 'string' },
  },
})

const set = SET_NAMES.find(name => name === values.set)
if (set === undefined) throw new Error(`--set ${values.set}: choose one of ${SET_NAMES.join(', ')}`)
const variants = variantsOf(
  set,
  values.seeds === undefined ? null : parseSeeds(values.seeds),
  values.scale === undefined ? null : Number(values.scale),
).filter(({ name }) => values.variant === undefined || values.variant.includes(name))

const specs = specsOf(set)
const heldOut = variants.some(({ seeds }) => seeds.some(seed => seed >= FIRST_HELD_OUT_SEED))
if (heldOut && specs.some(isOurs) && !values.frozen && !values.describe) {
  throw new Error('these seeds are held out: freeze our strategy, then say --frozen; or leave it out with --ours none')
}
if (values.keep !== undefined) mkdirSync(values.keep, { recursive: true })

const machine = `${cpus().length} × ${cpus()[0].model}, Node ${process.version}`
const parts = [`\`${commandOf('strategies/run', process.argv.slice(2))}\` (${machine})`]
if (values.describe) parts.push(await describeVariants(variants))
else for (const variant of variants) parts.push(await reportOn(variant))
publish(parts.join('\n\n'), values.into, values.describe ? `${set} graphs` : set)

async function reportOn(variant: Variant): Promise<string> {
  const began = performance.now()
  const say = (text: string): void => {
    console.error(`${((performance.now() - began) / 1000).toFixed(0).padStart(5)} s  ${variant.name} ${text}`)
  }
  const results = await study(variant, {
    specs,
    workers: Number(values.workers),
    cache: openResultsCache(values.cache ?? null, values.label),
    keep: values.keep ?? null,
    again: new Set(values.again.split(',')),
    onGraph: (_, seed, graph) => say(`seed ${seed}: ${graph.pages} pages, ${graph.links} links`),
    onResult: (_, seed, result) => {
      const harvests = [0.5, 0.8, 0.95, 0.99].map(coverage => percentOr(harvestAt(result, coverage)))
      const coverage = (100 * coverageOf(result)).toFixed(2)
      say(
        `seed ${seed} ${result.spec}: ${harvests.join('/')}, ${result.pages} pages, ${coverage} %, ${result.cpuSeconds.toFixed(1)} s`,
      )
    },
    onFailure: (_, seed, spec, why) => say(`seed ${seed} ${spec}: FAILED, ${why}`),
  })
  return [variantTitle(variant), ...sections(results)].join('\n\n')
}

function sections(results: StudyResults): string[] {
  const tables = [harvestTable(results), pagesTable(results)]
  if (set === 'ablation' || ![...results.keys()].some(isOurs)) return tables
  return [...tables, duelTable(results), floorsTable(results), estimateTable(results) ?? '(no estimates)']
}

function specsOf(name: string): string[] {
  const ours = values.ours ?? (name === 'ablation' ? ablations() : ourModes())
  const theirs = values.strategy ?? (name === 'ablation' ? [CONSERVATIVE] : published())
  return [...theirs, ...ours].filter(spec => spec !== 'none').filter(isPossible)
}

/** Says at once what a misspelt strategy would say after the first graph. */
function isPossible(spec: string): boolean {
  canonicalSpec(spec)
  return true
}

function percentOr(harvest: number | null): string {
  return harvest === null ? '–' : (100 * harvest).toFixed(1)
}
