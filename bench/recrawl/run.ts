/**
 * Recrawl policies over a simulated year.
 *
 *   node dist/bench/recrawl/run.js --graph name=file… [--changes measured,tails] [--budget 1,5,20] [--seeds 2,3,4] [--days 365]
 *     [--policy spec]… [--summary] [--workers 2] [--cache file] [--into docs/recrawl.md --section name]
 *
 * Prints markdown with means over the seeds: one table for each graph and model of change, or one line for each with --summary. Runs that
 * are finished are kept in --cache, one line of JSON each. Seeds 1 and 2 were used to choose the parameters of our policy: report on others.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { readGraph } from '../../src/graph/index.js'
import { comparePolicies, type RoundsResult } from '../../src/simulate/changes/index.js'
import { commandOf, publish } from '../strategies/sections.js'
import { DEFAULT_RECRAWL_POLICY } from '../../src/recrawl/index.js'
import { policiesTable, summaryTable, type MeasuredRuns } from './table.js'

const { values } = parseArgs({
  options: {
    graph: { type: 'string', multiple: true, default: [] },
    changes: { type: 'string', default: 'measured' },
    budget: { type: 'string', default: '1,5,20' },
    seeds: { type: 'string', default: '2,3,4' },
    days: { type: 'string', default: '365' },
    policy: { type: 'string', multiple: true },
    summary: { type: 'boolean', default: false },
    workers: { type: 'string', default: '2' },
    cache: { type: 'string' },
    into: { type: 'string' },
    section: { type: 'string', default: 'policies' },
  },
})
const POLICIES = ['uniform', 'adaptive', 'change-rate', 'change-rate:weighted=true', 'longtail', 'oracle']
const policies = values.policy ?? POLICIES
const budgets = values.budget.split(',').map(percent => Number(percent) / 100)
const seeds = values.seeds.split(',').map(Number)
const days = Number(values.days)

interface KeptRun {
  readonly key: string
  readonly result: RoundsResult
}

const kept = new Map<string, RoundsResult>()
if (values.cache !== undefined && existsSync(values.cache)) {
  for (const line of readFileSync(values.cache, 'utf8').split('\n').filter(Boolean)) {
    const { key, result }: KeptRun = JSON.parse(line)
    kept.set(key, result)
  }
}

const measured: MeasuredRuns[] = []
for (const given of values.graph) {
  const [name, file] = given.split('=')
  const graph = readGraph(file)
  const size = `${graph.pages},${graph.links}`
  for (const changes of values.changes.split(',')) {
    const runs: RoundsResult[] = []
    for (const seed of seeds) {
      for (const budget of budgets) {
        const keyOf = (policy: string): string => JSON.stringify([size, changes, seed, budget, days, policy])
        const missing = policies.filter(policy => !kept.has(keyOf(policy)))
        const options = { policies: missing, budgets: [budget], changes, days, seed, workers: Number(values.workers) }
        const fresh = missing.length === 0 ? [] : await comparePolicies(graph, options)
        for (const result of fresh) {
          kept.set(keyOf(result.policy), result)
          if (values.cache !== undefined)
            appendFileSync(values.cache, `${JSON.stringify({ key: keyOf(result.policy), result })}\n`)
        }
        for (const policy of policies) {
          const result = kept.get(keyOf(policy))
          if (result !== undefined) runs.push(result)
        }
        console.error(`${name} ${changes} seed ${seed} at ${budget * 100} %: done`)
      }
    }
    measured.push({ graph: name, changes, runs })
  }
}
const tables = values.summary
  ? [summaryTable(measured, DEFAULT_RECRAWL_POLICY)]
  : measured.map(({ graph, changes, runs }) => `**${graph}**, changes \`${changes}\`\n\n${policiesTable(runs)}`)
const command = commandOf('recrawl/run', process.argv.slice(2).filter(isNoSection))
publish([`\`${command}\``, ...tables].join('\n\n'), values.into, values.section)

/** The section is named where the text goes, so it is as little part of the command. */
function isNoSection(word: string, index: number, all: readonly string[]): boolean {
  return word !== '--section' && all[index - 1] !== '--section'
}
