/**
 * Does Kiwix find what is on the pages? cc-dev is exported as a ZIM and served by kiwix-serve, and its own search is asked.
 *
 * Thai: the 30 words of portal-search.ts (drawn by hash from words on 1 to 10 pages: ten with a tone mark, ten without, ten that stand inside
 * of longer ones somewhere), as they are and without any of their marks, as newer readers ask. A page has a word when the dictionary
 * that cut the query out of a text cuts it out of the page's. Letters that only happen to stand there (ชื่อ in เชื่อ) do not count; how many
 * of those are found is reported beside it. Chinese, Japanese and eight languages with spaces: 15 words each, chosen alike.
 *
 * Suggestions: the first half of the letters of each Thai title is typed.
 *
 *   node dist/test/evaluate/export-zim.js      LONGTAIL_DATA names the folder with the archives
 */
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { exportZim } from '../../src/export/zim/export-zim.js'
import { archivedPath } from '../../src/export/zim/paths.js'
import { unmarked } from '../../src/export/zim/words/spelling.js'
import { stopWordsOf } from '../../src/page/words/stop.js'
import { buildPortal } from '../../src/portal/build/build.js'
import { fold } from '../../src/portal/search/fold.js'
import { StoredPages } from '../../src/portal/search/stored-pages.js'
import { scanSearchWords, segmentSigns } from '../../src/portal/search/words.js'
import { serveZim, type KiwixServe } from '../export/kiwix-serve.js'
import type { Measurement } from './measure.js'
import { openPortal, thaiQueriesOf, type Opened } from './portal-search.js'

const OTHERS = ['zho', 'jpn', 'kor', 'eng', 'rus', 'fas', 'ind', 'spa', 'fra', 'vie']
const WORDS_OF_OTHERS = 15
const MAX_PAGES = 10

export async function evaluateExportZim(data: string): Promise<Measurement[]> {
  const scratch = mkdtempSync(join(tmpdir(), 'longtail-zim-'))
  const portal = join(scratch, 'portal')
  const out = join(scratch, 'cc-dev.zim')
  let kiwix: KiwixServe | null = null
  try {
    await buildPortal({ sources: [join(data, 'cc-dev.warc.gz')], out: portal })
    await exportZim({ sources: [portal], out, date: '2026-01-01' })
    kiwix = await serveZim(out)
    const opened = openPortal(portal)
    return [...(await thai(opened, kiwix)), ...(await others(opened, kiwix)), await suggestions(opened, kiwix)]
  } finally {
    await kiwix?.close()
    rmSync(scratch, { recursive: true })
  }
}

interface Read {
  readonly title: string
  /** Of title, headings and text. */
  readonly letters: string
  readonly words: ReadonlySet<string>
}

/** What the pages of a language say, by path. */
function pagesOf({ database }: Opened, language: string): Map<string, Read> {
  const stored = new StoredPages(database)
  const pages = new Map<string, Read>()
  const rows = database.prepare(
    'SELECT p.id, p.url, p.title, o.headings FROM pages p LEFT JOIN outlines o ON o.page = p.id WHERE language = ? ORDER BY p.id',
  )
  for (const { id, url, title, headings } of rows.iterate(language)) {
    const text = `${String(title)}\n${String(headings ?? '')}\n${stored.text(Number(id))}`
    // Thai words were chosen from folded texts; elsewhere folding makes words that nobody types
    const letters = language === 'tha' ? fold(text) : text.normalize('NFC').toLowerCase()
    const words = new Set<string>()
    scanSearchWords(letters, 50_000, (start, end, isSigns) => {
      const word = letters.slice(start, end)
      if (isSigns) segmentSigns(word, part => words.add(part))
      else words.add(word)
    })
    pages.set(archivedPath(String(url)), { title: String(title), letters, words })
  }
  return pages
}

interface Tally {
  wanted: number
  found: number
  /** Pages with the letters, whether as a word or not. */
  lettersWanted: number
  lettersFound: number
  shown: number
  right: number
  readonly missed: string[]
}

async function tally(
  kiwix: KiwixServe,
  pages: ReadonlyMap<string, Read>,
  words: readonly string[],
  ask: (word: string) => string,
): Promise<Tally> {
  const counts: Tally = { wanted: 0, found: 0, lettersWanted: 0, lettersFound: 0, shown: 0, right: 0, missed: [] }
  for (const word of words) {
    const answer = new Set((await kiwix.search(ask(word))).filter(path => pages.has(path)))
    const having = [...pages].filter(([, page]) => page.words.has(word))
    const found = having.filter(([path]) => answer.has(path)).length
    const withLetters = [...pages].filter(([, page]) => page.letters.includes(word))
    if (found < having.length) counts.missed.push(`${word} ${found}/${having.length}`)
    counts.wanted += having.length
    counts.found += found
    counts.lettersWanted += withLetters.length
    counts.lettersFound += withLetters.filter(([path]) => answer.has(path)).length
    counts.shown += answer.size
    counts.right += withLetters.filter(([path]) => answer.has(path)).length
  }
  return counts
}

async function thai(portal: Opened, kiwix: KiwixServe): Promise<Measurement[]> {
  const pages = pagesOf(portal, 'tha')
  const words = thaiQueriesOf(portal).filter(word => [...pages.values()].some(page => page.words.has(word)))
  const marked = await tally(kiwix, pages, words, word => word)
  const bare = await tally(kiwix, pages, words, unmarked)
  const detail = ({ wanted, lettersFound, lettersWanted, missed }: Tally): string =>
    `${words.length} words, ${wanted} pages with them as words, ${lettersFound} of ${lettersWanted} with the letters found${missed.length > 0 ? `; missed: ${missed.join(', ')}` : ''}`
  return [
    { id: 'export-zim.thai.recall', value: share(marked.found, marked.wanted), detail: detail(marked) },
    { id: 'export-zim.thai.precision', value: share(marked.right, marked.shown), detail: `${marked.shown} results` },
    { id: 'export-zim.thai.without-marks.recall', value: share(bare.found, bare.wanted), detail: detail(bare) },
  ]
}

async function others(portal: Opened, kiwix: KiwixServe): Promise<Measurement[]> {
  let wanted = 0
  let found = 0
  const missed: string[] = []
  for (const language of OTHERS) {
    const pages = pagesOf(portal, language)
    const counts = await tally(kiwix, pages, wordsOf(pages, language), word => word)
    wanted += counts.wanted
    found += counts.found
    missed.push(...counts.missed.map(miss => `${language} ${miss}`))
  }
  const detail = `${OTHERS.join(', ')}: ${wanted} pages with the words${missed.length > 0 ? `; missed: ${missed.join(', ')}` : ''}`
  return [{ id: 'export-zim.others.recall', value: share(found, wanted), detail }]
}

function wordsOf(pages: ReadonlyMap<string, Read>, language: string): string[] {
  const counts = new Map<string, number>()
  for (const { words } of pages.values()) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  const stopWords = stopWordsOf(language)
  return [...counts]
    .filter(([word, count]) => word.length > 1 && word.length <= 40 && count <= MAX_PAGES && !stopWords.has(word))
    .map(([word]) => word)
    .filter(word => /^[\p{L}\p{M}]+$/u.test(word))
    .sort((a, b) => (sha(a) < sha(b) ? -1 : 1))
    .slice(0, WORDS_OF_OTHERS)
}

async function suggestions(portal: Opened, kiwix: KiwixServe): Promise<Measurement> {
  const titles = [...new Set([...pagesOf(portal, 'tha').values()].map(({ title }) => title))].filter(title =>
    /\p{L}/u.test(title),
  )
  const missed: string[] = []
  for (const title of titles) {
    const typed = title.slice(0, Math.ceil(title.length / 2)).toWellFormed()
    const offered = await kiwix.suggest(typed)
    if (!offered.includes(title)) missed.push(typed)
  }
  const detail = `${titles.length} Thai titles${missed.length > 0 ? `; missed: ${missed.join(' | ')}` : ''}`
  return { id: 'export-zim.suggestions', value: share(titles.length - missed.length, titles.length), detail }
}

function share(part: number, whole: number): number {
  return part / Math.max(1, whole)
}

function sha(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const { id, value, detail } of await evaluateExportZim(process.env.LONGTAIL_DATA ?? ''))
    console.log(id.padEnd(44), value.toFixed(4), detail)
}
