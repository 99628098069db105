/**
 * Who reads text in scripts that several languages share. There are two: `cld`, which is surer of itself but has to be compiled when
 * it is installed, and `ngrams`, which needs nothing but this package. docs/languages.md compares them.
 *
 * The choice is made once per thread, at the first question: the one that LONGTAIL_IDENTIFIER names, else `cld` where it can be loaded.
 * Threads inherit the variable and find the same packages, so that all of a process choose alike. Verdicts depend on it: `judge`,
 * `status` and the log of a crawl say which it was.
 */
import { LongtailError } from '../../errors.js'
import { openCld } from './cld.js'
import { openNgrams } from './ngrams.js'

export interface FoundLanguage {
  /** ISO 639-3. */
  readonly language: string
  /** Of the text that was read. */
  readonly percent: number
  /** Text in a language that the identifier does not know is called something, too: then this is false. */
  readonly isKnown: boolean
  /** The text is typical of the language; a long one is then hardly ever another. */
  readonly isTypical: boolean
}

export interface Identifier {
  readonly name: string
  /** Every ISO 639-3 code that it may find. */
  readonly languages: ReadonlySet<string>
  /** Largest part first. `contentLanguage` and `tld` tip the balance between close languages only; '' when not known. */
  find(text: string, contentLanguage: string, tld: string): readonly FoundLanguage[]
}

const BEST = 'cld'
let inUse: Identifier | null = null

export function identifier(): Identifier {
  inUse ??= choose(process.env.LONGTAIL_IDENTIFIER ?? '')
  return inUse
}

/** Instead of the one in use, in this thread: to compare them. */
export function useIdentifier(name: string): void {
  inUse = choose(name)
}

export function identifierName(): string {
  return identifier().name
}

/** What people should know about the identifier of that name; '' for the best one. */
export function identifierNote(name: string): string {
  return name === BEST
    ? ''
    : `languages were identified by "${name}", not by "${BEST}", which needs a C++ compiler at installation (docs/languages.md)`
}

function choose(named: string): Identifier {
  if (named === 'ngrams') return openNgrams()
  if (named !== '' && named !== BEST)
    throw new LongtailError('E_LANGUAGE', `LONGTAIL_IDENTIFIER=${named}: expected ${BEST} or ngrams`)
  try {
    return openCld()
  } catch (cause) {
    if (named === '') return openNgrams()
    const reason = cause instanceof Error ? cause.message.split('\n')[0] : String(cause)
    throw new LongtailError(
      'E_LANGUAGE',
      `LONGTAIL_IDENTIFIER=${named}: the package "cld" cannot be loaded (${reason}); install Longtail again where python3, make and a C++ compiler are, or run "npm rebuild cld"`,
      'abort',
      { cause },
    )
  }
}
