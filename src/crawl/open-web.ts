/** The web that a campaign names, the live one or archives, and the politeness by which it sends what it is asked for. */
import type { Campaign } from '../campaign/index.js'
import type { Web } from '../contracts.js'
import { VERSION } from '../version.js'
import { createArchiveWeb } from '../web/archive-web.js'
import { createHttpWeb, createPoliteness, formatUserAgent, type HttpWeb, type Politeness } from '../web/index.js'
import type { NetworkSettings } from './isolated-process.js'

/** A server that takes long is busy: with factor 3 it is ours a quarter of the time at most. */
const SLOW_FACTOR = 3

export interface OpenWeb {
  readonly web: Web
  readonly politeness: Politeness
  /** Null where an archive is read: nobody can harm us there. */
  readonly live: { readonly web: HttpWeb; readonly settings: NetworkSettings } | null
}

/** `share`: where other processes ask the same servers. */
export async function openWeb(
  campaign: Campaign,
  share: (politeness: Politeness) => Politeness = own => own,
): Promise<OpenWeb> {
  const { network, contact } = campaign
  const politeness = share(politenessOf(campaign))
  if (network.archive.length > 0) return { web: await createArchiveWeb(network.archive), politeness, live: null }
  const settings: NetworkSettings = {
    userAgent: formatUserAgent(VERSION, contact),
    http2: network.http2,
    proxy: network.proxy,
    hosts: network.hosts,
    allowPrivate: network['allow-private'],
    limits: {
      maxBodyBytes: network['max-body'],
      maxDocumentBytes: Math.max(network['max-body'], network['max-document']),
      totalTimeoutMs: network.timeout,
    },
  }
  const web = createHttpWeb({ ...settings, politeness })
  return { web, politeness, live: { web, settings } }
}

function politenessOf({ politeness, network }: Campaign): Politeness {
  const isArchive = network.archive.length > 0
  return createPoliteness({
    delayMs: isArchive ? 0 : politeness.delay,
    maxDelayMs: Math.max(politeness.delay, politeness['max-crawl-delay']),
    maxBackoffMs: politeness['max-delay'],
    connections: politeness['per-host-connections'],
    // a campaign without a delay does not wait for slow answers, but still for those who ask for it (429, 503, Crawl-delay)
    adaptive: !isArchive,
    slowFactor: politeness.delay > 0 ? SLOW_FACTOR : 0,
  })
}
