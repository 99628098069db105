/** What stands before the root of an SVG document: declarations that could hide markup are left out, plain abbreviations stay. */

const MAX_SUBSET = 50_000
const MAX_ENTITIES = 100

/** `text`: written at the beginning. `rest`: the document behind it, without characters that XML forbids. */
export function xmlHead(document: string): { readonly text: string; readonly rest: string } {
  const clean = document.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '').trimStart()
  const start = clean.slice(0, MAX_SUBSET).search(/<!doctype\s/i)
  if (start === -1) return { text: '', rest: clean }
  const bracket = clean.indexOf('[', start)
  const plainEnd = clean.indexOf('>', start)
  if (plainEnd === -1) return { text: '', rest: '' }
  if (bracket === -1 || bracket > plainEnd) return { text: '', rest: clean.slice(0, start) + clean.slice(plainEnd + 1) }
  const end = /\]\s*>/.exec(clean.slice(bracket, bracket + MAX_SUBSET))
  if (end === null) return { text: '', rest: '' }
  const rest = clean.slice(0, start) + clean.slice(bracket + end.index + end[0].length)
  return { text: entities(clean.slice(bracket, bracket + end.index)), rest }
}

/** Values without markup and without further references: nothing grows, nothing hides. */
function entities(subset: string): string {
  const kept = [...subset.matchAll(/<!ENTITY\s+([a-z][\w.-]{0,50})\s+(?:"([^"<&%]{0,300})"|'([^'<&%"]{0,300})')\s*>/gi)]
    .slice(0, MAX_ENTITIES)
    .map(([, name, double, single]) => `<!ENTITY ${name} "${double ?? single}">`)
  return kept.length === 0 ? '' : `<!DOCTYPE svg [${kept.join('')}]>`
}
