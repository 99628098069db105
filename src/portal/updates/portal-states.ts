/** What a portal knows about updates: the state it has, states that were packed from it, and whom it trusts. */
import { existsSync } from 'node:fs'
import { portalDirectory } from '../../collection/portal-directory.js'
import { LongtailError } from '../../errors.js'
import { keptStates } from './packed-states.js'
import { receivedState } from './received-state.js'
import { trustedKeys } from './trusted-keys.js'

export interface PortalStates {
  /** That came by an update; null: it was built here. */
  readonly received: { readonly state: string; readonly madeAt: string; readonly key: string } | null
  /** That were packed here and can be given to --since, the last first. */
  readonly packed: readonly { readonly state: string; readonly madeAt: string }[]
  readonly trusted: readonly string[]
}

/** Throws E_PORTAL where there is no such directory. */
export function portalStates(portal: string): PortalStates {
  const directory = portalDirectory(portal)
  if (!existsSync(directory.path))
    throw new LongtailError('E_PORTAL', `${directory.path} does not exist: give the directory of a portal`)
  const received = receivedState(directory)
  const dateOf = (at: number): string => new Date(at).toISOString()
  return {
    received: received === null ? null : { state: received.id, madeAt: dateOf(received.madeAt), key: received.key },
    packed: keptStates(directory).map(({ id, madeAt }) => ({ state: id, madeAt: dateOf(madeAt) })),
    trusted: trustedKeys(portal),
  }
}
