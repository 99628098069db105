/** On one line, without what terminals and databases choke on, at most `limit` characters. */
export function tidy(text: string, limit: number): string {
  return text
    .slice(0, limit * 4)
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, limit)
    .toWellFormed()
}
