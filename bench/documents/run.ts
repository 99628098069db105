/**
 * PDF files of Debian packages, read by us and by two other tools: how many of the words of each the others have, CPU time and memory;
 * files that were cut, damaged and encrypted; and texts printed by Chromium, of which the words are known.
 *
 *   bench/documents/install-files.sh && npm run build && node dist/bench/documents/run.js
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packageRoot } from '../../test/package-root.js'
import { createRandom } from '../../src/learn/index.js'
import { benchFiles, type BenchFile } from './files.js'
import { printedFiles } from './printed.js'
import { printGroups, printLeast, printTools, type Measured } from './tables.js'
import { Tool, type Reading } from './tool.js'
import { common, wordsIn } from './words.js'

type OtherReadings = Record<'pdftotext' | 'pypdf', Reading>

const SPOILED = 20
const FLIPPED = 200

const files = benchFiles(join(packageRoot, 'bench', '.documents'))
const directory = mkdtempSync(join(tmpdir(), 'longtail-bench-documents-'))
const ours = (): Tool<Reading> =>
  new Tool<Reading>(process.execPath, fileURLToPath(new URL('./own-reader.js', import.meta.url)))
const own = ours()
const others = new Tool<OtherReadings>('/usr/bin/python3', join(packageRoot, 'bench', 'documents', 'other-tools.py'))

const measured: Measured[] = []
for (const file of files) {
  measured.push(await measure(file))
  console.error(`${measured.length} of ${files.length}: ${file.name}`)
}
own.end()
printGroups(measured)
printTools(measured)
printLeast(measured)
await printSpoiled()
await printPrinted()
others.end()
rmSync(directory, { recursive: true })

async function measure(file: BenchFile): Promise<Measured> {
  const [longtail, other] = await Promise.all([own.ask(file.path), others.ask(file.path)])
  const readings = { longtail, ...other }
  return {
    file,
    readings,
    words: {
      longtail: wordsIn(longtail.text),
      pdftotext: wordsIn(other.pdftotext.text),
      pypdf: wordsIn(other.pypdf.text),
    },
  }
}

/** Cut at three fifths, bytes flipped, encrypted with a password. */
async function printSpoiled(): Promise<void> {
  const reader = ours()
  const locker = new Tool<{ done: boolean }>(
    '/usr/bin/python3',
    join(packageRoot, 'bench', 'documents', 'other-tools.py'),
  )
  const random = createRandom(1)
  const some = measured.filter((_, i) => i % Math.max(1, Math.floor(measured.length / SPOILED)) === 0).slice(0, SPOILED)
  const path = join(directory, 'spoiled.pdf')
  const totals = { cut: { words: 0, found: 0, unread: 0 }, flipped: { words: 0, found: 0, unread: 0 } }
  let locked = 0
  let told = 0
  for (const { file, words } of some) {
    const whole = readFileSync(file.path)
    const flipped = Buffer.from(whole)
    for (let i = 0; i < FLIPPED; i++) flipped[Math.floor(random() * flipped.length)] ^= 1 << Math.floor(random() * 8)
    for (const [how, bytes] of [
      ['cut', whole.subarray(0, Math.floor(whole.length * 0.6))],
      ['flipped', flipped],
    ] as const) {
      writeFileSync(path, bytes)
      const { text, failed } = await reader.ask(path)
      totals[how].words += words.longtail.length
      totals[how].found += common(words.longtail, wordsIn(text))
      if (failed) totals[how].unread++
    }
    const { done } = await locker.ask(`encrypt ${file.path} ${path}`)
    if (done !== true) continue
    locked++
    const { problem = '' } = await reader.ask(path)
    if (problem.includes('encrypted')) told++
  }
  reader.end()
  locker.end()
  console.log(`\n${some.length} files spoiled:`)
  for (const [how, { words, found, unread }] of Object.entries(totals))
    console.log(`  ${how}: ${((100 * found) / words).toFixed(1)} % of their words, ${unread} files unread`)
  console.log(`  encrypted: ${told} of ${locked} are called so`)
}

async function printPrinted(): Promise<void> {
  const reader = ours()
  console.log(
    '\nprinted by Chromium, words of the text that was printed:\n\n| language | words | longtail | pdftotext | pypdf |\n|---|---|---|---|---|',
  )
  for (const { language, path, truth } of printedFiles(directory)) {
    const wanted = wordsIn(truth)
    const [longtail, other] = await Promise.all([reader.ask(path), others.ask(path)])
    const shares = [longtail, other.pdftotext, other.pypdf].map(
      ({ text }) => `${((100 * common(wanted, wordsIn(text))) / wanted.length).toFixed(1)} %`,
    )
    console.log(`| ${language} | ${wanted.length} | ${shares.join(' | ')} |`)
  }
  reader.end()
}
