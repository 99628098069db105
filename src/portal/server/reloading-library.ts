/**
 * The library of a running portal: when a build has put a new index.db in place, the next request reads that one. Whoever holds
 * this Library need not know; calls are synchronous, so that none is under way while the file is exchanged.
 */
import { messageOf } from '../../errors.js'
import type { Library } from '../contracts.js'
import { openLibrary } from '../store/library.js'

const LOOK_EVERY_MS = 1000

export function openReloadingLibrary(directory: string, log: (message: string) => void): Library {
  let library = openLibrary(directory)
  let hidden: readonly string[] = []
  let lookedAt = performance.now()

  function current(): Library {
    const now = performance.now()
    if (now - lookedAt < LOOK_EVERY_MS) return library
    lookedAt = now
    if (!library.changed()) return library
    try {
      const next = openLibrary(directory)
      next.hide(hidden)
      library.close()
      library = next
    } catch (error) {
      // the one that is open goes on answering
      log(`the new library cannot be opened: ${messageOf(error)}`)
    }
    return library
  }

  return {
    facts: () => current().facts(),
    page: url => current().page(url),
    textOf: id => current().textOf(id),
    topics: () => current().topics(),
    topic: slug => current().topic(slug),
    topicPages: (slug, range) => current().topicPages(slug, range),
    sites: range => current().sites(range),
    site: host => current().site(host),
    sitePages: (host, range) => current().sitePages(host, range),
    bestPages: range => current().bestPages(range),
    newPages: limit => current().newPages(limit),
    linkedFrom: (id, limit) => current().linkedFrom(id, limit),
    capture: (url, at) => current().capture(url, at),
    versions: url => current().versions(url),
    has: urls => current().has(urls),
    hide(patterns) {
      hidden = patterns
      library.hide(patterns)
    },
    isHidden: url => current().isHidden(url),
    changed: () => false,
    close: () => library.close(),
  }
}
