/**
 * HTML and SVG as values. Whatever is put into a `markup` template is escaped unless it is itself `Markup`, so names of
 * strategies, files and origins, which anybody may have written, cannot become tags, attributes or scripts by oversight.
 */
export class Markup {
  constructor(readonly text: string) {}
}

export type Piece = string | number | Markup | readonly Markup[] | null

export const NOTHING = new Markup('')

export function markup(parts: TemplateStringsArray, ...pieces: readonly Piece[]): Markup {
  let text = parts[0]
  for (let i = 0; i < pieces.length; i++) text += textOf(pieces[i]) + parts[i + 1]
  return new Markup(text)
}

export function joined(pieces: readonly Markup[], between = ''): Markup {
  return new Markup(pieces.map(piece => piece.text).join(between))
}

/** Safe between tags and inside double quotes, in HTML and in XML 1.0. */
export function escapeText(text: string): string {
  // most pieces of a page have nothing to escape: one look instead of seven
  if (!/[^ -!#-%(-;=?-~\n\u00a0-\u1fff\u2070-\ud7ff]/.test(text)) return text
  return presentable(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

// what XML 1.0 forbids, and marks of direction, with which a name could make its surroundings read backwards

const NOT_PRESENTABLE =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufffe\uffff]/g

export function presentable(text: string): string {
  return text.toWellFormed().replace(NOT_PRESENTABLE, '\ufffd')
}

function textOf(piece: Piece): string {
  if (piece === null) return ''
  if (piece instanceof Markup) return piece.text
  if (typeof piece === 'number') return Number.isFinite(piece) ? String(piece) : '–'
  return typeof piece === 'string' ? escapeText(piece) : joined(piece).text
}
