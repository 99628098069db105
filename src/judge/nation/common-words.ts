/** How common words are, by counts of the Web in English. A build without the table goes on without: then no word is common. */
import { LongtailError } from '../../errors.js'
import { loadBackground } from '../../learn/background.js'
import type { IsCommon } from './token.js'
import { UNKNOWN_COMMONNESS, type Commonness } from './weights.js'

/** About 200,000 places on the Web of 2006: a word that so many people write is no misspelt name. */
const ESTABLISHED = 2e-6

let shares: Commonness | undefined

export function commonness(): Commonness {
  if (shares !== undefined) return shares
  try {
    const { max, count } = loadBackground()
    shares = word => count(word) / max
  } catch (error) {
    if (!(error instanceof LongtailError)) throw error
    shares = UNKNOWN_COMMONNESS
  }
  return shares
}

export function isEstablished(): IsCommon {
  const share = commonness()
  return word => share(word) > ESTABLISHED
}
