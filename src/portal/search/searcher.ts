/** Search for the server: as many threads as there are cores, two at most unless told otherwise; the least busy one is asked. */
import { availableParallelism } from 'node:os'
import type { Cluster, PageCard, Searcher, SearchResult, Suggestion } from '../contracts.js'
import type { PortalDirectory } from '../store/layout.js'
import type { Question } from './messages.js'
import { SearchThread } from './search-thread.js'

export interface SearcherOptions {
  readonly threads?: number
}

/** Rejects with E_PORTAL when the directory has no finished index. */
export async function openSearcher(directory: PortalDirectory, options: SearcherOptions = {}): Promise<Searcher> {
  const count = Math.max(1, options.threads ?? Math.min(2, availableParallelism()))
  const threads = Array.from({ length: count }, () => new SearchThread(directory.index))
  try {
    await Promise.all(threads.map(thread => thread.start()))
  } catch (error) {
    await Promise.allSettled(threads.map(thread => thread.close()))
    throw error
  }
  // the answer to each kind of question is what the worker makes of it (worker.ts)
  const ask = <T>(question: Question): Promise<T> => {
    const thread = threads.reduce((least, one) => (one.load < least.load ? one : least))
    return thread.ask(question) as Promise<T>
  }
  return {
    search: request => ask<SearchResult>({ kind: 'search', request }),
    suggest: (typed, limit) => ask<readonly Suggestion[]>({ kind: 'suggest', typed, limit }),
    nearest: (url, words, limit) => ask<readonly PageCard[]>({ kind: 'nearest', url, words, limit }),
    subtopics: (slug, limit) => ask<readonly Cluster[]>({ kind: 'subtopics', slug, limit }),
    hide: patterns => threads.forEach(thread => thread.hide(patterns)),
    close: async () => {
      await Promise.all(threads.map(thread => thread.close()))
    },
  }
}
