/** Threads that read pages for a list of pages run this. */
import { answerJobs } from '../../portal/build/extractor.js'
import { readEntries } from './listed-page.js'

answerJobs(readEntries)
