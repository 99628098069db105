/**
 * The terms of a title, for suggestions while somebody types. All readers take marks away before they ask; the last word may be unfinished
 * and is looked for as a beginning, the words before it as stems (prefix Z). A page whose title begins with what was typed comes first:
 * that is what the anchor before the first word is for.
 */
import { isHangul } from '../../../portal/search/words.js'
import { lowered, prepared, spellings, unmarked } from './spelling.js'
import type { ReaderStemmer } from './stems.js'
import { TermBag } from './term-bag.js'
import { forEachStretch, scanTokens } from './tokens.js'
import { forEachGram, forEachJoined, type Divider } from './unspaced.js'

const ANCHOR = '0posanchor'
const MAX_TOKENS = 200
const MAX_LETTERS = 1000
/** Letters from the beginning of a word on that are found as they are typed, in scripts without spaces. */
const MAX_TYPED = 60

export function titleTerms(title: string, stemmer: ReaderStemmer, divider: Divider): TermBag {
  const bag = new TermBag()
  bag.add(ANCHOR, 1, 1)
  let position = 2
  const add = (word: string, at = 0): void => {
    bag.add(word, 1, at)
    if (stemmer.isStemming) for (const stem of stemmer.stems(word)) bag.add(`Z${stem}`, 1)
  }
  const addToken = (token: string): void => {
    const words: string[] = []
    forEachStretch(token, (stretch, isSigns) => {
      const bare = unmarked(stretch)
      if (isSigns) for (const word of divider.words(stretch)) words.push(unmarked(word))
      else words.push(bare)
      if (isSigns || isHangul(bare)) forEachGram(bare, gram => bag.add(gram, 1))
      if (/['_]/.test(bare)) for (const part of bare.split(/['_]/)) if (part.length > 1) add(part)
    })
    const whole = words.join('')
    let from = 0
    words.forEach((word, i) => {
      add(word, position + i)
      if (words.length > 1) add(whole.slice(from, from + MAX_TYPED).toWellFormed(), position + i)
      from += word.length
    })
    // in a phrase (พืชเกษตร.คอม) its neighbours are those of its first and of its last word
    forEachJoined(words, words, (joined, _, first, last) => {
      add(joined, position + first)
      bag.add(joined, 0, position + last)
    })
    position += words.length
  }
  scanTokens(prepared(title.slice(0, MAX_LETTERS)), MAX_TOKENS, token => spellings(lowered(token)).forEach(addToken))
  return bag
}
