/** The evidence in a few sentences. */
import { mentions, otherMentions, type NationEvidence } from './evidence.js'

const MAX_NAMES = 5

export function reasonsOf(evidence: NationEvidence, country: string, relevant: boolean): string[] {
  const { title, whole, isHome, address, doubted } = evidence
  const named = [...whole.own, ...title.own].sort((a, b) => b[0].weight * b[1] - a[0].weight * a[1])
  const names = [...new Set(named.map(([{ name }]) => name))].slice(0, MAX_NAMES)
  if (names.length === 0 && !isHome && address === 0) return [`nothing names ${country}`]
  const reasons: string[] = []
  if (names.length > 0) reasons.push(`names ${names.join(', ')}`)
  if (mentions(title) > 0) reasons.push('the title does')
  if (address > 0) reasons.push('the address does')
  if (isHome) reasons.push(`the address is in a domain of ${country}`)
  if (doubted !== null) reasons.push(`nothing of ${country} but "${doubted}", which may mean something else`)
  const others = whole.others.size
  const against = `names ${others} other ${others === 1 ? 'country or language' : 'countries or languages'} as well`
  if (others > 0 && otherMentions(whole) > mentions(whole)) {
    if (relevant) reasons.push(against)
    else reasons.unshift(against)
  } else if (!relevant) reasons.unshift(`says too little about ${country}`)
  return reasons
}
