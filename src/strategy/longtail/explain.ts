import type { HostId } from '../../contracts.js'
import type { Exploration } from './exploration.js'
import type { ServerMemory } from './server-memory.js'

interface Known {
  readonly memory: ServerMemory
  readonly exploration: Exploration
  readonly floor: number
  /** Smallest expected pay of a download that is still made. */
  readonly least: number
  /** What the queue makes of an index. */
  readonly worthOf: (index: number) => number
  readonly repeats: Uint32Array
}

/** Why a host's pages are wanted early, late or not any more. */
export function explainHost(server: HostId, { memory, exploration, floor, least, worthOf, repeats }: Known): string {
  const pages = memory.servers.pages[server]
  const finds = memory.servers.finds[server]
  const group = memory.first(server)
  // also a host past what was ever reserved
  if (!(group >= 0)) return 'nothing is known about it'
  const repeated = repeats[server] > 0 ? `; ${repeats[server]} more repeat other pages and do not count` : ''
  if (finds > 0) return `${finds} of ${pages} pages were finds${repeated}`
  const sources = memory.servers.relevantSources[server]
  const index = exploration.index(group, server)
  const promise = `probing on is expected to pay ${(100 * index).toFixed(1)} relevant pages per 100 downloads`
  const links = `${sources === 0 ? 'no' : sources} relevant ${sources === 1 ? 'server links' : 'servers link'} to it`
  if (pages === 0) return `not asked yet: ${links}; ${promise}`
  const state = pages > floor && worthOf(index) < least ? 'given up' : 'undecided'
  return `${state}: none of ${pages} pages was relevant${repeated}; ${links}; ${promise}`
}
