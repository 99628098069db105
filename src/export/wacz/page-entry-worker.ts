/** Threads that read pages for a list of pages run this. */
import { answerJobs } from '../../portal/build/extractor.js'
import { readEntry } from './page-entry.js'

await answerJobs(readEntry)
