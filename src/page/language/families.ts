/** What identifyLanguage knows about languages beyond their scripts: who shares one, who is taken for whom, and who tells them apart. */
import { SCRIPTS } from './scripts.js'

/** Scripts that several languages share, and the languages that are written in them; all others write Latin. */
const SHARED: readonly (readonly [script: string, languages: string])[] = [
  ['Cyrl', 'rus ukr bel bul mkd srp cnr bos kaz kir tgk tat bak mon uzb aze tuk abk uig'],
  ['Arab', 'ara fas urd pus uig snd kas kur aze'],
  ['Deva', 'hin mar nep bho san kas snd'],
  ['Hebr', 'heb yid'],
  ['Beng', 'ben asm'],
  ['Ethi', 'amh tir'],
  ['Tibt', 'bod dzo'],
]
const ALSO_LATIN = 'srp cnr bos uzb aze tuk tat'
/** Have a script of their own, but the Web writes them in a shared one. */
const MOSTLY_SHARED = 'mon jav sun tgl'

/** The shared scripts by ISO 15924, Latin first. */
export const SHARED_SCRIPTS: readonly string[] = ['Latn', ...SHARED.map(([script]) => script)]

const scriptsByLanguage = new Map<string, readonly number[]>()

/** Indices into SHARED_SCRIPTS of the scripts in which a language is written; none when it has a script of its own. */
export function sharedScriptsOf(language: string): readonly number[] {
  let indices = scriptsByLanguage.get(language)
  if (indices === undefined) scriptsByLanguage.set(language, (indices = findSharedScripts(language)))
  return indices
}

function findSharedScripts(language: string): readonly number[] {
  const indices = SHARED.flatMap(([, languages], i) => (languages.includes(language) ? [i + 1] : []))
  const own = language === 'zho' || SCRIPTS.some(script => script.language === language)
  const isLatin = indices.length === 0 ? !own || MOSTLY_SHARED.includes(language) : ALSO_LATIN.includes(language)
  return isLatin ? [0, ...indices] : indices
}

/** Hardly ever side by side on one page: CLD2 finds the smaller one by mistake. */
const SELDOM_TOGETHER: readonly (readonly string[])[] = [
  ['ind', 'msa', 'jav', 'sun'],
  ['ces', 'slk'],
  ['nor', 'nno', 'dan'],
  ['srp', 'hrv', 'bos', 'cnr', 'slv'],
  ['bul', 'mkd', 'srp'],
  ['por', 'glg'],
  ['eng', 'sco'],
  ['hin', 'bho', 'mar', 'nep', 'san'],
  ['zul', 'xho', 'ssw'],
  ['sot', 'tsn', 'nso'],
  ['kin', 'run'],
  ['tat', 'bak'],
  ['tgl', 'ceb', 'war'],
]
/** Often side by side on one page, so that only a trace of one is a mistake. */
const OFTEN_TOGETHER: readonly (readonly string[])[] = [
  ['rus', 'ukr', 'bel', 'bul'],
  ['spa', 'glg', 'cat'],
  ['tur', 'aze', 'tuk'],
  ['kaz', 'kir'],
  ['fas', 'pus', 'urd', 'ara'],
]

/** Is the smaller of two weights in close languages a mistake of the identifier? */
export function isMistakenFor(language: string, weight: number, larger: string, largerWeight: number): boolean {
  const together = (group: readonly string[]): boolean => group.includes(language) && group.includes(larger)
  return (
    (weight * 2 <= largerWeight && SELDOM_TOGETHER.some(together)) ||
    (weight * 8 <= largerWeight && OFTEN_TOGETHER.some(together))
  )
}

/** One language to any identifier when written in the same letters: the declaration or else the country decides. */
const ONE_SPEECH: readonly string[] = ['srp', 'hrv', 'bos', 'cnr']
const SPEECH_BY_DECLARATION: ReadonlyMap<string, string> = new Map(
  Object.entries({ sr: 'srp', srp: 'srp', hr: 'hrv', hrv: 'hrv', bs: 'bos', bos: 'bos', cnr: 'cnr' }),
)
const SPEECH_BY_COUNTRY: ReadonlyMap<string, string> = new Map(
  Object.entries({ rs: 'srp', hr: 'hrv', ba: 'bos', me: 'cnr' }),
)

/** Words that only one of the two spells so. */
const MALAY =
  /\b(?:kerana|bahawa|ialah|iaitu|mahu|sahaja|syarikat|wang|percuma|telefon|polis|cuba|mesyuarat|pelbagai|perniagaan|universiti|lelaki|isnin|khamis|jumaat|ogos|disember|julai)\b/giu
const INDONESIAN =
  /\b(?:karena|bahwa|bisa|mau|saja|perusahaan|uang|mobil|gratis|kantor|telepon|polisi|yaitu|coba|berbagai|bisnis|universitas|silakan|pria|senin|kamis|jumat|agustus|desember|juli)\b/giu
/** How many more of one than of the other it takes to overrule the identifier. */
const CLEARLY = 2

function malayOrIndonesian(language: string, sample: string): string {
  const malay = sample.match(MALAY)?.length ?? 0
  const indonesian = sample.match(INDONESIAN)?.length ?? 0
  if (Math.abs(malay - indonesian) < CLEARLY) return language
  return malay > indonesian ? 'msa' : 'ind'
}

/** The language after asking what the identifier cannot weigh: telling words, the declaration, the country. */
export function refine(language: string, sample: string, declared: string, tld: string): string {
  if (ONE_SPEECH.includes(language))
    return SPEECH_BY_DECLARATION.get(declared) ?? SPEECH_BY_COUNTRY.get(tld) ?? language
  if (language === 'ind' || language === 'msa') return malayOrIndonesian(language, sample)
  return language
}

const NEVER_SERBIAN = /[яюьыщ]/i

/** CLD2 takes short Russian and Ukrainian text for Serbian, which does without their commonest letters. */
export function refineCyrillic(language: string, sample: string): string {
  const southern = ONE_SPEECH.includes(language) || language === 'mkd'
  return southern && NEVER_SERBIAN.test(sample) ? cyrillicByLetters(sample) || language : language
}

/** By telling letters, for Cyrillic text that CLD2 does not recognise; '' when they are absent. */
export function cyrillicByLetters(sample: string): string {
  if (/[ђћ]/i.test(sample)) return 'srp'
  if (/[ѓќѕ]/i.test(sample)) return 'mkd'
  if (/[әғқңөұүһҳҷӣӯҗҙҡҫ]/i.test(sample)) return ''
  if (/ў/i.test(sample)) return 'bel'
  if (/[їєґ]/i.test(sample)) return 'ukr'
  if (/[ыэё]/i.test(sample)) return /і/i.test(sample) ? 'bel' : 'rus'
  if (/[јљњџ]/i.test(sample)) return 'srp'
  if (/ъ/i.test(sample)) return 'bul'
  return /ь/i.test(sample) ? 'rus' : ''
}
