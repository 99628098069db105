/** The demo web as a process of its own, so that its CPU time can be told from the crawler's. Its parent asks by the channel. */
import { buildDemoWeb, serveDemoWeb } from '../../src/demo/web.js'
import { WEIGHTS, withWeight } from './page-weight.js'

export interface WebReady {
  readonly origin: string
  readonly seeds: readonly string[]
  readonly target: string
  /** With what leads nowhere and what robots.txt forbids. */
  readonly addresses: number
}

const [hosts, pagesPerHost, seed] = process.argv.slice(2, 5).map(Number)
const light = buildDemoWeb({ hosts, pagesPerHost, seed })
const weight = WEIGHTS[process.argv[5]]
const web = weight === undefined ? light : withWeight(light, weight)
const server = await serveDemoWeb(web)
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.((user + system) / 1e6)
})
process.on('disconnect', () => process.exit())
const { target } = web.options
const ready: WebReady = { origin: server.origin, seeds: web.seeds[target] ?? [], target, addresses: web.pages.length }
process.send?.(ready)
