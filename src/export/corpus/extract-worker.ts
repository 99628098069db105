/** Threads that read pages for a corpus run this. */
import { answerJobs } from '../../portal/build/extractor.js'
import { extractText } from './extract.js'

await answerJobs(extractText)
