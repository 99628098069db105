/**
 * How well are languages learned? `node dist/bench/languages/run.js [--bytes 30000] [--neighbours declared|unknown|given] [part of a name]`
 * with LONGTAIL_DATA. One line per source: F1 on pages of 2,000 and of 200 characters, of the same and of another source.
 */
import { parseArgs } from 'node:util'
import { learnFrom, summary, testPages, tryLanguage, type Neighbours } from './protocol.js'
import { readSources, SIZES } from './texts.js'

const { values, positionals } = parseArgs({
  options: {
    bytes: { type: 'string', default: '30000' },
    neighbours: { type: 'string', default: 'declared' },
  },
  allowPositionals: true,
})
const bytes = Number(values.bytes)
const how = (['declared', 'unknown', 'given'] as const).find(one => one === values.neighbours)
if (how === undefined) throw new Error(`--neighbours ${values.neighbours}: declared, unknown or given`)
const sources = readSources(process.env.LONGTAIL_DATA ?? '')
const pages = testPages(sources, bytes)
const trials = sources
  .filter(({ id, isKnown }) => !isKnown && positionals.every(part => id.includes(part)))
  .map(source => one(source.id, how))
console.log(`${bytes} bytes, neighbours ${how}: ${summary(trials)}`)

function one(id: string, neighbours: Neighbours) {
  const source = sources.find(each => each.id === id)
  if (source === undefined) throw new Error(id)
  const trial = tryLanguage(source, learnFrom(source, sources, bytes, neighbours), sources, pages)
  const numbers = SIZES.flatMap(size => [trial.f1[size].same, trial.f1[size].other])
  const shown = numbers.map(value => (Number.isNaN(value) ? '   -' : value.toFixed(2))).join('  ')
  console.log(`${id.padEnd(18)} ${shown}  ${[...trial.taken].map(([other, count]) => `${other} ${count}`).join(', ')}`)
  return trial
}
