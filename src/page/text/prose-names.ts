/** What names in the markup say about an element, whatever the language of the page: roles, and words of classes and ids. */
import { IN_DETAIL, IN_FRAME_BY_NAME } from './prose-classes.js'
import { EL_CAPTION, EL_COMMENTS, EL_CONTENT, EL_SIDE, EL_TEASER } from './prose-elements.js'

const ROLES =
  /^(?:navigation|banner|contentinfo|complementary|search|menu|menubar|tablist|toolbar|dialog|alertdialog|button)$/i

/** Above the flags of a name stands the kind of the element. */
export const KIND_SHIFT = 8
const KINDS = ~0 << KIND_SHIFT
/** One word of an element that holds the text; two of them say it. */
const CONTENT_WORD = 1 << 30

/** Words that style sheets use, and what they say. */
const MEANINGS = new Map<string, number>()
say(IN_FRAME_BY_NAME, 'footer copyright cookie cookies gdpr consent modal popup login signin')
// said of short lines; a paragraph in such an element is a paragraph still
say(
  IN_DETAIL,
  'nav navbar navigation topnav menu menubar submenu mainmenu dropdown breadcrumb breadcrumbs pagination pager skip skiplink',
  'share sharing social tag tags tagcloud meta metadata date time byline author category categories readmore price prices counter',
)
// beside an article, not in it
say(
  EL_SIDE << KIND_SHIFT,
  'related relatedposts recommended recommendation recommendations promo promotion sidebar newsletter subscribe subscription',
  'share sharing sharedaddy addtoany addthis social socials bio biography authorbox author authors byline',
  'ad ads advert advertisement advertising adsense banner sponsor sponsored outbrain taboola popular trending',
  'widget widgets pagination pager breadcrumb breadcrumbs rating ratings signup donate donation disclaimer',
  'tags toolbar yarpp footnote poll feedback print',
)
say(EL_TEASER << KIND_SHIFT, 'teaser teasers excerpt excerpts')
say(
  EL_COMMENTS << KIND_SHIFT,
  'comment comments commentlist respond disqus reply replies kommentar kommentare comentarios commentaires',
)
say(EL_CAPTION << KIND_SHIFT, 'caption captions credit credits figcaption')
say(CONTENT_WORD, 'article post entry story content body text main page blog news single detail')

function say(meaning: number, ...lists: string[]): void {
  for (const word of lists.join(' ').split(' ')) MEANINGS.set(word, (MEANINGS.get(word) ?? 0) | meaning)
}

/** Names that say what a page is about, or how it looks: tag-advertising, has-sidebar. */
const OF_SUBJECT = /^(?:tag|category|cat|topic|type|status|format|author|has|no|with)-/

export function isFrameRole(role: string): boolean {
  return ROLES.test(role.trim())
}

/** Sites use the same few thousand names on every page. */
const known = new Map<string, number>()
const MAX_KNOWN = 10_000

/** IN_FRAME_BY_NAME, IN_DETAIL and, from KIND_SHIFT on, EL_… for the value of a class or id. */
export function meaningOfNames(value: string): number {
  let meaning = known.get(value)
  if (meaning === undefined) {
    meaning = 0
    for (const name of value.split(/\s+/)) meaning |= meaningOf(name)
    if (known.size >= MAX_KNOWN) known.clear()
    known.set(value, meaning)
  }
  return meaning
}

function meaningOf(name: string): number {
  if (OF_SUBJECT.test(name)) return 0
  let meaning = 0
  let contents = 0
  for (let start = 0; start < name.length;) {
    const end = endOfWord(name, start)
    const own = end - start < 2 ? 0 : (MEANINGS.get(name.slice(start, end).toLowerCase()) ?? 0)
    if (own === CONTENT_WORD) contents++
    else meaning |= own
    start = Math.max(end, start + 1)
  }
  return contents > 1 && (meaning & KINDS) === 0 ? meaning | (EL_CONTENT << KIND_SHIFT) : meaning
}

/** Words end at what is no letter, and before a capital after a small letter. */
function endOfWord(name: string, start: number): number {
  let wasSmall = false
  for (let i = start; i < name.length; i++) {
    const code = name.charCodeAt(i)
    const isSmall = code >= 97 && code <= 122
    const isCapital = code >= 65 && code <= 90
    if ((!isSmall && !isCapital) || (isCapital && wasSmall)) return i
    wasSmall = isSmall
  }
  return name.length
}
