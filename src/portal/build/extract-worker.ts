/** Threads that read pages for a portal run this. */
import { extractAll } from './extract.js'
import { answerJobs } from './extractor.js'

answerJobs(extractAll)
