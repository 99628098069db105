/** Where the links of a page stand in it, as the log has them: made in the analysis workers, read by the crawl, its replay and imports. */
import type { Features, PageLink, StrategyNeed } from '../contracts.js'

export type LinkPlaces = Pick<Features, 'tagPath' | 'listPlace'>

/** Four of the path, lowest first, and one of the place in its list. */
const BYTES = 5

export function asksForPlaces(asked: ReadonlySet<StrategyNeed>): boolean {
  return asked.has('tagPath') || asked.has('listPlace')
}

/** Base64. */
export function loggedPlaces(links: readonly Pick<PageLink, 'tagPath' | 'listPlace'>[]): string {
  const bytes = Buffer.alloc(links.length * BYTES)
  links.forEach(({ tagPath, listPlace }, i) => {
    bytes.writeUInt32LE(tagPath, i * BYTES)
    bytes[i * BYTES + 4] = listPlace
  })
  return bytes.toString('base64')
}

/** The columns of a page's `links` links. What is missing in the log (another strategy was at work then) or damaged is 0. */
export function readPlaces(
  asked: ReadonlySet<StrategyNeed>,
  links: number,
  { places }: { readonly places?: unknown },
): LinkPlaces {
  const tagPath = asked.has('tagPath') ? new Uint32Array(links) : null
  const listPlace = asked.has('listPlace') ? new Uint8Array(links) : null
  if ((tagPath === null && listPlace === null) || typeof places !== 'string') return { tagPath, listPlace }
  const bytes = Buffer.from(places, 'base64')
  if (bytes.length !== links * BYTES) return { tagPath, listPlace }
  for (let i = 0; i < links; i++) {
    if (tagPath !== null) tagPath[i] = bytes.readUInt32LE(i * BYTES)
    if (listPlace !== null) listPlace[i] = bytes[i * BYTES + 4]
  }
  return { tagPath, listPlace }
}
