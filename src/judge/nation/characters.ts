/** What a code unit is to the tokenizer: between words, part of a word, or a sign of a script that writes no spaces. */
export const BETWEEN = 0
export const LETTER = 1
export const SIGN = 2

/** Where a reader cuts the words without spaces to help: Han, Kana, Thai, Lao, Khmer, Burmese, Tibetan. */
const WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}ー]/u
const IN_WORDS = /[\p{L}\p{M}\p{Nd}]/u

let table: Uint8Array | undefined

/** By code unit; made once, at the first use. Signs past the first plane are rare in names and count as letters. */
export function characterKinds(): Uint8Array {
  if (table !== undefined) return table
  const kinds = new Uint8Array(0x10000)
  for (let code = 0; code < 0x10000; code++) {
    const isSurrogate = code >= 0xd800 && code < 0xe000
    const sign = String.fromCharCode(code)
    kinds[code] = isSurrogate ? LETTER : WITHOUT_SPACES.test(sign) ? SIGN : IN_WORDS.test(sign) ? LETTER : BETWEEN
  }
  table = kinds
  return kinds
}

export function hasSigns(text: string): boolean {
  return WITHOUT_SPACES.test(text)
}

/** Words of a name or a short text in the tokenizer's sense; a run of signs is one word. */
export function nameWords(text: string): string[] {
  const kinds = characterKinds()
  const words: string[] = []
  let start = 0
  let kind = BETWEEN
  for (let i = 0; i <= text.length; i++) {
    const next = i < text.length ? kinds[text.charCodeAt(i)] : BETWEEN
    if (next === kind) continue
    if (kind !== BETWEEN) words.push(text.slice(start, i))
    start = i
    kind = next
  }
  return words
}

/** Without accents: "Thaïlande" is also written "Thailande". */
export function withoutAccents(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
}
