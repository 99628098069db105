/** Text that has to fit. SVG cannot measure before it is drawn, so widths are estimated, on the wide side. */

/** In units of the font size, for a common sans-serif face. */
export function textWidth(text: string): number {
  let width = 0
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    if (code >= 0x1100) width += 1
    else if ('iljtf.,:;|!()[]\'" -'.includes(character)) width += 0.36
    else if ('mwMW%@'.includes(character)) width += 0.9
    else width += character >= 'A' && character <= 'Z' ? 0.7 : 0.6
  }
  return width
}

/** Both ends of a long name stay, because parameters at the end tell `lswc:s=3,t=5` from `lswc:s=3,t=9`. */
export function clipMiddle(text: string, width: number): string {
  if (textWidth(text) <= width) return text
  // nobody reads more than that of a name
  const characters = text.length > 400 ? [...text.slice(0, 200), ...text.slice(-200)] : [...text]
  let head = Math.ceil(characters.length / 2)
  let tail = characters.length - head
  const clipped = (): string =>
    `${characters.slice(0, head).join('')}…${characters.slice(characters.length - tail).join('')}`
  while (head + tail > 2 && textWidth(clipped()) > width) {
    if (head >= tail) head--
    else tail--
  }
  return clipped()
}
