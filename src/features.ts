/**
 * What a strategy may ask to know beyond pages and links: its needs, and the columns that answer them. contracts.ts exports them with the rest.
 */

/** Each is the name of a column of Features or of a field of Visit, but for the last two. */
export type StrategyNeed =
  | 'anchorInTarget'
  | 'tld'
  | 'domain'
  | 'host'
  | 'words'
  | 'names'
  | 'country'
  | 'parent'
  | 'tagPath'
  | 'listPlace'
  // of Visit
  | 'charset'
  | 'distance'
  | 'duplicate'
  /** anchorScore and contextScore, the context being the neighbouring elements. */
  | 'link-score'
  /** The same, the context being the two nearest words on each side. */
  | 'link-score-words'

/** Words of links, hashed: those of link i are `hashes[starts[k]] … hashes[starts[k + 1] - 1]` with k = i - links.start. */
export interface WordRows {
  readonly starts: Uint32Array
  readonly hashes: Uint32Array
}

/** By link, counts up to 255: words of anchor and surroundings, and of the URL without its host, that are names; and all such words. */
export interface NameColumns {
  readonly anchorNames: Uint8Array
  readonly anchorWords: Uint8Array
  readonly urlNames: Uint8Array
  readonly urlWords: Uint8Array
}

/** What a strategy may ask to know about links and groups. A column is null unless the strategy asks for it and it can be had. */
export interface Features {
  /** By link, `[i - links.start]`: 1 when the anchor is written in the target language. */
  readonly anchorInTarget: Uint8Array | null
  /** By group: its top-level domain, interned; equal numbers are equal names, and nothing else is promised about them. */
  readonly tld: Uint16Array | null
  /** By group: its registrable domain (`a.co.th`), interned in the same way. */
  readonly domain: Uint32Array | null
  /** By group: its host. */
  readonly host: Uint32Array | null
  /** Words of anchor, surroundings and URL. */
  readonly words: WordRows | null
  /** By link: what the target makes of the anchor alone, 255 for a page that is surely wanted, 128 where it says nothing. */
  readonly anchorScore: Uint8Array | null
  /** The same of the anchor together with the text beside it. */
  readonly contextScore: Uint8Array | null
  readonly names: NameColumns | null
  /** By link: the path of elements that leads to it in its page, in 32 bits of which like paths share most (page/html/tag-paths.ts); 0: not known. */
  readonly tagPath: Uint32Array | null
  /** By link: how many links with the same path stand before it in the page, up to 255. */
  readonly listPlace: Uint8Array | null
  /** By group: the country of its server's address, interned; 0 as long as the server was never asked, or nobody knows. */
  readonly country: Uint16Array | null
  /** What the numbers of `tld` and of `country` stand for, by number; absent where nobody can say. They may grow. */
  readonly tldNames?: readonly string[]
  readonly countryNames?: readonly string[]
  /** By group, where groups are segments: the segment of the directory above; a top one is its own. Absent where not known. */
  readonly parent?: Uint32Array
}

/** For strategies that look at nothing but the links. */
export const NO_FEATURES: Features = {
  anchorInTarget: null,
  tld: null,
  domain: null,
  host: null,
  words: null,
  anchorScore: null,
  contextScore: null,
  names: null,
  tagPath: null,
  listPlace: null,
  country: null,
}
