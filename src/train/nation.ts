/**
 * A dictionary of a nation from the gazetteers that we carry and from lists of the user: names, kinds and weights, in a file
 * that can be read and edited before a crawl uses it.
 */
import { existsSync } from 'node:fs'
import { LongtailError } from '../errors.js'
import { writeAtomically } from '../disk/write-atomically.js'
import { commonness } from '../judge/nation/common-words.js'
import { findCountry } from '../judge/nation/countries.js'
import { formatDictionary, type NationDictionary, type NationName } from '../judge/nation/dictionary.js'
import { readGazetteer } from '../judge/nation/gazetteer.js'
import { readNameList } from '../judge/nation/lists.js'
import { phraseOf } from '../judge/nation/name-index.js'
import { weighList } from '../judge/nation/names.js'

export interface NationTraining {
  /** ISO 3166, two letters. */
  readonly country: string
  /** Paths of CSV, TSV, text (one name per line), HTML list pages, earlier dictionaries. */
  readonly lists: readonly string[]
  /** Default true: names of the country and its cities from the gazetteers. */
  readonly withGazetteer?: boolean
  /** ISO 639 codes: only names in these languages, and native and English ones; default all. */
  readonly languages?: readonly string[]
}

export interface NationReport {
  readonly names: number
  /** Names by where they came from: `gazetteer`, or the path of a list. A name in two of them counts for the first. */
  readonly bySource: Readonly<Record<string, number>>
  /** Names that mean something else more often than the nation, and so hardly count. */
  readonly ambiguous: readonly string[]
  readonly warnings: readonly string[]
}

interface Source {
  readonly source: string
  readonly names: readonly NationName[]
  /** Weights are somebody's own. */
  readonly isEdited: boolean
}

/** Under this a name hardly counts. */
const AMBIGUOUS = 0.15
const FEW_NAMES = 20

export function trainNation(training: NationTraining): { dictionary: NationDictionary; report: NationReport } {
  const { lists, withGazetteer = true, languages } = training
  const country = findCountry(training.country).cca2
  const gazetteer = readGazetteer(country, commonness(), languages === undefined ? undefined : wanted(languages))
  const warnings: string[] = []
  const sources: Source[] = withGazetteer ? [{ source: 'gazetteer', names: gazetteer.names, isEdited: false }] : []
  if (!withGazetteer && lists.length === 0)
    throw new LongtailError('E_USAGE', `${country}: no names; give lists (--list FILE), or leave out --no-gazetteer`)
  for (const path of lists) {
    if (!existsSync(path)) throw new LongtailError('E_USAGE', `${path}: no such file; give lists of names`)
    const list = readNameList(path)
    if (list.dictionary !== null && list.dictionary.country !== country)
      warnings.push(`${path} is a dictionary of ${list.dictionary.country}; its names are used for ${country}`)
    const names = list.dictionary?.names ?? weighList(list, gazetteer)
    if (names.length === 0) warnings.push(`${path} contains no names; check that it is a list`)
    sources.push({ source: path, names, isEdited: list.dictionary !== null })
  }

  const kept = new Map<string, NationName>()
  const bySource: [source: string, names: number][] = []
  for (const { source, names, isEdited } of sources) {
    const before = kept.size
    for (const name of names) {
      const key = phraseOf(0, name)?.words.join(' ')
      if (key === undefined) continue
      // what somebody wrote into a dictionary stands above what we think
      const known = kept.get(key)
      if (known === undefined || isEdited || known.weight < name.weight) kept.set(key, name)
    }
    bySource.push([source, kept.size - before])
  }
  const names = [...kept.values()]
  if (names.length === 0) {
    throw new LongtailError(
      'E_MODEL',
      `${training.country}: no names; give lists (--list FILE), or leave out --no-gazetteer`,
    )
  }
  if (!names.some(({ kind }) => kind === 'country'))
    warnings.push('the name of the country itself is not among them: without it few pages will be found')
  if (names.length < FEW_NAMES)
    warnings.push(`only ${names.length} names: for good results add lists of places and people`)
  const ambiguous = names.filter(({ weight }) => weight < AMBIGUOUS).map(({ name }) => name)
  return {
    dictionary: { country, names },
    report: { names: names.length, bySource: Object.fromEntries(bySource), ambiguous, warnings },
  }
}

export function writeDictionary(path: string, dictionary: NationDictionary): void {
  writeAtomically(path, formatDictionary(dictionary), { isShared: true })
}

/** Tables write languages with two letters or three. */
function wanted(languages: readonly string[]): (language: string) => boolean {
  const codes = new Set(languages.map(canonical))
  return language => codes.has(canonical(language))
}

function canonical(language: string): string {
  try {
    return Intl.getCanonicalLocales(language)[0].split('-')[0]
  } catch {
    throw new LongtailError('E_USAGE', `${language} is not a language code; give ISO 639, such as en or jpn`)
  }
}
