/** Where the names of a judge come from: the gazetteers, lists of the user, or a dictionary that somebody trained. */
import { LongtailError } from '../../errors.js'
import { commonness } from './common-words.js'
import { findCountry } from './countries.js'
import type { NationName } from './dictionary.js'
import { readGazetteer, type Gazetteer } from './gazetteer.js'
import { readNameList, type NameList } from './lists.js'
import { shortForms } from './short-forms.js'
import { rarity } from './weights.js'

/** A name from a list of the user: somebody thought it worth writing down. */
const LISTED = 0.6

/**
 * A trained dictionary is taken as it is. Bare lists are added to what the gazetteers know: without the name of the country
 * itself a list of its villages finds nothing.
 */
export function namesFor(country: string, paths: readonly string[]): readonly NationName[] {
  const code = findCountry(country).cca2
  const lists = paths.map(path => ({ path, ...readNameList(path) }))
  const trained = lists.flatMap(({ path, dictionary }) => (dictionary === null ? [] : [{ path, ...dictionary }]))
  const wrong = trained.find(one => one.country !== code)
  if (wrong !== undefined) {
    throw new LongtailError(
      'E_MODEL',
      `${wrong.path} is a dictionary of ${wrong.country}, not of ${code}; give another file or another country`,
    )
  }
  if (trained.length > 0 && lists.every(({ dictionary }) => dictionary !== null))
    return trained.flatMap(({ names }) => names)
  const gazetteer = readGazetteer(code, commonness())
  const base = trained.length > 0 ? trained.flatMap(({ names }) => names) : gazetteer.names
  return [...base, ...lists.flatMap(list => weighList(list, gazetteer))]
}

/** Names of a list with weights by what else they mean, and their short forms. */
export function weighList({ names }: Pick<NameList, 'names'>, gazetteer: Gazetteer): NationName[] {
  const share = commonness()
  const listed = names.map(name => {
    // nobody says how large a listed place is; a bigger one elsewhere takes the name over little by little
    const elsewhere = gazetteer.elsewhere(name)
    const weight = LISTED * rarity(name, share) * (1 / (1 + elsewhere / 50_000))
    return { name, kind: 'name', weight } satisfies NationName
  })
  return [...listed, ...shortForms(listed, name => gazetteer.elsewhere(name) > 0, share)]
}
