/** Threads that read pages for a list of pages run this. */
import { answerJobs } from '../../portal/build/extractor.js'
import { readEntry } from './listed-page.js'

await answerJobs(readEntry)
