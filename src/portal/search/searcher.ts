/** Search for the server: as many threads as there are cores, two at most unless told otherwise. */
import { availableParallelism } from 'node:os'
import { LongtailError } from '../../errors.js'
import { checked } from '../../threads/messages.js'
import { ThreadPool } from '../../threads/thread-pool.js'
import type { Searcher } from '../contracts.js'
import type { PortalDirectory } from '../../collection/portal-directory.js'
import { isSearchAnswer, type SearchAnswer, type Question, type SearchSettings } from './messages.js'

export interface SearcherOptions {
  readonly threads?: number
}

/** No query takes that long; a thread that does hangs. */
const MAX_ANSWER_MS = 30_000
/** Of short-lived objects three times as much is usual, and costs 20 MB for each thread without being any faster. */
const LIMITS = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 16 }

/** Rejects with E_PORTAL when the directory has no finished index. */
export async function openSearcher(directory: PortalDirectory, options: SearcherOptions = {}): Promise<Searcher> {
  const threads = Math.max(1, options.threads ?? Math.min(2, availableParallelism()))
  let settings: SearchSettings = { path: directory.index, hidden: [] }
  let isClosed = false
  const open = (): ThreadPool<Question, string> =>
    new ThreadPool<Question, string>({
      worker: new URL('./worker.js', import.meta.url),
      data: settings,
      threads,
      task: 'search',
      code: 'E_PORTAL',
      nameOf: ({ kind }) => kind,
      isAnswer: value => typeof value === 'string',
      stallMs: MAX_ANSWER_MS,
      limits: LIMITS,
    })
  let pool = open()
  await pool.start()

  async function ask<T>(question: Question, read: (answer: SearchAnswer) => T | undefined): Promise<T> {
    if (isClosed) throw new LongtailError('E_PORTAL', 'the search is closed')
    // a portal runs for months: what kept the threads from starting may be gone
    if (pool.failure !== null) pool = open()
    const text = await pool.run(question).catch((error: unknown) => {
      throw told(error)
    })
    const answer = checked(JSON.parse(text), isSearchAnswer)
    const own = read(answer)
    if (own === undefined) throw new LongtailError('E_PORTAL', `the search gave no answer to ${question.kind}`)
    return own
  }
  return {
    search: request => ask({ kind: 'search', request }, answer => answer.search),
    suggest: (typed, limit) => ask({ kind: 'suggest', typed, limit }, answer => answer.suggest),
    nearest: (url, words, limit) => ask({ kind: 'nearest', url, words, limit }, answer => answer.nearest),
    subtopics: (slug, limit) => ask({ kind: 'subtopics', slug, limit }, answer => answer.subtopics),
    hide(hidden) {
      settings = { ...settings, hidden }
      pool.tell(settings)
    },
    close() {
      isClosed = true
      return pool.close()
    },
  }
}

/** What a reader of the portal is told: what the search itself says, or that it broke down. */
function told(error: unknown): unknown {
  if (!(error instanceof LongtailError) || error.consequence !== 'skip') return error
  if (error.cause instanceof LongtailError) return error.cause
  return new LongtailError('E_PORTAL', `${error.message}: ask again`, 'retry', { cause: error })
}
