/**
 * Language codes: what people write (ISO 639-3, 639-1, 639-2, BCP 47 tags, English names) → ISO 639-3, and which codes of
 * the identifier count as a wanted language.
 *
 * The identifier answers with the code that ISO 639-1 would give: `zho`, `fas`, `ara`, `msa`, `nor`, not `cmn`, `pes`, `arb`,
 * `zsm`, `nob`, because it cannot tell more. A target may be given either way.
 */
import { iso6393 } from 'iso-639-3'
import { editDistance } from '../../did-you-mean.js'
import { LongtailError } from '../../errors.js'
import { identifiableLanguages } from './identify.js'

export interface Language {
  /** ISO 639-3. */
  readonly code: string
  /** English name without remarks. */
  readonly name: string
}

/**
 * Macrolanguage: the members that the Web means by it. A member is identified as its macrolanguage (cmn → zho) unless the
 * identifier knows it by itself (nno). Indonesian is formally a Malay of `msa`, but it has an identity and a code of its own:
 * the target `msa` does not take it in. Members that the identifier takes for something else (Kurmanji, Cantonese, Egyptian
 * Arabic) are left out: as a target they would bring in another language.
 */
const MACROLANGUAGES: Readonly<Record<string, string>> = {
  aka: 'twi fat',
  ara: 'arb',
  aym: 'ayr ayc',
  aze: 'azj',
  est: 'ekk',
  fas: 'pes prs',
  grn: 'gug gui gnw',
  hbs: 'srp hrv bos cnr',
  hmn: 'mww hnj',
  iku: 'ike ikt',
  kur: 'ckb',
  lav: 'lvs',
  mlg: 'plt',
  mon: 'khk mvf',
  msa: 'zsm zlm',
  nep: 'npi',
  nor: 'nob nno',
  ori: 'ory',
  orm: 'gaz hae gax',
  pus: 'pbu pbt pst',
  que: 'quy quz quh qug qvc',
  sqi: 'als aln',
  swa: 'swh',
  syr: 'aii cld',
  tgl: 'fil',
  uzb: 'uzn',
  yid: 'ydd',
  zha: 'zyb',
  zho: 'cmn',
}

/** Codes that were withdrawn, or that ISO 639-3 does not have, but that the Web still writes. */
const OLD_CODES: Readonly<Record<string, string>> = {
  iw: 'heb',
  in: 'ind',
  ji: 'yid',
  jw: 'jav',
  mo: 'ron',
  sh: 'hbs',
  bh: 'bho',
  scc: 'srp',
  scr: 'hrv',
}

const OTHER_NAMES: Readonly<Record<string, string>> = {
  greek: 'ell',
  farsi: 'fas',
  punjabi: 'pan',
  sinhalese: 'sin',
  mandarin: 'cmn',
  flemish: 'nld',
  kyrgyz: 'kir',
  uyghur: 'uig',
  slovene: 'slv',
  bahasa: 'ind',
}

const macroOf = new Map(
  Object.entries(MACROLANGUAGES).flatMap(([macro, members]) => members.split(' ').map(member => [member, macro])),
)

const byCode = new Map<string, Language>()
const byName = new Map<string, Language>()
for (const { iso6393: code, iso6391, iso6392B, name } of iso6393) {
  const language = { code, name: name.replace(/ \(.*\)$/, '') }
  byCode.set(code, language)
  if (iso6391 !== undefined) byCode.set(iso6391, language)
  if (iso6392B !== undefined) byCode.set(iso6392B, language)
  const lowered = language.name.toLowerCase()
  // where two share a name ("Mongolian"), the one that has a code in ISO 639-1 is meant
  if (!byName.has(lowered) || iso6391 !== undefined) byName.set(lowered, language)
}
for (const [old, code] of Object.entries(OLD_CODES)) {
  const language = byCode.get(code)
  if (language !== undefined) byCode.set(old, language)
}
for (const [name, code] of Object.entries(OTHER_NAMES)) {
  const language = byCode.get(code)
  if (language !== undefined) byName.set(name, language)
}

/** The language that a code, tag or English name stands for; undefined when it stands for none. */
export function findLanguage(written: string): Language | undefined {
  const lowered = written.trim().toLowerCase()
  return byCode.get(lowered) ?? byCode.get(lowered.split(/[-_]/, 1)[0]) ?? byName.get(lowered)
}

export function languageName(code: string): string {
  return byCode.get(code)?.name ?? code
}

/** Identifier codes that count as the language; empty when the identifier does not know it. */
export function identifiedAs(code: string): readonly string[] {
  const own = [code, ...(MACROLANGUAGES[code]?.split(' ') ?? [])].filter(one => identifiableLanguages().has(one))
  if (own.length > 0) return own
  const macro = macroOf.get(code)
  return macro !== undefined && identifiableLanguages().has(macro) ? [macro] : []
}

/** Every language that may be a target, by code. */
export function listLanguages(): Language[] {
  const codes = new Set([...identifiableLanguages(), ...Object.keys(MACROLANGUAGES), ...macroOf.keys()])
  return [...codes]
    .filter(code => identifiedAs(code).length > 0)
    .sort()
    .flatMap(code => byCode.get(code) ?? [])
}

/** A target as the user wrote it. Throws E_LANGUAGE, with what may have been meant, when no page can be identified as it. */
export function resolveLanguage(written: string): Language {
  const language = findLanguage(written)
  if (language !== undefined && identifiedAs(language.code).length > 0) return language
  const problem =
    language === undefined
      ? `"${written}" is not a language code (ISO 639-3 or 639-1) or the English name of a language`
      : `the language identifier does not know ${language.name} (${language.code})`
  const near = nearMatches(written, language?.name ?? written)
  const meant =
    near.length === 0 ? '.' : `; did you mean ${near.map(({ code, name }) => `${code} (${name})`).join(', ')}?`
  throw new LongtailError(
    'E_LANGUAGE',
    `${problem}${meant} "longtail languages" lists the languages that can be a target`,
  )
}

function nearMatches(...written: string[]): Language[] {
  const wanted = written.map(one => one.trim().toLowerCase().slice(0, 40)).filter(one => one !== '')
  return listLanguages()
    .map(language => ({ language, distance: Math.min(9, ...wanted.map(one => distanceTo(language, one))) }))
    .filter(({ distance }) => distance <= 2)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 4)
    .map(({ language }) => language)
}

/** Codes forgive one letter, names two; a part of a name counts as one wrong letter. */
function distanceTo({ code, name }: Language, wanted: string): number {
  if (wanted.length <= 3) return editDistance(wanted, code) <= 1 ? 1 : 9
  const lowered = name.toLowerCase()
  return lowered.includes(wanted) || wanted.includes(lowered) ? 1 : editDistance(wanted, lowered)
}
