/**
 * What becomes of the attributes of an archived page. Those that browsers act on are known by name; of all others none may hold an
 * address, so that an attribute which a browser learns tomorrow leads nowhere either.
 */

/** Copied, whatever they hold: shown to readers, or numbers and names. */
const KEPT: ReadonlySet<string> = new Set(
  `abbr align alink alt axis bgcolor border bordercolor cellpadding cellspacing char checked class clear color cols colspan compact
   controls coords datetime dir disabled face for frame frameborder headers height hidden hspace id label lang language
   link loop marginheight marginwidth max maxlength media min multiple muted name noresize noshade nowrap open placeholder
   preload readonly reversed role rows rowspan rules scope scrolling selected shape size sizes span spellcheck start step
   summary tabindex text title translate type valign value version vlink vspace width wrap xml:lang xml:space
   d x y x1 x2 y1 y2 cx cy r rx ry dx dy points viewbox preserveaspectratio transform stroke-width offset opacity`
    .trim()
    .split(/\s+/),
)

/** Act in a way that has no place here: they send, run, open, fetch, or change how addresses are read. */
const DROPPED: ReadonlySet<string> = new Set(
  `accesskey action allow allowfullscreen archive attributionsrc autofocus autoplay base cite classid code codebase codetype content crossorigin
   csp data data-longtail datasrc download dynsrc fetchpriority formaction formenctype formmethod formtarget http-equiv imagesizes
   imagesrcset integrity is itemid itemtype longdesc lowsrc manifest method nonce ping profile referrerpolicy rel
   sandbox srcdoc target xmlns`
    .trim()
    .split(/\s+/),
)

export type AttributeRule = 'keep' | 'drop' | 'href' | 'src' | 'srcset' | 'style' | 'picture' | 'local' | 'check'

const RULES: ReadonlyMap<string, AttributeRule> = new Map<string, AttributeRule>([
  ...[...KEPT].map((name): [string, AttributeRule] => [name, 'keep']),
  ...[...DROPPED].map((name): [string, AttributeRule] => [name, 'drop']),
  ['href', 'href'],
  ['src', 'src'],
  ['srcset', 'srcset'],
  ['style', 'style'],
  ['poster', 'picture'],
  ['background', 'picture'],
  ['usemap', 'local'],
])

/** `name` in lower case. */
export function attributeRule(name: string): AttributeRule {
  const rule = RULES.get(name)
  if (rule !== undefined) return rule
  if (name.startsWith('on')) return 'drop'
  if (name.startsWith('aria-')) return 'keep'
  const colon = name.lastIndexOf(':')
  if (colon === -1) return 'check'
  // in XML any prefix may stand for any vocabulary
  const local = name.slice(colon + 1)
  if (name.startsWith('xmlns:')) return 'drop'
  return RULES.get(local) === 'href' ? 'href' : local.startsWith('on') || RULES.has(local) ? 'drop' : 'check'
}

/** Nothing else stands in the names of attributes and elements that browsers know. */
export const PLAIN_NAME = /^[a-z_][a-z0-9_:.-]*$/i

/** An address with its scheme or host, or something that runs. */
export const LEADS_AWAY = /:\s*\/\/|^[\s\0]*[/\\][\t\n\r]*[/\\]|script\s*:|^[\s\0]*(?:data|blob|filesystem)\s*:/i
export const HAS_CSS_URL = /url\s*\(|image-set\s*\(/i

const UNSAFE_IN_VALUE = /["<>]/
const LIKE_AN_ADDRESS = /( (?:src|href) *)=/g

/** A value as it is written, references and all, between double quotes. */
export function quoted(raw: string): string {
  const value = withoutLikenesses(raw)
  if (!UNSAFE_IN_VALUE.test(value)) return `"${value}"`
  return `"${value.replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}"`
}

/** Text that shows markup is no markup, but there are tools that look for ` src="` without reading tags: openZIM's checker is one. */
export function withoutLikenesses(text: string): string {
  return text.includes(' src') || text.includes(' href') ? text.replace(LIKE_AN_ADDRESS, '$1&#61;') : text
}

/** A value of ours. */
export function escaped(value: string): string {
  return quoted(value.includes('&') ? value.replaceAll('&', '&amp;') : value)
}

/** Elements of which nothing is left: they run, fetch, embed or change the rules of the page. */
export const GONE: ReadonlySet<string> = new Set(
  'base basefont bgsound fencedframe handler isindex keygen listener noscript param portal script'.split(' '),
)
/** Elements whose content is of no use here, tags included. */
export const GONE_WITH_CONTENT: ReadonlySet<string> = new Set(['script', 'noembed', 'noframes', 'iframe'])
/** Animations may change where a link leads. */
export const ANIMATIONS: ReadonlySet<string> = new Set(
  'animate animatecolor animatemotion animatetransform set discard'.split(' '),
)
