/**
 * Different forms of one word as one: light stemming, by language. A word is stemmed by the language of its script, so that
 * the stem is a function of the word alone, whatever page it stands on.
 */
import { createRequire } from 'node:module'

export type Stemmer = (word: string) => string

/** ISO 639-3 → module of @orama/stemmers, by script. */
const MODULES = {
  Latn:
    'dan:danish nld:dutch eng:english fin:finnish fra:french deu:german hun:hungarian ind:indonesian gle:irish ita:italian ' +
    'lit:lithuanian nor:norwegian nob:norwegian nno:norwegian por:portuguese ron:romanian spa:spanish swe:swedish tur:turkish',
  Cyrl: 'bul:bulgarian rus:russian srp:serbian ukr:ukrainian',
  Arab: 'ara:arabic',
  Grek: 'ell:greek',
  Armn: 'hye:armenian',
  Deva: 'hin:indian nep:nepali',
  Taml: 'tam:tamil',
} as const
type Script = keyof typeof MODULES

const SCRIPT_NAMES: readonly Script[] = ['Latn', 'Cyrl', 'Arab', 'Grek', 'Armn', 'Deva', 'Taml']
const KNOWN = new Map(
  SCRIPT_NAMES.flatMap(script =>
    MODULES[script].split(' ').map(entry => {
      const [language, module] = entry.split(':')
      return [language, { script, module }] as const
    }),
  ),
)

export function hasStemmer(language: string): boolean {
  return KNOWN.has(language)
}

/** The first language of each script that has a stemmer; the others of that script go by its rules. */
export function stemmedLanguages(languages: readonly string[]): string[] {
  const taken = new Set<Script>()
  return languages.filter(language => {
    const script = KNOWN.get(language)?.script
    if (script === undefined || taken.has(script)) return false
    taken.add(script)
    return true
  })
}

/** What there is for languages without a stemmer. */
export const unstemmed: Stemmer = word => word

/** Stems the words of these languages and leaves all others as they are. */
export function createStemmer(languages: readonly string[]): Stemmer {
  const stemmers = new Map<Script, Stemmer>()
  for (const language of stemmedLanguages(languages)) {
    const entry = KNOWN.get(language)
    if (entry !== undefined) stemmers.set(entry.script, loadStemmer(entry.module))
  }
  if (stemmers.size === 0) return unstemmed
  return word => {
    const script = scriptOf(word.charCodeAt(0))
    const stem = script === null ? undefined : stemmers.get(script)
    if (stem === undefined) return word
    // a stemmer that leaves nothing, or two words, of one has met a word that is none of its language
    const stemmed = stem(word)
    return stemmed === '' || stemmed.includes(' ') ? word : stemmed
  }
}

function loadStemmer(module: string): Stemmer {
  // the packages are CommonJS as well, and judges are built without waiting
  const loaded: unknown = createRequire(import.meta.url)(`@orama/stemmers/${module}`)
  if (typeof loaded !== 'object' || loaded === null || !('stemmer' in loaded)) return word => word
  const { stemmer } = loaded
  if (!isStemmer(stemmer)) return word => word
  return word => {
    // that of Bulgarian writes into the word that it was given, which throws
    try {
      return String(stemmer(word))
    } catch {
      return word
    }
  }
}

function scriptOf(code: number): Script | null {
  if (code < 0x250 || (code >= 0x1e00 && code < 0x1f00)) return 'Latn'
  if (code >= 0x370 && code < 0x400) return 'Grek'
  if (code >= 0x400 && code < 0x530) return 'Cyrl'
  if (code >= 0x530 && code < 0x590) return 'Armn'
  if (code >= 0x600 && code < 0x700) return 'Arab'
  if (code >= 0x900 && code < 0x980) return 'Deva'
  return code >= 0xb80 && code < 0xc00 ? 'Taml' : null
}

function isStemmer(value: unknown): value is (word: string) => unknown {
  return typeof value === 'function'
}
