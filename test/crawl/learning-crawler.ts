/** A process that crawls the web of learns-on.long.test.ts and learns on, to be killed: OUT MODEL. */
import { openCrawlLearner } from '../../src/train/crawl-learner.js'
import { unseenMinangkabau } from '../judge/minangkabau.js'
import { buildLearnedWeb, measureCrawl } from './learned-web.js'

const [, , out, model] = process.argv
const parts = { target: { language: { model, learn: true } }, limits: { pages: 480 } }
await measureCrawl(buildLearnedWeb({ target: unseenMinangkabau() }), out, parts, { openLearner: openCrawlLearner })
