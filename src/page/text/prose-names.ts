/** What names in the markup say about an element, whatever the language of the page: roles, and words of classes and ids. */
import { IN_DETAIL, IN_FRAME_BY_NAME } from './prose-classes.js'

const ROLES =
  /^(?:navigation|banner|contentinfo|complementary|search|menu|menubar|tablist|toolbar|dialog|alertdialog|button)$/i
/** Words that style sheets use. */
const FRAME_NAMES = wordSet('footer copyright cookie cookies gdpr consent modal popup login signin')
/** Said of short lines; a paragraph in such an element is a paragraph still. */
const DETAIL_NAMES = wordSet(
  'nav navbar navigation topnav menu menubar submenu mainmenu dropdown breadcrumb breadcrumbs pagination pager skip skiplink',
  'share sharing social tag tags tagcloud meta metadata date time byline author category categories readmore price prices counter',
)

export function isFrameRole(role: string): boolean {
  return ROLES.test(role.trim())
}

/** IN_FRAME_BY_NAME, IN_DETAIL for the value of a class or id. */
export function flagsOfNames(value: string): number {
  let flags = 0
  for (const word of value.split(/[^a-zA-Z]+|(?<=[a-z])(?=[A-Z])/)) {
    const lower = word.toLowerCase()
    if (FRAME_NAMES.has(lower)) flags |= IN_FRAME_BY_NAME
    else if (DETAIL_NAMES.has(lower)) flags |= IN_DETAIL
  }
  return flags
}

function wordSet(...lists: string[]): ReadonlySet<string> {
  return new Set(lists.flatMap(list => list.split(' ')))
}
