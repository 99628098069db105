/** Threads that read pages for a corpus run this. */
import { answerJobs } from '../../collection/extractor.js'
import { extractText } from './extract.js'

await answerJobs(extractText)
