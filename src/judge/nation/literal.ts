/**
 * The tokenizer of the thesis as its Figure 5 is written: the Soundex of a whole run of words against the Soundex of whole
 * names. Soundex keeps the first letter and three consonants, so that nearly any run beginning with the right letters
 * matches something. For comparison only.
 */
import { soundex } from 'soundex-code'
import { nameWords } from './characters.js'
import type { NameMatcher } from './matcher.js'
import { MAX_PHRASE, OWN, type NameIndex, type NamePhrase } from './name-index.js'
import { stopWords } from './stop-words.js'

/** A run of ten words is looked at ten times: no page needs more. */
const MAX_TEXT = 20_000

export function literalMatcher(index: NameIndex): NameMatcher {
  const byName = new Map<string, NamePhrase>()
  const bySound = new Map<string, NamePhrase>()
  for (const phrases of [...index.byWord.values(), ...index.bySign.values()])
    for (const phrase of phrases) {
      if (phrase.owner !== OWN) continue
      const name = phrase.words.join(' ')
      byName.set(name, phrase)
      if (/^[a-z]/.test(name)) bySound.set(soundex(name), phrase)
    }
  const stops = stopWords()
  return {
    match(text, found) {
      const tokens = nameWords(text.slice(0, MAX_TEXT).toLowerCase())
      let words = 0
      let i = 0
      while (i < tokens.length) {
        let name: NamePhrase | undefined
        let end = i + 1
        let run = ''
        for (let j = i; j < tokens.length && j < i + MAX_PHRASE; j++) {
          run = j === i ? tokens[j] : `${run} ${tokens[j]}`
          const phrase = byName.get(run) ?? (/^[a-z]/.test(run) ? bySound.get(soundex(run)) : undefined)
          if (phrase === undefined) continue
          name = phrase
          end = j + 1
        }
        if (name !== undefined) found(name, 1, 'plain')
        if (name !== undefined || !stops.has(tokens[i])) words++
        i = end
      }
      return words
    },
  }
}
