/** The threads of analysis-as-exported.ts run this. */
import { answerJobs } from '../../src/collection/extractor.js'
import { extractAnalysis } from './analysis-extract.js'

await answerJobs(extractAnalysis)
