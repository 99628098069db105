/** Threads that read pages for a portal run this. */
import { extractPage } from './extract.js'
import { answerJobs } from '../../collection/extractor.js'

await answerJobs(extractPage)
