/** What a portal without a library holds: nothing. The dashboard that stands alone is such a portal. */
import type { Library, PageReplay, Searcher, SearchResult } from '../contracts.js'

export function noLibrary(title: string): Library {
  return {
    facts: () => ({ title, pages: 0, sites: 0, captures: 0, builtAt: 0, languages: [], types: [], crawls: [] }),
    page: () => null,
    textOf: () => '',
    topics: () => [],
    topic: () => null,
    topicPages: () => [],
    sites: () => [],
    site: () => null,
    sitePages: () => [],
    bestPages: () => [],
    newPages: () => [],
    linkedFrom: () => [],
    capture: () => null,
    versions: () => [],
    has: urls => urls.map(() => false),
    hide: () => {},
    isHidden: () => false,
    changed: () => false,
    close: () => {},
  }
}

const NO_RESULT: SearchResult = {
  hits: [],
  total: 0,
  exact: true,
  correction: null,
  relaxed: false,
  facets: { topics: [], languages: [], sites: [], types: [] },
  clusters: [],
  ms: 0,
}

export const NO_SEARCHER: Searcher = {
  search: async () => NO_RESULT,
  suggest: async () => [],
  nearest: async () => [],
  subtopics: async () => [],
  hide: () => {},
  close: async () => {},
}

export const NO_REPLAY: PageReplay = {
  raw: async () => null,
  proxied: async () => null,
  close: async () => {},
}
