/**
 * page/: bytes → page. `analyse` is the way through; the rest are its parts, for whoever needs one of them.
 * Depends on contracts alone and keeps no state but memories of pure functions.
 */
export { analyse } from './analyse.js'
export { renderingNeed, type RenderingNeed } from './signs/rendering.js'
export { cssReferences } from './links/css-references.js'
export { isStyleSheet, referencesOf } from './links/references.js'
export { decodeContent, MAX_DECODED } from './http/content-coding.js'
export { charsetName } from './charset/names.js'
export { decodeAs, decodeText, type Decoded } from './charset/decode.js'
export { parseHtml, MAX_LINKS, type ParsedHtml, type ParsedLink } from './html/parse.js'
export { NearDuplicates } from './text/near-duplicate.js'
export { proseOf } from './text/prose.js'
export { simhash } from './text/simhash.js'
export { mainText } from './text/main-text.js'
export { MAX_TEXT, type TextBlocks } from './html/text-builder.js'
export { canonicalUrl, MAX_URL } from './url/canonical.js'
export {
  createUrlFilter,
  formatBlacklist,
  matchesPattern,
  mergeBlacklists,
  parseBlacklist,
  readableEntries,
  type BlacklistEntry,
  type UrlFilter,
} from './url/patterns.js'
export { directoryOf, hostOf, segmentOf, serverKeyOf, tldOf } from './url/parts.js'
export { createUrlResolver, type UrlResolver } from './url/resolver.js'
