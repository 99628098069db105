/** The addresses in a `srcset`: `small.jpg 480w, large.jpg 2x`. As the HTML standard reads it, linear in the length. */

const MAX_CANDIDATES = 50

export interface SrcsetCandidate {
  readonly url: string
  /** `480w`, `2x`; '' when there is none. */
  readonly description: string
}

export function srcsetUrls(srcset: string): string[] {
  return srcsetCandidates(srcset).map(candidate => candidate.url)
}

export function srcsetCandidates(srcset: string): SrcsetCandidate[] {
  const candidates: SrcsetCandidate[] = []
  const { length } = srcset
  let at = 0
  while (candidates.length < MAX_CANDIDATES) {
    while (at < length && (isSpace(srcset.charCodeAt(at)) || srcset.charCodeAt(at) === COMMA)) at++
    if (at >= length) break
    const start = at
    while (at < length && !isSpace(srcset.charCodeAt(at))) at++
    let end = at
    while (end > start && srcset.charCodeAt(end - 1) === COMMA) end--
    const url = srcset.slice(start, end)
    // a comma right behind the address ends the candidate; else a description follows
    const described = at
    if (end === at) at = endOfDescription(srcset, at)
    if (url !== '') candidates.push({ url, description: srcset.slice(described, at).trim() })
  }
  return candidates
}

const COMMA = 44

function endOfDescription(srcset: string, at: number): number {
  let depth = 0
  for (; at < srcset.length; at++) {
    const code = srcset.charCodeAt(at)
    if (code === 40) depth++
    else if (code === 41) depth--
    else if (code === COMMA && depth <= 0) break
  }
  return at
}

function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13)
}
