/** Search for the server: as many threads as there are cores, two at most unless told otherwise; the least busy one is asked. */
import { availableParallelism } from 'node:os'
import { LongtailError } from '../../errors.js'
import type { Searcher } from '../contracts.js'
import type { PortalDirectory } from '../../collection/portal-directory.js'
import type { Answer, Question } from './messages.js'
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
  async function ask<T>(question: Question, read: (answer: Answer) => T | undefined): Promise<T> {
    const thread = threads.reduce((least, one) => (one.load < least.load ? one : least))
    const answer = read(await thread.ask(question))
    if (answer === undefined) throw new LongtailError('E_PORTAL', `the search gave no answer to ${question.kind}`)
    return answer
  }
  return {
    search: request => ask({ kind: 'search', request }, answer => answer.search),
    suggest: (typed, limit) => ask({ kind: 'suggest', typed, limit }, answer => answer.suggest),
    nearest: (url, words, limit) => ask({ kind: 'nearest', url, words, limit }, answer => answer.nearest),
    subtopics: (slug, limit) => ask({ kind: 'subtopics', slug, limit }, answer => answer.subtopics),
    hide: patterns => threads.forEach(thread => thread.hide(patterns)),
    close: async () => {
      await Promise.all(threads.map(thread => thread.close()))
    },
  }
}
