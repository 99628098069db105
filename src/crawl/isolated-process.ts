/** The process of isolation.ts: gets its settings, then one request after another, and answers each when it has survived it and its analysis. */
import { isIP } from 'node:net'
import { checked, hasFields } from '../threads/messages.js'
import { createHttpWeb, createPoliteness, type HttpOptions, type HttpWeb } from '../web/index.js'
import { AnalysisPool } from './analysis-pool.js'
import type { AnalysisOptions } from './analysis.js'

/** What can be sent to another process. */
export type NetworkSettings = Pick<HttpOptions, 'userAgent' | 'proxy' | 'hosts' | 'allowPrivate' | 'http2' | 'limits'>

export interface IsolatedSettings {
  readonly network: NetworkSettings
  readonly analysis: AnalysisOptions
}

export interface IsolatedRequest {
  readonly url: string
  readonly address: string | null
}

interface Tools {
  readonly network: NetworkSettings
  readonly pool: AnalysisPool
}

const STALL_MS = 20_000
let tools: Tools | null = null

process.on('SIGINT', () => {}) // Ctrl-C is for the crawler, which ends this process when it is done
process.on('disconnect', () => process.exit(0))
process.on('message', (message: unknown) => {
  if (tools !== null) return void answer(checked(message, hasFields<IsolatedRequest>('url', 'address')), tools)
  const { network, analysis } = checked(message, hasFields<IsolatedSettings>('network', 'analysis'))
  tools = { network, pool: new AnalysisPool(analysis, { workers: 1, stallMs: STALL_MS }) }
  process.send?.('ready')
})

async function answer({ url, address }: IsolatedRequest, { network, pool }: Tools): Promise<void> {
  const web = open(address, network)
  const outcome = await web.fetch(url, new AbortController().signal)
  await web.close()
  if (outcome.ok) {
    // the thread takes the body with it, and the crawler wants it, too; what only fails is told when the crawler tries it
    const exchange = { ...outcome, body: outcome.body.slice() }
    const job = { exchange, via: null, hops: 0, isSitemap: false, isEmbed: false, isText: false }
    await pool.analyse(job).catch(() => undefined)
  }
  for (let i = 0; i < 3; i++) {
    await new Promise(resolve => setImmediate(resolve))
    globalThis.gc?.()
  }
  process.send?.(outcome)
}

/** The crawler has waited for the turn of this host and address. */
function open(address: string | null, options: NetworkSettings): HttpWeb {
  const politeness = createPoliteness({ delayMs: 0 })
  if (address === null) return createHttpWeb({ ...options, politeness })
  const family = isIP(address) === 6 ? 6 : 4
  return createHttpWeb({ ...options, politeness, resolve: async () => [{ address, family }] })
}
