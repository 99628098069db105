/**
 * The links of a home page: to services that everybody knows, to its circle, to its neighbourhood and the famous hosts of its
 * community, and out of the community. Rows are written in the order of pages.
 */
import { Words } from '../../builder-columns.js'
import { logNormalTable } from '../distributions.js'
import { drawCount } from '../link-counts.js'
import { keyOf, PURPOSE, Stream } from '../random.js'
import type { Places, Row } from './places.js'
import type { HostPreset } from './preset.js'

const TRIES = 8
const SMALLEST_HUB = 16

export class HostLinks {
  readonly to = new Words()
  private readonly random: Stream
  private readonly counts: Float32Array
  /** By place: the page that last linked there, plus one. */
  private readonly linkedBy: Uint32Array
  /** By community: how many of its linked hosts were given their first link. */
  private readonly found: Uint32Array
  private readonly rowOf: Uint8Array
  private page = 0

  constructor(
    private readonly preset: HostPreset,
    private readonly places: Places,
    seed: number,
  ) {
    this.random = new Stream(keyOf(seed, PURPOSE.targets))
    this.counts = logNormalTable(preset.parameters.spread)
    this.linkedBy = new Uint32Array(places.pages)
    this.found = new Uint32Array(places.rows.length)
    this.rowOf = new Uint8Array(places.pages)
    places.rows.forEach(({ first, pages }, r) => this.rowOf.fill(r, first, first + pages))
  }

  /** Appends the links of the next page. */
  write(page: number): void {
    const { places, random, linkedBy } = this
    const place = places.placeOf[page]
    if (place < places.services) return
    this.page = page
    random.start(page)
    linkedBy[place] = page + 1
    const row = places.rows[this.rowOf[place]]
    if (place < row.first + row.famous) return
    const isLinked = place < row.first + row.linked
    this.writeIcons(row)
    if (isLinked) this.writeCircle(place, row)
    const mean = isLinked ? row.linksOfLinked : row.community.links
    const hub = !isLinked && random.unit() < this.preset.parameters.hubs ? this.hubLinks(row) : 0
    const count = hub + drawCount(this.counts, mean, random.bits())
    for (let link = 0; link < count; link++) this.writeOne(place, row, isLinked, hub > 0)
  }

  /** Directories and portals: from 16 links up, with a Pareto tail that ends where the community does. */
  private hubLinks({ linked }: Row): number {
    const { 'hub-exponent': exponent, 'largest-hub': largest } = this.preset.parameters
    return Math.min(largest, linked / 2, SMALLEST_HUB * (1 - this.random.unit()) ** (-1 / exponent))
  }

  private add(place: number): boolean {
    if (this.linkedBy[place] === this.page + 1) return false
    this.linkedBy[place] = this.page + 1
    this.to.push(this.places.pageAt[place])
    return true
  }

  private writeIcons({ community }: Row): void {
    const { random, preset } = this
    if (random.unit() >= community.icons) return
    for (let left = 1 + drawIndex(preset.iconCounts, random); left > 0;)
      if (this.add(drawIndex(preset.services, random))) left--
  }

  private writeCircle(place: number, { first, linked }: Row): void {
    const { random, places, preset } = this
    const begin = places.circle[place]
    const lowest = preset.parameters['circle-density']
    // the circle's own share: the same for all its members
    const density = lowest + (1 - lowest) * ((begin * 0.6180339887498949) % 1)
    for (let other = begin; other < first + linked && places.circle[other] === begin; other++)
      if (other !== place && random.unit() < density) this.add(other)
  }

  private writeOne(place: number, row: Row, isLinked: boolean, isHub: boolean): void {
    for (let attempt = 0; attempt < TRIES; attempt++) if (this.add(this.target(place, row, isLinked, isHub))) return
  }

  private target(place: number, row: Row, isLinked: boolean, isHub: boolean): number {
    const { random, preset, places } = this
    const { parameters } = preset
    if (random.unit() >= (isLinked ? row.stayOfLinked : row.community.stay)) {
      return random.unit() < parameters['stray-fame'] ? famousIn(places.rows[0], random) : this.anywhereElse(row)
    }
    if (random.unit() < parameters['fame-links']) return famousIn(row, random)
    // hosts that are linked must have a link: as long as some have none, the next one gets it
    const r = this.rowOf[place]
    if (!isLinked && row.famous + this.found[r] < row.linked) return row.first + row.famous + this.found[r]++
    return this.neighbour(place, row, isLinked, isHub)
  }

  private anywhereElse(row: Row): number {
    const { rows, pages } = this.places
    for (;;) {
      const place = this.random.below(pages)
      const other = rows[this.rowOf[place]]
      if (other !== row && place >= other.first && place < other.first + other.linked) return place
    }
  }

  /** In the neighbourhood of the place, or in one beside it; unlinked hosts stand beside the linked ones. */
  private neighbour(place: number, { first, famous, linked, pages }: Row, isLinked: boolean, isHub: boolean): number {
    const { random, preset } = this
    const { neighbourhood, 'far-links': far, 'local-fame': skew } = preset.parameters
    const free = linked - famous
    const own = isLinked
      ? place - first - famous
      : Math.floor(((place - first - linked) * free) / Math.max(1, pages - linked))
    const blocks = Math.max(1, Math.ceil(free / neighbourhood))
    const size = free / blocks
    let block = Math.floor(own / size)
    if (isHub) block = random.below(blocks)
    else if (random.unit() < far) {
      const step = Math.floor(1 / (1 - random.unit()))
      block = (block + (random.unit() < 0.5 ? step : blocks - (step % blocks))) % blocks
    }
    const position = (block + random.unit() ** skew) * size
    return first + famous + Math.min(free - 1, Math.floor(position))
  }
}

/** Zipf's law with exponent 1. */
function famousIn({ first, famous }: Row, random: Stream): number {
  return first + Math.min(famous - 1, Math.floor((famous + 1) ** random.unit()) - 1)
}

function drawIndex(weights: readonly number[], random: Stream): number {
  let sum = 0
  for (const weight of weights) sum += weight
  let at = random.unit() * sum
  for (let i = 0; i < weights.length; i++) if ((at -= weights[i]) < 0) return i
  return weights.length - 1
}
