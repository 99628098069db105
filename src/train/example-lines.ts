/** The lines of example pages that are worth learning a language from: running text, each once. */

export interface ExampleText {
  readonly text: string
}

/** Shorter lines are menus and headings; they are left out where there is enough else. */
const PROSE = 20
const SENTENCE_END = /[.!?…։。؟۔።]["'»”’)]*$/
const ENOUGH_PROSE = 3000
/** More does not help, and takes time. */
const MAX_CHARACTERS = 300_000

export function cleanLines(pages: readonly ExampleText[]): string {
  const seen = new Set<string>()
  const lines = pages.flatMap(({ text }) =>
    text.split('\n').flatMap(line => {
      const clean = line.normalize('NFC').replace(/\s+/g, ' ').trim()
      // what stands on several pages belongs to the site
      if (seen.has(clean) || !/\p{L}{2}/u.test(clean)) return []
      seen.add(clean)
      return [clean]
    }),
  )
  const prose = lines.filter(line => line.length >= PROSE || SENTENCE_END.test(line))
  const kept = prose.reduce((sum, line) => sum + line.length, 0) >= ENOUGH_PROSE ? prose : lines
  const all = kept.reduce((sum, line) => sum + line.length + 1, 0)
  if (all <= MAX_CHARACTERS) return kept.join('\n')
  // evenly from all of it
  const step = all / MAX_CHARACTERS
  return kept.filter((_, i) => Math.floor(i / step) > Math.floor((i - 1) / step)).join('\n')
}
