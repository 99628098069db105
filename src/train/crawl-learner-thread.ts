/** The thread's end of crawl-learner.ts. What is left in doubt stays in the crawl's directory, for people to answer. */
import { crawlDirectory } from '../collection/crawl-directory.js'
import { writeDoubts } from '../collection/doubts.js'
import type { LearningRequest, LearningResult } from '../crawl/crawl-learning.js'
import { hasFields } from '../threads/messages.js'
import { serveJobs } from '../threads/serve-jobs.js'
import { learnOn } from './learn-on.js'

await serveJobs<LearningRequest, LearningResult>(() => ({
  isJob: hasFields<LearningRequest>('code', 'crawl', 'out'),
  async handle({ code, crawl, out }) {
    const learned = await learnOn({
      name: code,
      examples: [],
      negatives: [],
      from: [crawl],
      campaign: null,
      out,
      isUnwatched: true,
      signal: new AbortController().signal,
      warn: () => undefined,
      onProgress: () => undefined,
      onDoubts: doubts => writeDoubts(crawlDirectory(crawl).doubts, doubts),
    })
    if (learned === null) throw new Error('stopped')
    const { pages, hosts } = learned.found
    return { pages, hosts }
  },
}))
