/** Is an anchor written in the target language? Where the script settles it: a few words are too few for an identifier. */
import { SCRIPTS, scriptCounts } from './identify.js'

export type AnchorTest = (anchor: string) => boolean

/** Brands and numbers stand beside the words of an anchor in every language. */
const LEAST_SHARE = 0.3

/** Letters that are written in several languages of which one has letters of its own beside them. */
const MIXED: Readonly<Record<string, { readonly own: readonly string[]; readonly shared: readonly string[] }>> = {
  jpn: { own: ['Hira', 'Kana'], shared: ['Hani'] },
  zho: { own: ['Hani', 'Bopo'], shared: [] },
  cmn: { own: ['Hani', 'Bopo'], shared: [] },
}

/** Null when a target shares its script with other languages (Latin, Cyrillic, Arabic …): then nothing is said. */
export function anchorTest(target: readonly string[]): AnchorTest | null {
  if (target.length === 0) return null
  const own = new Set<number>()
  const shared = new Set<number>()
  for (const code of target) {
    const mixed = Object.hasOwn(MIXED, code) ? MIXED[code] : null
    const before = own.size
    SCRIPTS.forEach((script, index) => {
      if (mixed === null ? script.language === code : mixed.own.includes(script.name)) own.add(index)
      if (mixed?.shared.includes(script.name)) shared.add(index)
    })
    if (own.size === before) return null
  }
  const kana = SCRIPTS.flatMap((script, index) => (script.language === 'jpn' ? [index] : []))
  const isChinese = target.some(code => code === 'zho' || code === 'cmn') && !target.includes('jpn')
  return anchor => {
    if (anchor === '') return false
    const counts = scriptCounts(anchor)
    // Chinese characters beside kana are Japanese
    if (isChinese && kana.some(index => counts[index] > 0)) return false
    let letters = 0
    let hits = 0
    let others = 0
    for (let script = 1; script < counts.length; script++) {
      letters += counts[script]
      if (own.has(script)) hits += counts[script]
      else if (shared.has(script)) others += counts[script]
    }
    return hits > 0 && hits + others >= LEAST_SHARE * letters
  }
}
