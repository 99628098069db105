/** Threads that read pages for a list of pages run this. */
import { answerJobs } from '../../collection/extractor.js'
import { readEntry } from './listed-page.js'

await answerJobs(readEntry)
