/**
 * From evidence to a probability. A logistic regression without negative weights, fitted on 5,200 pairs of a page and a
 * country: the encyclopaedia for schools with twenty countries, and the half of the home pages of cc-dev (about Thailand or not,
 * labelled by hand) whose address has an even hash. Wanted pages weighed three to six times as much as others, because there
 * were 33 of them; the numbers are rounded. What comes of it on the other half and on other countries: test/evaluate/nation.ts.
 */
import { FEATURES, type Feature } from './evidence.js'

const BIAS = -6
const WEIGHTS: Readonly<Record<Feature, number>> = {
  density: 1.5,
  frequency: 1.8,
  variety: 2.1,
  share: 2.2,
  mainShare: 2.1,
  title: 2.2,
  address: 1.3,
  home: 1.3,
}

export function probabilityOf(features: Readonly<Record<Feature, number>>): number {
  let sum = BIAS
  for (const name of FEATURES) sum += WEIGHTS[name] * features[name]
  return 1 / (1 + Math.exp(-sum))
}
