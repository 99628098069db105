/** The process of isolation.ts: gets its settings, then one request after another, and answers each when it has survived it. */
import { isIP } from 'node:net'
import { checked, hasFields } from '../threads/messages.js'
import { createHttpWeb, createPoliteness, type HttpOptions, type HttpWeb } from '../web/index.js'

/** What can be sent to another process. */
export type IsolatedSettings = Pick<HttpOptions, 'userAgent' | 'proxy' | 'hosts' | 'allowPrivate' | 'http2' | 'limits'>

export interface IsolatedRequest {
  readonly url: string
  readonly address: string | null
}

let settings: IsolatedSettings | null = null

process.on('SIGINT', () => {}) // Ctrl-C is for the crawler, which ends this process when it is done
process.on('disconnect', () => process.exit(0))
process.on('message', (message: unknown) => {
  if (settings === null) settings = checked(message, hasFields<IsolatedSettings>('userAgent'))
  else void answer(checked(message, hasFields<IsolatedRequest>('url', 'address')), settings)
})

async function answer({ url, address }: IsolatedRequest, options: IsolatedSettings): Promise<void> {
  const web = open(address, options)
  const outcome = await web.fetch(url, new AbortController().signal)
  await web.close()
  for (let i = 0; i < 3; i++) {
    await new Promise(resolve => setImmediate(resolve))
    globalThis.gc?.()
  }
  process.send?.(outcome)
}

/** The crawler has waited for the turn of this host and address. */
function open(address: string | null, options: IsolatedSettings): HttpWeb {
  const politeness = createPoliteness({ delayMs: 0 })
  if (address === null) return createHttpWeb({ ...options, politeness })
  const family = isIP(address) === 6 ? 6 : 4
  return createHttpWeb({ ...options, politeness, resolve: async () => [{ address, family }] })
}
