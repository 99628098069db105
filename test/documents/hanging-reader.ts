/** A thread that reads documents, and never comes back from some. */
import type { DocumentJob } from '../../src/documents/document-thread.js'
import { readPdf } from '../../src/documents/pdf/read-pdf.js'
import type { DocumentContent } from '../../src/page/document/content.js'
import { hasFields } from '../../src/threads/messages.js'
import { serveJobs } from '../../src/threads/serve-jobs.js'

await serveJobs<DocumentJob, DocumentContent>(() => ({
  isJob: hasFields<DocumentJob>('kind', 'bytes', 'isCut'),
  handle: async ({ bytes, isCut }) => {
    const what = Buffer.from(bytes).toString('latin1')
    if (what === 'hang') for (;;) Math.random()
    const kept: object[] = []
    if (what === 'memory') for (;;) kept.push(Array.from({ length: 1e6 }, (_, i) => ({ i })))
    return readPdf(bytes, isCut)
  },
}))
