/**
 * page/: bytes → page. `analyse` is the way through; the rest are its parts, for whoever needs one of them.
 * Depends on contracts alone and keeps no state but memories of pure functions.
 */
export { analyse } from './analyse.js'
export { cssReferences } from './css-references.js'
export { decodeContent, MAX_DECODED } from './content-coding.js'
export { charsetName } from './charset-names.js'
export { decodeAs, decodeText, type Decoded } from './decode.js'
export { parseHtml, MAX_LINKS, type ParsedHtml, type ParsedLink } from './parse.js'
export { NearDuplicates } from './near-duplicate.js'
export { proseOf } from './prose.js'
export { simhash } from './simhash.js'
export { mainText } from './text.js'
export { MAX_TEXT, type TextBlocks } from './text-builder.js'
export { canonicalUrl, MAX_URL } from './url.js'
export {
  createUrlFilter,
  formatBlacklist,
  matchesPattern,
  mergeBlacklists,
  parseBlacklist,
  type BlacklistEntry,
  type UrlFilter,
} from './url-patterns.js'
export { directoryOf, hostOf, segmentOf, serverKeyOf, tldOf } from './url-parts.js'
export { createUrlResolver, type UrlResolver } from './url-resolver.js'
