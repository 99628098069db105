/** The text of links and the countries of servers as sections of a graph file: only there when there is something to say. */
import type { NameColumns } from '../contracts.js'
import type { GraphColumn } from './graph-file.js'
import type { GraphHead } from './graph-head.js'
import { LINK_CONTEXTS, type LinkText, type WebGraph } from './web-graph.js'

/** Throw when the section is missing or of another type. */
interface SectionReader {
  words(name: string): Uint32Array
  shorts(name: string): Uint16Array
  bytes(name: string): Uint8Array
}

export function textSections({ linkText, country }: WebGraph): [name: string, column: GraphColumn][] {
  const columns: Record<string, GraphColumn | null | undefined> = {
    serverCountry: country?.server,
    anchorScore: linkText?.anchorScore,
    contextScore: linkText?.contextScore,
    ...linkText?.names,
    wordStarts: linkText?.words?.starts,
    wordHashes: linkText?.words?.hashes,
    ...linkText?.places,
  }
  return Object.entries(columns).flatMap(([name, column]) =>
    column === null || column === undefined ? [] : [[name, column]],
  )
}

/** Parts that belong together are there together, or the file is damaged. */
export function readText(head: GraphHead, read: SectionReader): Pick<WebGraph, 'linkText' | 'country'> {
  const { sections, countries } = head
  const linkText = readLinkText(head, read)
  return {
    ...(linkText === null ? {} : { linkText }),
    ...(sections.has('serverCountry') ? { country: { server: read.shorts('serverCountry'), codes: countries } } : {}),
  }
}

function readLinkText({ sections, origin }: GraphHead, { words, bytes }: SectionReader): LinkText | null {
  const hasScores = sections.has('anchorScore')
  const hasNames = sections.has('anchorNames')
  const hasWords = sections.has('wordStarts')
  const hasPlaces = sections.has('tagPath')
  if (!hasScores && !hasNames && !hasWords && !hasPlaces) return null
  const names = (): NameColumns => ({
    anchorNames: bytes('anchorNames'),
    anchorWords: bytes('anchorWords'),
    urlNames: bytes('urlNames'),
    urlWords: bytes('urlWords'),
  })
  return {
    anchorScore: hasScores ? bytes('anchorScore') : null,
    contextScore: hasScores ? bytes('contextScore') : null,
    context: LINK_CONTEXTS.find(one => one === origin.linkContext) ?? 'elements',
    names: hasNames ? names() : null,
    words: hasWords ? { starts: words('wordStarts'), hashes: words('wordHashes') } : null,
    places: hasPlaces ? { tagPath: words('tagPath'), listPlace: bytes('listPlace') } : null,
  }
}
