/** The Universal Declaration of Human Rights in all its translations: some text of 447 languages, to tell others from. */
import { readShipped } from '../../../shipped-tables.js'

export interface DeclaredText {
  /** Of the translation, such as `cmn_hans`: a language may have several. */
  readonly id: string
  /** ISO 639-3. */
  readonly language: string
  readonly name: string
  /** A paragraph per line. */
  readonly text: string
}

let texts: readonly DeclaredText[] | null = null

export function declaredTexts(): readonly DeclaredText[] {
  texts ??= readShipped('declared-texts.tsv.br')
    .toString('utf8')
    .split('\n\t')
    .map(part => {
      const newline = part.indexOf('\n')
      const [id, language, name] = part.slice(0, newline).trim().split('\t')
      return { id, language, name, text: part.slice(newline + 1) }
    })
  return texts
}
