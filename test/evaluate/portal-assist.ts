/**
 * Does the portal help those who do not know the right words?
 *
 * Spelling: words of the collection itself are misspelt by one random edit (a letter left out, put in, taken for another of the
 * same script, or swapped with its neighbour; for scripts with marks also a mark left out or taken for another), and the first
 * proposal has to be the word. Words that are right must stay as they are. Edits that make another word of the collection are
 * left out: nobody can know.
 *
 * Clusters: a label is clicked, and the first pages that it leads to are compared by their subjects (the line of links that each
 * page of wikischools has): two of them should share a subject more often than two results of the query do.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRandom } from '../../src/learn/index.js'
import { buildPortal } from '../../src/portal/build/build.js'
import type { Searcher } from '../../src/portal/contracts.js'
import { correctQuery } from '../../src/portal/search/assist/correct.js'
import { countLetters, isMark, type Lexicon, readLexicon, wordAt } from '../../src/portal/search/assist/lexicon.js'
import { openSearcher } from '../../src/portal/search/searcher.js'
import { portalDirectory } from '../../src/collection/portal-directory.js'
import { type Database, openDatabase } from '../../src/disk/sqlite.js'
import type { Measurement } from './measure.js'
import { readWikischools } from './topic-sets.js'

const TESTED = 1000
const QUERIES = 40
const SEEN = 20

export async function evaluatePortalAssist(data: string): Promise<Measurement[]> {
  const directory = mkdtempSync(join(tmpdir(), 'longtail-assist-'))
  try {
    const schools = join(directory, 'schools')
    await buildPortal({ sources: [join(data, 'wikischools-dev.warc.gz')], out: schools })
    const many = join(directory, 'many')
    await buildPortal({ sources: [join(data, 'cc-dev.warc.gz')], out: many })
    return [
      ...spelling('eng', schools, /^[a-z]+$/, 5),
      ...spelling('tha', many, /^[\u0e00-\u0e7f]+$/, 4),
      ...spelling('rus', many, /^[\u0400-\u04ff]+$/, 5),
      ...(await clusters(data, schools)),
    ]
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

function spelling(name: string, portal: string, script: RegExp, letters: number): Measurement[] {
  const database = openDatabase(portalDirectory(portal).index, { readOnly: true })
  try {
    const lexicon = readLexicon(database)
    if (lexicon === null) throw new Error(`${portal} has no words`)
    const random = createRandom(20110328)
    const words = chosenWords(lexicon, script, letters, random)
    const alphabet = [...new Set(words.flatMap(({ word }) => [...word]))]
    let tried = 0
    let right = 0
    let wronglyCorrected = 0
    for (const { word, pages } of words) {
      if (correctQuery(database, word, { found: pages }) !== null) wronglyCorrected++
      const typed = misspelt(word, alphabet, random)
      if (typed === word || isKnown(database, typed)) continue
      tried++
      if (correctQuery(database, typed, { found: 0 }) === word) right++
    }
    const detail = `${right} of ${tried} misspelt words put right at the first place, ${wronglyCorrected} of ${words.length} right words touched`
    return [
      { id: `portal-assist.spelling.${name}.corrected`, value: right / tried, detail },
      { id: `portal-assist.spelling.${name}.kept`, value: 1 - wronglyCorrected / words.length, detail },
    ]
  } finally {
    database.close()
  }
}

/** On two pages or more: what is on one may be misspelt itself. */
function chosenWords(
  lexicon: Lexicon,
  script: RegExp,
  letters: number,
  random: () => number,
): { word: string; pages: number }[] {
  const words: { word: string; pages: number }[] = []
  for (let i = 0; i < lexicon.size; i++) {
    const word = wordAt(lexicon, i)
    if (lexicon.pages[i] >= 2 && script.test(word) && countLetters(word) >= letters && !lexicon.shown.has(i))
      words.push({ word, pages: lexicon.pages[i] })
  }
  const step = Math.max(1, words.length / TESTED)
  const first = random() * step
  return Array.from({ length: Math.min(TESTED, words.length) }, (_, i) => words[Math.floor(first + i * step)]).filter(
    one => one !== undefined,
  )
}

function isKnown(database: Database, typed: string): boolean {
  return database.prepare('SELECT 1 AS one FROM search_postings WHERE term = ?').get(typed) !== undefined
}

function misspelt(word: string, alphabet: readonly string[], random: () => number): string {
  const signs = [...word]
  const at = Math.floor(random() * signs.length)
  const isSame = (sign: string): boolean => isMark(sign.charCodeAt(0)) === isMark(signs[at].charCodeAt(0))
  const others = alphabet.filter(isSame)
  const other = others[Math.floor(random() * others.length)]
  switch (Math.floor(random() * 4)) {
    case 0:
      return [...signs.slice(0, at), ...signs.slice(at + 1)].join('')
    case 1:
      return isMark(other.charCodeAt(0)) ? word : [...signs.slice(0, at), other, ...signs.slice(at)].join('')
    case 2:
      return [...signs.slice(0, at), other, ...signs.slice(at + 1)].join('')
    default:
      return at + 1 === signs.length || isMark(signs[at + 1].charCodeAt(0)) || isMark(signs[at].charCodeAt(0))
        ? word
        : [...signs.slice(0, at), signs[at + 1], signs[at], ...signs.slice(at + 2)].join('')
  }
}

async function clusters(data: string, portal: string): Promise<Measurement[]> {
  const subjects = new Map((await readWikischools(data, 1)).pages.map(({ page, topics }) => [page.url, topics]))
  const directory = portalDirectory(portal)
  const database = openDatabase(directory.index, { readOnly: true })
  const searcher = await openSearcher(directory)
  try {
    const queries = vagueQueries(database)
    let labels = 0
    let better = 0
    let ratio = 0
    let covered = 0
    const shown: string[] = []
    for (const query of queries) {
      const result = await search(searcher, query, true)
      const base = sharedSubjects(result.urls, subjects)
      covered += Math.min(1, result.clusters.reduce((sum, { count }) => sum + count, 0) / Math.min(200, result.total))
      shown.push(`${query}: ${result.clusters.map(({ label }) => label).join(', ')}`)
      for (const cluster of result.clusters) {
        const share = sharedSubjects((await search(searcher, cluster.query, false)).urls, subjects)
        if (share === null || base === null) continue
        labels++
        ratio += share - base
        if (share > base) better++
      }
    }
    if (process.env.LONGTAIL_LABELS !== undefined) console.log(shown.join('\n'))
    const detail = `${labels} labels for ${queries.length} vague queries; ${(labels / queries.length).toFixed(1)} each`
    return [
      {
        id: 'portal-assist.clusters.better',
        value: better / labels,
        detail: `${detail}; share that narrows down to one subject`,
      },
      {
        id: 'portal-assist.clusters.gain',
        value: ratio / labels,
        detail: 'pairs that share a subject, more than among the results',
      },
      {
        id: 'portal-assist.clusters.covered',
        value: covered / queries.length,
        detail: 'results that some label leads to (at most)',
      },
    ]
  } finally {
    await searcher.close()
    database.close()
  }
}

/** Words that 5 to 15 % of the pages have, every so many in the order of the alphabet: vague by their number, not by choice. */
function vagueQueries(database: Database): string[] {
  const lexicon = readLexicon(database)
  if (lexicon === null) return []
  const total = Number(database.prepare('SELECT count(*) AS count FROM pages').get()?.count)
  const words = Array.from({ length: lexicon.size }, (_, i) => i)
    .filter(i => lexicon.pages[i] > 0.05 * total && lexicon.pages[i] < 0.15 * total)
    .map(i => wordAt(lexicon, i))
    .filter(word => word.length >= 4)
    .sort()
  const step = words.length / QUERIES
  return Array.from({ length: QUERIES }, (_, i) => words[Math.floor(i * step)])
}

async function search(
  searcher: Searcher,
  text: string,
  withClusters: boolean,
): Promise<{ urls: string[]; total: number; clusters: readonly { label: string; query: string; count: number }[] }> {
  const request = { text, filters: {}, offset: 0, limit: SEEN, perSite: 0, clusters: withClusters, verbatim: true }
  const { hits, total, clusters: found } = await searcher.search(request)
  return { urls: hits.map(({ page }) => page.url), total, clusters: found }
}

/** Of all pairs, those with a subject in common; null when there are too few pages to say. */
function sharedSubjects(urls: readonly string[], subjects: ReadonlyMap<string, ReadonlySet<string>>): number | null {
  const known = urls.map(url => subjects.get(url)).filter(topics => topics !== undefined && topics.size > 0)
  let pairs = 0
  let shared = 0
  known.forEach((a, i) => {
    for (const b of known.slice(i + 1)) {
      pairs++
      if (a !== undefined && b !== undefined && [...a].some(topic => b.has(topic))) shared++
    }
  })
  return pairs < 3 ? null : shared / pairs
}
