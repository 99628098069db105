/**
 * Letters in a row. Every stretch of a script without spaces is indexed by the two (Chinese, Japanese, Korean) or three letters
 * (Thai, Lao, Khmer, Burmese, …) from each place on, so that a word is found wherever it stands: inside of a compound, or
 * where the dictionary cut elsewhere. A page that has all the grams of a word nearly always has the word; what
 * is shown to readers is verified on the text.
 */
import { isHangul } from './words.js'

/** From a large alphabet two letters tell enough; code units, because marks are told apart like letters. */
function lengthAt(code: number): number {
  return code < 0x1b00 && code >= 0x0e00 ? 3 : 2
}

/** What the index keeps of a folded stretch of signs: at its end the grams are shorter. */
export function forEachGram(signs: string, visit: (gram: string) => void): void {
  const { length } = signs
  for (let i = 0; i < length; i++) {
    const size = lengthAt(signs.charCodeAt(i))
    visit(signs.slice(i, i + size).toWellFormed())
    // a single ideograph is often what is looked for
    if (size === 2 && i + 1 < length) visit(signs[i].toWellFormed())
  }
}

/** The grams that a page with this word must have. `prefix`: any gram that begins so, because the word is shorter than a gram. */
export function gramsOf(word: string): { readonly all: readonly string[] } | { readonly prefix: string } {
  const all = new Set<string>()
  for (let i = 0; i < word.length; i++) {
    const size = lengthAt(word.charCodeAt(i))
    if (i + size <= word.length) all.add(word.slice(i, i + size).toWellFormed())
  }
  if (all.size > 0) return { all: [...all] }
  return word.length === 1 && lengthAt(word.charCodeAt(0)) === 2 ? { all: [word.toWellFormed()] } : { prefix: word }
}

/** Grams say for certain that the word is there. */
export function isCertain(word: string): boolean {
  return word.length <= lengthAt(word.charCodeAt(0))
}

const PARTICLES =
  '에서는 에서도 으로는 에게서 이라고 에서 에게 에는 에도 으로 부터 까지 처럼 보다 이나 이란 이다 입니다 라고 하고 한테 께서 은 는 이 가 을 를 의 에 로 와 과 도 만 나'.split(
    ' ',
  )

/** A Korean word without the particle at its end; '' where there is none to take away. */
export function withoutParticle(word: string): string {
  if (!isHangul(word)) return ''
  const particle = PARTICLES.find(ending => word.endsWith(ending) && word.length - ending.length >= 2)
  return particle === undefined ? '' : word.slice(0, -particle.length)
}
