/** Threads that read pages for a comparison run this. */
import { answerJobs } from '../collection/extractor.js'
import { readComparedText } from './compared-text.js'

await answerJobs(readComparedText)
