/** Threads that read pages for a corpus run this. */
import { answerJobs } from '../../portal/build/extractor.js'
import { extractTexts } from './extract.js'

answerJobs(extractTexts)
