/** The thread's end of document-thread.ts. */
import type { DocumentContent } from '../page/document/content.js'
import { hasFields } from '../threads/messages.js'
import { serveJobs } from '../threads/serve-jobs.js'
import type { DocumentJob } from './document-thread.js'

await serveJobs<DocumentJob, DocumentContent>(() => ({
  isJob: hasFields<DocumentJob>('kind', 'bytes', 'isCut'),
  handle: async job => {
    if (job.kind === 'pdf') return (await import('./pdf/read-pdf.js')).readPdf(job.bytes, job.isCut)
    return (await import('./office/read-office.js')).readOffice(job.kind, job.bytes, job.isCut)
  },
}))
