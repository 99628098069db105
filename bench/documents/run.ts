/**
 * PDF files of Debian packages, read by us and by two other tools: how many of the words of each the others have, CPU time and memory.
 *
 *   bench/documents/install-files.sh && npm run build && node dist/bench/documents/run.js
 */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { readPdf } from '../../src/documents/pdf/read-pdf.js'
import { packageRoot } from '../../test/package-root.js'
import { benchFiles, type BenchFile } from './files.js'
import { common, pairsIn, wordsIn } from './words.js'

interface Reading {
  readonly text: string
  readonly failed: boolean
  readonly seconds: number
  readonly megabytes: number
}

const TOOLS = ['longtail', 'pdftotext', 'pypdf'] as const
type Tool = (typeof TOOLS)[number]

interface Measured {
  readonly file: BenchFile
  readonly words: Readonly<Record<Tool, readonly string[]>>
  readonly readings: Readonly<Record<Tool, Reading>>
}

const files = benchFiles(join(packageRoot, 'bench', '.documents'))
const others = spawn('/usr/bin/python3', [join(packageRoot, 'bench', 'documents', 'other-tools.py')], {
  stdio: ['pipe', 'pipe', 'inherit'],
})
others.stdin.end(files.map(({ path }) => `${path}\n`).join(''))
const answers = createInterface({ input: others.stdout })[Symbol.asyncIterator]()

const measured: Measured[] = []
for (const file of files) {
  const answer = await answers.next()
  const other: Record<'pdftotext' | 'pypdf', Reading> = JSON.parse(answer.value)
  const readings = { longtail: await own(file.path), ...other }
  const words = {
    longtail: wordsIn(readings.longtail.text),
    pdftotext: wordsIn(readings.pdftotext.text),
    pypdf: wordsIn(readings.pypdf.text),
  }
  measured.push({ file, words, readings })
  console.error(
    `${file.name}: ${TOOLS.map(tool => `${tool} ${words[tool].length}`).join(', ')}; ours in pdftotext's ${percent(shareOf(words.pdftotext, words.longtail))}`,
  )
}
print()

async function own(path: string): Promise<Reading> {
  const bytes = readFileSync(path)
  const before = process.cpuUsage()
  const { fullText, problem } = await readPdf(bytes, false)
  const { user, system } = process.cpuUsage(before)
  const megabytes = process.resourceUsage().maxRSS / 1000
  return { text: fullText, failed: fullText === '' && problem !== '', seconds: (user + system) / 1e6, megabytes }
}

function shareOf(wanted: readonly string[], found: readonly string[]): number {
  return wanted.length === 0 ? 1 : common(wanted, found) / wanted.length
}

function print(): void {
  console.log(`${measured.length} files\n`)
  console.log(
    '| files | how many | words (pdftotext) | in ours | of pypdf, in ours | pairs, in ours | words of pdftotext, in pypdf |',
  )
  console.log('|---|---|---|---|---|---|---|')
  for (const group of [...new Set(files.map(file => file.group)), '']) {
    const some = measured.filter(({ file }) => group === '' || file.group === group)
    console.log(`| ${group || 'all'} | ${some.length} | ${rowOf(some).join(' | ')} |`)
  }
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
  console.log('\nfiles of which least is found:')
  const byShare = measured
    .map(({ file, words }) => ({
      file,
      share: shareOf(words.pdftotext, words.longtail),
      count: words.pdftotext.length,
    }))
    .sort((a, b) => a.share - b.share)
  for (const { file, share, count } of byShare.slice(0, 15))
    console.log(`  ${percent(share)} of ${count}: ${file.group}, ${file.name}`)
}

function rowOf(some: readonly Measured[]): string[] {
  let [words, found, pypdf, ofPypdf, pairs, ofPairs, inPypdf] = [0, 0, 0, 0, 0, 0, 0]
  for (const each of some) {
    const { longtail, pdftotext } = each.words
    words += pdftotext.length
    found += common(pdftotext, longtail)
    pypdf += each.words.pypdf.length
    ofPypdf += common(each.words.pypdf, longtail)
    const wanted = pairsIn(pdftotext)
    pairs += wanted.length
    ofPairs += common(wanted, pairsIn(longtail))
    inPypdf += common(pdftotext, each.words.pypdf)
  }
  return [
    String(words),
    percent(found / words),
    percent(ofPypdf / pypdf),
    percent(ofPairs / pairs),
    percent(inPypdf / words),
  ]
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}
