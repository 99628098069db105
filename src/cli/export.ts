import type { Command } from 'commander'
import { addExportCorpus } from './export-corpus.js'
import { addExportWacz } from './export-wacz.js'
import { addExportZim } from './export-zim.js'

/** Each export has a file of its own: export-wacz.ts, export-zim.ts, export-corpus.ts. */
export function addExportCommand(program: Command): void {
  const parent = program.command('export').description('write a crawl for other tools: WACZ, ZIM or a corpus of text')
  addExportWacz(parent)
  addExportZim(parent)
  addExportCorpus(parent)
}
