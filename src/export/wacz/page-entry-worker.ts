/** Threads that read pages for a list of pages run this. */
import { answerJobs } from '../../collection/extractor.js'
import { readEntries } from './page-entry.js'

answerJobs(readEntries)
