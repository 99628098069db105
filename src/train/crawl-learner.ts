/** Learns a language on for a crawl that runs (`learn: true`), in a thread of its own: it takes some seconds of work. */
import type { LanguageLearner, LearningRequest, LearningResult } from '../crawl/crawl-learning.js'
import { LongtailError } from '../errors.js'
import { hasFields } from '../threads/messages.js'
import { ThreadPool } from '../threads/thread-pool.js'

export function openCrawlLearner(): LanguageLearner {
  const pool = new ThreadPool<LearningRequest, LearningResult>({
    worker: new URL('./crawl-learner-thread.js', import.meta.url),
    threads: 1,
    task: 'learning on',
    code: 'E_MODEL',
    nameOf: ({ code }) => code,
    isAnswer: hasFields<LearningResult>('pages', 'hosts'),
  })
  let isOver = false
  return {
    async learn(request) {
      try {
        return await pool.run(request)
      } catch (error) {
        if (isOver) return null
        throw error instanceof LongtailError && error.cause instanceof LongtailError ? error.cause : error
      }
    },
    close() {
      isOver = true
      return pool.close()
    },
  }
}
