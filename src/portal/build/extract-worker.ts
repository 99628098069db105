/** Threads that read pages for a portal run this. */
import { extractAll } from './extract.js'
import { answerJobs } from '../../collection/extractor.js'

answerJobs(extractAll)
