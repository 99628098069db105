/**
 * The analysis of all pages of an archive as an export reads them: first the list of its captures, then each page by its place, by as many
 * threads, in order. Nothing is written. What an export costs beside this is its own work.
 *
 *   node dist/bench/export/analysis-as-exported.js ARCHIVE
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openHoldings } from '../../src/collection/holdings.js'
import type { PlacedPage } from '../../src/collection/extract-pool.js'
import { readInOrder } from '../../src/export/read-in-order.js'
import { extractAnalysis, isAnalysed, type Analysed } from './analysis-extract.js'

const scratch = mkdtempSync(join(tmpdir(), 'longtail-bench-analysis-'))
try {
  const holdings = await openHoldings({ sources: process.argv.slice(2), scratch })
  let pages = 0
  let letters = 0
  const reading = readInOrder<PlacedPage, Analysed>(holdings, {
    worker: new URL('analysis-worker.js', import.meta.url),
    isAnswer: isAnalysed,
    extract: extractAnalysis,
    jobOf: ({ url, place, payload, isDocument }) => ({ url, place, payload, isDocument }),
  })
  for await (const { answer } of reading) {
    if ('error' in answer) throw new Error(answer.error)
    pages++
    letters += answer.letters
  }
  holdings.close()
  console.log(JSON.stringify({ pages, letters }))
} finally {
  rmSync(scratch, { recursive: true })
}
