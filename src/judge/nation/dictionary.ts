/**
 * The names of a nation, as a file that a person can read and edit: one name per line, its kind and its weight, separated by
 * tabs. Lines that begin with # are remarks, except the first, which says what the file is (docs/nations.md).
 */
import { LongtailError } from '../../errors.js'

export const NAME_KINDS = ['country', 'demonym', 'capital', 'place', 'name'] as const
export type NameKind = (typeof NAME_KINDS)[number]

/** A name as written, what it names, and how surely it means this nation: 1 surely, 0 never. */
export interface NationName {
  readonly name: string
  readonly kind: NameKind
  readonly weight: number
}

export interface NationDictionary {
  /** ISO 3166, two letters, upper-case. */
  readonly country: string
  readonly names: readonly NationName[]
}

/** Files come from anybody: more than this is no dictionary of one nation. */
export const MAX_NAMES = 200_000
export const MAX_NAME_LENGTH = 100
const HEAD = /^# longtail nation dictionary 1\t([A-Za-z]{2})\s*$/

export function isDictionary(text: string): boolean {
  return text.replace(/^\uFEFF/, '').startsWith('# longtail nation dictionary')
}

export function formatDictionary({ country, names }: NationDictionary): string {
  const lines = names.map(({ name, kind, weight }) => `${name}\t${kind}\t${Number(weight.toFixed(3))}`)
  const remarks = [
    `# longtail nation dictionary 1\t${country}`,
    '# name, kind (country, demonym, capital, place, name), weight: 1 surely means the nation, 0 never',
  ]
  return `${[...remarks, ...lines].join('\n')}\n`
}

/** `where` is named in errors. */
export function parseDictionary(text: string, where: string): NationDictionary {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  const country = HEAD.exec(lines[0])?.[1].toUpperCase()
  if (country === undefined) throw damaged(where, 1, 'is not the head of a dictionary of version 1')
  const names: NationName[] = []
  for (let i = 1; i < lines.length; i++) {
    const line = lines[i]
    if (line.trim() === '' || line.startsWith('#')) continue
    const [name, kind, weight] = line.split('\t')
    const value = Number(weight)
    const known = NAME_KINDS.find(one => one === kind)
    if (known === undefined) throw damaged(where, i + 1, `needs a name, a tab and a kind (${NAME_KINDS.join(', ')})`)
    if (weight === undefined || weight.trim() === '' || !(value >= 0 && value <= 1))
      throw damaged(where, i + 1, 'needs a weight from 0 to 1 in the third column')
    if (name.trim() === '' || name.length > MAX_NAME_LENGTH)
      throw damaged(where, i + 1, `needs a name of at most ${MAX_NAME_LENGTH} letters`)
    if (names.length === MAX_NAMES) throw damaged(where, i + 1, `exceeds the limit of ${MAX_NAMES} names`)
    names.push({ name: name.replace(/\p{Cc}/gu, '').trim(), kind: known, weight: value })
  }
  return { country, names }
}

function damaged(where: string, line: number, what: string): LongtailError {
  return new LongtailError(
    'E_MODEL',
    `${where}: line ${line} ${what}; correct it, or run "longtail train nation" again`,
  )
}
