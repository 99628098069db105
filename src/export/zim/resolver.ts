/** Where an address of the Web leads inside the collection: redirects followed, http or https, with or without the last slash. */
import type { CapturePlace } from '../../portal/index.js'
import type { ZimCollection } from './collection.js'
import { archivedPath } from './paths.js'

export interface Target {
  readonly path: string
  readonly capture: CapturePlace
  /** Whether links lead there: a page of the collection, or a file. Other archived pages are shown in frames only. */
  readonly isLinked: boolean
}

export type Resolver = ReturnType<typeof createResolver>

export type Archived = Pick<ZimCollection, 'library' | 'isPage' | 'isArchived'>

const MAX_HOPS = 5
/** Menus repeat on every page of a site. Some hundred bytes each. */
const MAX_KNOWN = 50_000
const IS_PAGE = /^(?:text\/html|application\/xhtml\+xml)$/

export function createResolver({ library, isPage, isArchived }: Archived) {
  const known = new Map<string, Target | null>()
  /** What is there under https beside an address under http. */
  const twinOf = (url: string): CapturePlace | null => {
    if (!url.startsWith('http:')) return null
    const secure = `https:${url.slice(5)}`
    const found = isArchived(secure) ? library.capture(secure) : null
    return found !== null && found.url === secure && found.location === '' && found.status < 300 ? found : null
  }
  const pathOf = (url: string): string => archivedPath(url, twinOf(url) !== null)
  const find = (url: string): Target | null => {
    let at = url
    for (let hop = 0; hop <= MAX_HOPS; hop++) {
      const capture = library.capture(at)
      if (capture === null) return null
      if (capture.location !== '') {
        at = capture.location
        continue
      }
      if (capture.status < 200 || capture.status >= 300) return null
      const twin = twinOf(capture.url)
      if (IS_PAGE.test(capture.mime))
        return { path: archivedPath(capture.url, twin !== null), capture, isLinked: isPage(capture.url) }
      // a picture is the same under both, as a rule: one is enough
      const isSame = twin !== null && twin.digest !== '' && twin.digest === capture.digest
      const kept = isSame ? twin : capture
      return { path: archivedPath(kept.url, twin !== null && !isSame), capture: kept, isLinked: true }
    }
    return null
  }
  return {
    /** The path of an archived address itself, redirects not followed; `url` as the archive has it. */
    pathOf,
    /** Null: nothing that can be read. */
    resolve(url: string): Target | null {
      let target = known.get(url)
      if (target === undefined) {
        target = find(url)
        if (known.size >= MAX_KNOWN) known.clear()
        known.set(url, target)
      }
      return target
    },
  }
}
