/** The thread that indexes (index.ts): documents in their order, then the end. */
import { checked, hasFields } from '../../../threads/messages.js'
import { serveJobs } from '../../../threads/serve-jobs.js'
import type { ZimDocument } from '../contracts.js'
import { createLocalIndex } from './local-index.js'

export type IndexJob = { readonly documents: readonly ZimDocument[] } | { readonly finish: true }

export interface IndexData {
  readonly scratch: string
  readonly languages: readonly string[]
}

await serveJobs<IndexJob, null>(data => {
  const index = createLocalIndex(checked(data, hasFields<IndexData>('scratch', 'languages')))
  return {
    isJob: (value): value is IndexJob => typeof value === 'object' && value !== null,
    async handle(job) {
      if ('finish' in job) await index.finish()
      else for (const document of job.documents) await index.add(document)
      return null
    },
  }
})
