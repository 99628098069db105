/** Which route a path belongs to. Patterns are `/a/:b` or end in `*`; the first that fits wins. */
import type { Route } from './route.js'

export interface Matched {
  readonly route: Route
  readonly params: Readonly<Record<string, string>>
  /** As it was sent, query included: for patterns that end in `*`. */
  readonly rest: string
}

interface Compiled {
  readonly route: Route
  readonly segments: readonly string[]
  /** `/web/` for `/web/*`. */
  readonly prefix: string
}

export function createRouter(routes: readonly Route[]) {
  const open: Compiled[] = []
  const closed: Compiled[] = []
  for (const route of routes) {
    const rest = route.pattern.endsWith('*')
    const prefix = rest ? route.pattern.slice(0, -1) : ''
    ;(rest ? open : closed).push({ route, prefix, segments: route.pattern.slice(1).split('/') })
  }

  return {
    /** 'no route': nothing lives there. 'other method': something does, but it is not asked for in this way. */
    match(method: 'GET' | 'POST', target: string): Matched | 'no route' | 'other method' | 'bad path' {
      let other = false
      const question = target.indexOf('?')
      const path = question < 0 ? target : target.slice(0, question)
      const segments = segmentsOf(path)
      if (segments !== null)
        for (const { route, segments: pattern } of closed) {
          const params = paramsOf(pattern, segments)
          if (params === null) continue
          if (route.method === method) return { route, params, rest: '' }
          other = true
        }
      // an address after the prefix stays as it was sent: decoding it would make another address of it
      for (const { route, prefix } of open) {
        if (!target.startsWith(prefix)) continue
        if (route.method === method) return { route, params: {}, rest: target.slice(prefix.length) }
        other = true
      }
      if (segments === null) return 'bad path'
      return other ? 'other method' : 'no route'
    },
  }
}

/** Null: not the encoding of anything. */
function segmentsOf(path: string): string[] | null {
  try {
    const segments = path.slice(1).split('/').map(decodeURIComponent)
    return segments.some(segment => /[\u0000-\u001f\u007f]/.test(segment)) ? null : segments
  } catch {
    return null
  }
}

function paramsOf(pattern: readonly string[], segments: readonly string[]): Record<string, string> | null {
  if (pattern.length !== segments.length) return null
  const params: Record<string, string> = {}
  for (let i = 0; i < pattern.length; i++) {
    if (pattern[i].startsWith(':')) {
      if (segments[i] === '') return null
      params[pattern[i].slice(1)] = segments[i]
    } else if (pattern[i] !== segments[i]) return null
  }
  return params
}
