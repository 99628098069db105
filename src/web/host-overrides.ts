/**
 * `network.hosts`: sends the requests for some hosts, or all of them, to a server of the user's choice, as plain HTTP/1.1 with
 * their own Host header. Keys are `*`, `*.suffix` (the suffix itself is not meant) or a host name; the most exact one wins.
 */
import { LongtailError } from '../errors.js'

export interface OverrideTarget {
  readonly origin: string
  readonly hostname: string
  readonly port: number
}

export interface HostOverrides {
  /** Whom to ask instead, or null to ask the host itself. */
  find(hostname: string): OverrideTarget | null
}

export function createHostOverrides(hosts: Readonly<Record<string, string>>): HostOverrides {
  const exact = new Map<string, OverrideTarget>()
  const suffixes: { readonly suffix: string; readonly target: OverrideTarget }[] = []
  let all: OverrideTarget | null = null

  for (const [pattern, text] of Object.entries(hosts)) {
    const target = parseTarget(pattern, text)
    if (pattern === '*') all = target
    else if (pattern.startsWith('*.') && pattern.indexOf('*', 1) < 0)
      suffixes.push({ suffix: pattern.slice(1).toLowerCase(), target })
    else if (pattern !== '' && !pattern.includes('*')) exact.set(hostKey(pattern), target)
    else throw invalid(pattern, 'is not a host name, *.suffix or *')
  }
  suffixes.sort((a, b) => b.suffix.length - a.suffix.length)

  return {
    find(hostname) {
      const own = exact.get(hostname)
      if (own !== undefined) return own
      for (const { suffix, target } of suffixes) if (hostname.endsWith(suffix)) return target
      return all
    },
  }
}

/** As `URL.hostname` writes it, so that names in other scripts match. */
function hostKey(pattern: string): string {
  const url = `http://${pattern}/`
  if (!URL.canParse(url)) throw invalid(pattern, 'is not a host name, *.suffix or *')
  return new URL(url).hostname
}

function parseTarget(pattern: string, text: string): OverrideTarget {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || url.protocol !== 'http:' || url.pathname !== '/' || url.search !== '') {
    throw invalid(pattern, `goes to "${text}"; write a plain origin such as http://127.0.0.1:8080`)
  }
  return {
    origin: url.origin,
    hostname: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? 80 : Number(url.port),
  }
}

function invalid(pattern: string, what: string): LongtailError {
  return new LongtailError('E_CAMPAIGN', `network.hosts: "${pattern}" ${what}`)
}
