/** Values out of files that anybody may have changed: what is not of the kind it should be reads as nothing. */

export function textIn(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** 0 for what is no number; no number in a log is negative. */
export function numberIn(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0
}

export function clip(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length).toWellFormed()}…` : text
}
