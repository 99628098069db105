/** What the page that links stand on says about their targets. */
import type { GroupId, HostId } from '../../contracts.js'
import { FROM_IRRELEVANT, FROM_RELEVANT } from './link-evidence.js'
import { EVIDENCE } from './server-memory.js'

/** The page whose links are followed. */
export interface LinkSource {
  host: HostId
  group: GroupId
  isRelevant: boolean
  /** Its server is. */
  isOnRelevant: boolean
  /** From the nearest relevant page, to its targets. */
  distance: number
  /** One of EVIDENCE. */
  evidence: number
}

/** Of a page of another partition. */
export const NO_GROUP = -1

/** Of the links to a group, on the same server or not. */
export function kindOf({ group, isRelevant, isOnRelevant }: LinkSource, isInside: boolean, target: GroupId): number {
  const kinds = isRelevant ? FROM_RELEVANT : FROM_IRRELEVANT
  if (isInside) return group === target ? kinds.sameDirectory : kinds.sameServer
  return isOnRelevant && !isRelevant ? FROM_IRRELEVANT.relevantServer : kinds.elsewhere
}

export function createSource(): LinkSource {
  return { host: 0, group: NO_GROUP, isRelevant: false, isOnRelevant: false, distance: 0, evidence: EVIDENCE.other }
}

export function describeSource(
  source: LinkSource,
  host: HostId,
  group: GroupId,
  isRelevant: boolean,
  isOnRelevant: boolean,
  distance: number,
): void {
  source.host = host
  source.group = group
  source.isRelevant = isRelevant
  source.isOnRelevant = isOnRelevant
  source.distance = distance
  source.evidence = isRelevant ? EVIDENCE.relevantPage : isOnRelevant ? EVIDENCE.relevantServer : EVIDENCE.other
}
