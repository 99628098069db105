/**
 * Demo webs in a process of their own, so that its CPU time can be told from the crawler's. Its parent asks by the channel. With a fifth
 * argument N it serves N webs that have nothing to do with each other, each with an Nth of the hosts.
 */
import { buildDemoWeb, serveDemoWeb } from '../../src/demo/web.js'
import { WEIGHTS, withWeight } from './page-weight.js'

export interface WebReady {
  readonly origin: string
  readonly seeds: readonly string[]
  readonly target: string
  /** With what leads nowhere and what robots.txt forbids. */
  readonly addresses: number
  /** The other webs. */
  readonly others: readonly Omit<WebReady, 'others'>[]
}

const [hosts, pagesPerHost, seed] = process.argv.slice(2, 5).map(Number)
const weight = WEIGHTS[process.argv[5]]
const count = Number(process.argv[6] ?? 1)
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.((user + system) / 1e6)
})
process.on('disconnect', () => process.exit())
const [first, ...others] = await Promise.all(Array.from({ length: count }, (_none, i) => serveOne(seed + i)))
process.send?.({ ...first, others } satisfies WebReady)

async function serveOne(ownSeed: number): Promise<Omit<WebReady, 'others'>> {
  const light = buildDemoWeb({ hosts: Math.ceil(hosts / count), pagesPerHost, seed: ownSeed })
  const web = weight === undefined ? light : withWeight(light, weight)
  const { target } = web.options
  const { origin } = await serveDemoWeb(web)
  return { origin, seeds: web.seeds[target] ?? [], target, addresses: web.pages.length }
}
