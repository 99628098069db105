/** Threads that look for what pages show run this. */
import { answerJobs } from '../../collection/extractor.js'
import { readShown } from './shown-objects.js'

await answerJobs(readShown)
