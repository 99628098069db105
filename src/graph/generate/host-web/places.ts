/**
 * Where hosts stand before they have numbers. The hosts of a community stand in a row: famous ones, then those that others
 * link to, in circles and neighbourhoods, then those that nobody links to. Pages are numbered by lot, so that a number tells
 * nothing about language or fame.
 */
import { sharedWords } from '../../web-graph.js'
import { keyOf, PURPOSE, shuffle, Stream } from '../random.js'
import type { Community, HostParameters } from './preset.js'

/** No circle has more than one of so many linked hosts of its community. */
const CIRCLE_SHARE = 12

export interface Row {
  readonly community: Community
  /** Places from `first`: famous, other linked, and unlinked hosts. */
  readonly first: number
  readonly famous: number
  readonly linked: number
  readonly pages: number
  /** Hosts of its largest circle. */
  readonly largestCircle: number
  /** Of a linked host: mean links besides those in its circle, and the share of these that stays. */
  readonly linksOfLinked: number
  readonly stayOfLinked: number
}

export interface Places {
  readonly services: number
  readonly rows: readonly Row[]
  readonly pages: number
  /** By page, and back. Services have the first places. */
  readonly placeOf: Uint32Array
  readonly pageAt: Uint32Array
  /** By place: the first place of its circle; alone where it is its own and the next one is another's. */
  readonly circle: Uint32Array
}

export function planPlaces(
  communities: readonly Community[],
  services: number,
  parameters: HostParameters,
  scale: number,
  seed: number,
): Places {
  const random = new Stream(keyOf(seed, PURPOSE.plan))
  const all = communities.reduce((sum, { pages }) => sum + pages, 0)
  const factor = (parameters.pages * scale) / all
  const rows: Row[] = []
  let first = services
  for (const community of communities) {
    const pages = Math.max(20, Math.round(community.pages * factor))
    const linked = Math.max(4, Math.round(pages * community.linked))
    const famous = Math.max(1, Math.round(linked * parameters['famous-hosts']))
    const largestCircle = Math.max(2, Math.min(parameters['largest-circle'], Math.floor(linked / CIRCLE_SHARE)))
    const inCircle = circleLinks(parameters, largestCircle)
    const linksOfLinked = Math.max(0.2, community.linksOfLinked - inCircle)
    const stayOfLinked = Math.max(0.1, (community.stay * community.linksOfLinked - inCircle) / linksOfLinked)
    rows.push({ community, first, famous, linked, pages, largestCircle, linksOfLinked, stayOfLinked })
    first += pages
  }
  const pageAt = sharedWords(first).map((_, place) => place)
  shuffle(pageAt, random)
  const placeOf = sharedWords(first)
  for (let place = 0; place < first; place++) placeOf[pageAt[place]] = place
  const circle = sharedWords(first).map((_, place) => place)
  for (const row of rows) drawCircles(row, circle, parameters, random)
  return { services, rows, pages: first, placeOf, pageAt, circle }
}

function drawCircles(
  { first, famous, linked, largestCircle }: Row,
  circle: Uint32Array,
  parameters: HostParameters,
  random: Stream,
): void {
  const end = first + linked
  // circles have several hosts, so there are fewer of them than of hosts alone
  const circles = parameters.circles / circleMoments(parameters['circle-exponent'], largestCircle).mean
  const chance = circles / (circles + 1 - parameters.circles)
  for (let place = first + famous; place < end;) {
    const size = random.unit() < chance ? circleSize(parameters['circle-exponent'], largestCircle, random) : 1
    const last = Math.min(end, place + size)
    circle.fill(place, place, last)
    place = last
  }
}

/** Mean links of a linked host within its circle. */
function circleLinks(parameters: HostParameters, largest: number): number {
  const { mean, squares } = circleMoments(parameters['circle-exponent'], largest)
  return (parameters.circles * (squares / mean - 1) * (1 + parameters['circle-density'])) / 2
}

/** Of 2 … largest with a Pareto tail: the mean, and the mean of the squares. */
function circleMoments(exponent: number, largest: number): { mean: number; squares: number } {
  const least = largest ** -exponent
  let mean = 0
  let squares = 0
  for (let size = 2; size <= largest; size++) {
    const chance = ((size - 1) ** -exponent - size ** -exponent) / (1 - least)
    mean += size * chance
    squares += size * size * chance
  }
  return { mean, squares }
}

function circleSize(exponent: number, largest: number, random: Stream): number {
  return 1 + Math.floor((1 - random.unit() * (1 - largest ** -exponent)) ** (-1 / exponent))
}
