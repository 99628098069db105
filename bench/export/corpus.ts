/**
 * What a corpus costs against the analysis of its pages alone, and whether memory grows with the number of pages. The analysis is measured
 * three times: in one thread that reads the archive once from its beginning to its end (run.ts), the same with the language of each page,
 * which a crawl for a language identifies, too, and as an export reads it, which lists the captures first and then reads each page by its
 * place in several threads (analysis-as-exported.ts).
 *
 *   node dist/bench/export/corpus.js [--sizes 8000,30000,100000] [--rounds 2] [--folder DIR] [--flags="--dedupe near"]
 *
 * LONGTAIL_DATA names the folder with webkb.warc.gz; larger archives are made from it (made-archive.ts). The four are run in turn, as processes
 * of their own, in CPU time of all their threads: other work on the machine changes both. Memory is the largest resident set.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { measureExport } from './exports.js'
import { makeArchive } from './made-archive.js'
import { jsonIn, measure } from './measure.js'

const { values: flags } = parseArgs({
  options: {
    sizes: { type: 'string', default: '8000,30000,100000' },
    rounds: { type: 'string', default: '2' },
    folder: { type: 'string' },
    flags: { type: 'string', default: '' },
  },
})
const ALONE = [fileURLToPath(new URL('run.js', import.meta.url)), '--floor']
const WITH_LANGUAGE = [...ALONE.slice(0, 1), '--language', '--floor']
const AS_EXPORTED = [fileURLToPath(new URL('analysis-as-exported.js', import.meta.url))]

/** Pages per CPU-second of a script that analyses an archive. */
async function analysis(script: readonly string[], archive: string): Promise<number> {
  const { cost, said } = await measure(process.execPath, [...script, archive])
  const told: unknown = jsonIn(said)
  const pages = typeof told === 'object' && told !== null && 'pages' in told ? Number(told.pages) : 0
  return pages / cost.cpuSeconds
}

async function measureSize(data: string, folder: string, size: number): Promise<number> {
  const archive = join(folder, 'made.warc.gz')
  await makeArchive(data, archive, size)
  let peak = 0
  const args = ['corpus', ...flags.flags.split(' ').filter(flag => flag !== '')]
  for (let round = 0; round < Number(flags.rounds); round++) {
    const alone = await analysis(ALONE, archive)
    const withLanguage = await analysis(WITH_LANGUAGE, archive)
    const asExported = await analysis(AS_EXPORTED, archive)
    const { pagesPerCpuSecond, peakMb } = await measureExport({ name: 'corpus', args, out: 'corpus' }, archive, folder)
    peak = Math.max(peak, peakMb)
    console.log(
      `${size} pages, in pages per CPU-second: analysis alone ${alone.toFixed(0)}, with the language of the page ${withLanguage.toFixed(0)}, as an export reads them ${asExported.toFixed(0)}, ` +
        `corpus ${pagesPerCpuSecond.toFixed(0)}; of the analysis alone ${(pagesPerCpuSecond / alone).toFixed(2)}, ` +
        `with the language ${(pagesPerCpuSecond / withLanguage).toFixed(2)}, as exported ${(pagesPerCpuSecond / asExported).toFixed(2)}; peak ${peakMb.toFixed(0)} MB; load ${loadavg()[0].toFixed(1)}`,
    )
  }
  rmSync(archive)
  return peak
}

const folder = flags.folder ?? mkdtempSync(join(tmpdir(), 'longtail-bench-corpus-'))
try {
  console.log(`${cpus()[0]?.model ?? ''} × ${cpus().length}, Node ${process.version}`)
  const peaks: number[] = []
  for (const size of flags.sizes.split(','))
    peaks.push(await measureSize(process.env.LONGTAIL_DATA ?? '', folder, Number(size)))
  console.log(`memory: ${peaks.map(peak => peak.toFixed(0)).join(' → ')} MB`)
  if (peaks.length > 1)
    console.log(`the last over the one before: × ${(peaks[peaks.length - 1] / peaks[peaks.length - 2]).toFixed(2)}`)
} finally {
  if (flags.folder === undefined) rmSync(folder, { recursive: true })
}
