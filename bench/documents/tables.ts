/** What run.ts prints. */
import type { BenchFile } from './files.js'
import type { Reading } from './tool.js'
import { common, pairsIn } from './words.js'

export const TOOLS = ['longtail', 'pdftotext', 'pypdf'] as const
type ToolName = (typeof TOOLS)[number]

export interface Measured {
  readonly file: BenchFile
  readonly words: Readonly<Record<ToolName, readonly string[]>>
  readonly readings: Readonly<Record<ToolName, Reading>>
}

export function printGroups(measured: readonly Measured[]): void {
  console.log(`${measured.length} files\n`)
  console.log(
    '| files | how many | words (pdftotext) | of them in ours | in pypdf | pairs in ours | words of pypdf in ours |',
  )
  console.log('|---|---|---|---|---|---|---|')
  for (const group of [...new Set(measured.map(({ file }) => file.group)), '']) {
    const some = measured.filter(({ file }) => group === '' || file.group === group)
    console.log(`| ${group || 'all'} | ${some.length} | ${rowOf(some).join(' | ')} |`)
  }
}

function rowOf(some: readonly Measured[]): string[] {
  const sums = { words: 0, ours: 0, inPypdf: 0, pairs: 0, ourPairs: 0, pypdf: 0, oursOfPypdf: 0 }
  for (const { words } of some) {
    const { longtail, pdftotext, pypdf } = words
    sums.words += pdftotext.length
    sums.ours += common(pdftotext, longtail)
    sums.inPypdf += common(pdftotext, pypdf)
    const pairs = pairsIn(pdftotext)
    sums.pairs += pairs.length
    sums.ourPairs += common(pairs, pairsIn(longtail))
    sums.pypdf += pypdf.length
    sums.oursOfPypdf += common(pypdf, longtail)
  }
  return [
    String(sums.words),
    percent(sums.ours / sums.words),
    percent(sums.inPypdf / sums.words),
    percent(sums.ourPairs / sums.pairs),
    percent(sums.oursOfPypdf / sums.pypdf),
  ]
}

export function printTools(measured: readonly Measured[]): void {
  console.log('\n| tool | CPU seconds | words per CPU second | most memory, MB | files that it cannot read |')
  console.log('|---|---|---|---|---|')
  for (const tool of TOOLS) {
    const seconds = measured.reduce((sum, { readings }) => sum + readings[tool].seconds, 0)
    const words = measured.reduce((sum, each) => sum + each.words[tool].length, 0)
    const megabytes = Math.max(...measured.map(({ readings }) => readings[tool].megabytes))
    const failed = measured.filter(({ readings }) => readings[tool].failed).length
    console.log(
      `| ${tool} | ${seconds.toFixed(1)} | ${Math.round(words / seconds)} | ${Math.round(megabytes)} | ${failed} |`,
    )
  }
}

export function printLeast(measured: readonly Measured[]): void {
  console.log('\nfiles of which least is found:')
  const shares = measured
    .map(({ file, words }) => ({
      file,
      share: words.pdftotext.length === 0 ? 1 : common(words.pdftotext, words.longtail) / words.pdftotext.length,
      count: words.pdftotext.length,
    }))
    .sort((a, b) => a.share - b.share)
  for (const { file, share, count } of shares.slice(0, 12))
    console.log(`  ${percent(share)} of ${count}: ${file.group}, ${file.name}`)
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}
