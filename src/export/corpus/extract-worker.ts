/** Threads that read pages for a corpus run this. */
import { answerJobs } from '../../collection/extractor.js'
import { extractTexts } from './extract.js'

answerJobs(extractTexts)
