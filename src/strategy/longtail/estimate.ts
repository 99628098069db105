/**
 * How many relevant pages are still to be found?
 *
 * Q, the sum of the chances of all queued pages of servers with finds, is what can be seen from here. More will be seen as
 * these are fetched, and less and less of it will be new: found pages spread like an epidemic in a population of unknown
 * size T, for which Q / found falls to 0 at found = T:
 *
 *   (Q / found)^BEND = a · (1 - found / T)
 *
 * So Q is taken now and then, the line through what was taken since the crawl had a fifth of its finds is followed to where
 * it ends, and the answer is halfway between that and what such a queue is usually worth. BEND is 1 for the textbook's
 * epidemic; it is smaller because popular pages are found first. The range comes from how far the points lie off the line,
 * and from what undecided servers might hold.
 */
import type { Estimate, Persistent, StateFields } from '../../contracts.js'
import { sigmoid } from '../../learn/index.js'
import { tellList } from '../../state-collections.js'
import type { Exploration } from './exploration.js'
import { biasOf, LEVELS, logitAt } from '../log-odds-places.js'
import type { ServerMemory } from './server-memory.js'

export interface Queue {
  /** By page: its level; 0 or something above LEVELS when it is not queued. */
  readonly held: Uint16Array
  readonly groupOf: Uint32Array
  readonly groups: number
}

/** Finds between two looks at the queue grow by this factor: a look costs a pass over all pages. */
const SPACING = 1.3
const FIRST_LOOK = 200
/** Tried at 1, 0.8 and 0.67; between the first two on generated webs with seeds 1 to 5. */
const BEND = 0.85
/** Relevant pages still to be found per one expected in the queue: between these, on generated webs with seeds 1 to 5. */
const LEAST_PER_QUEUED = 1
const USUAL_PER_QUEUED = 2.5
const MOST_PER_QUEUED = 5
/** Older looks, as a share of the finds, tell nothing about now. */
const RECENT = 0.2
/** 9 times out of 10 a normal error is smaller than this many standard errors. */
const NINE_IN_TEN = 1.64
/** What may lie where nothing that was fetched points to, as a share of the finds. */
const UNSEEN = 0.12
/** No line is believed to be better than this share of what it says. */
const LEAST_ERROR = 0.3

/** Chance at each place, from -LEVELS on: a look at the queue asks for millions. */
const CHANCE = Float64Array.from({ length: 3 * LEVELS }, (_, i) => sigmoid(logitAt(i - LEVELS)))

export class Outlook implements Persistent {
  private readonly found: number[] = []
  private readonly height: number[] = []
  private nextLook = FIRST_LOOK

  constructor(
    private readonly memory: ServerMemory,
    private readonly exploration: Exploration,
  ) {}

  persist(fields: StateFields): void {
    tellList(fields, 'found', this.found)
    tellList(fields, 'height', this.height)
    this.nextLook = fields.number('next-look', this.nextLook)
  }

  /** Called after every find; looks at the queue when it is time. */
  note(found: number, queue: Queue): void {
    if (found < this.nextLook) return
    this.nextLook = Math.ceil(found * SPACING)
    this.found.push(found)
    this.height.push((this.expectedFinds(queue) / found) ** BEND)
  }

  estimate(found: number, queue: Queue): Estimate {
    const queued = this.expectedFinds(queue)
    const undecided = this.undecidedYield(queue)
    if (found === 0) return { remaining: queued, low: 0, high: queued + undecided }
    const height = (queued / found) ** BEND
    const line = fitLine([...this.found, found], [...this.height, height], at => at >= RECENT * found)
    const untilZero = (slope: number): number => (slope < 0 ? height / -slope : Infinity)
    // a line through few or odd points is believed only within what a queue has been worth before, and only half
    const byLine = Math.min(MOST_PER_QUEUED * queued, Math.max(LEAST_PER_QUEUED * queued, untilZero(line.slope)))
    const remaining = Math.sqrt(byLine * USUAL_PER_QUEUED * queued)
    const off = NINE_IN_TEN * line.slopeError
    const most = 2 * MOST_PER_QUEUED * queued
    const low = Math.min(queued, remaining * (1 - LEAST_ERROR), untilZero(line.slope - off))
    const high = Math.max(
      remaining * (1 + LEAST_ERROR),
      Math.min(most, untilZero(line.slope + off)),
      Math.min(most, queued + undecided),
      remaining + UNSEEN * found,
    )
    return { remaining, low, high }
  }

  /** Q: over the queued pages of servers with finds. */
  private expectedFinds({ held, groupOf, groups }: Queue): number {
    const { memory } = this
    const { host } = memory.columns
    const biases = new Float64Array(groups).fill(NaN)
    let sum = 0
    for (let page = 0; page < groupOf.length && page < held.length; page++) {
      const level = held[page]
      if (level === 0 || level > LEVELS) continue
      const group = groupOf[page]
      if (memory.servers.finds[host[group]] === 0) continue
      if (Number.isNaN(biases[group])) biases[group] = biasOf(memory.logit(group))
      sum += CHANCE[Math.max(0, Math.min(CHANCE.length - 1, level - biases[group] + LEVELS))]
    }
    return sum
  }

  /** What servers without finds would pay, if they were like those that turned out relevant. */
  private undecidedYield({ held, groupOf, groups }: Queue): number {
    const { memory, exploration } = this
    const isOpen = new Uint8Array(groups)
    for (let page = 0; page < groupOf.length && page < held.length; page++) {
      if (held[page] !== 0 && held[page] <= LEVELS) isOpen[memory.columns.host[groupOf[page]]] = 1
    }
    let sum = 0
    for (let server = 0; server < groups; server++) {
      if (isOpen[server] === 0 || memory.servers.finds[server] > 0) continue
      const group = memory.first(server)
      if (group !== -1) sum += exploration.chance(group, server) * exploration.meanYield
    }
    return sum
  }
}

interface Line {
  readonly slope: number
  readonly slopeError: number
}

/** Least squares through the points whose x counts. */
function fitLine(x: readonly number[], y: readonly number[], counts: (x: number) => boolean): Line {
  let n = 0
  let sumX = 0
  let sumY = 0
  for (let i = 0; i < x.length; i++) {
    if (!counts(x[i])) continue
    n++
    sumX += x[i]
    sumY += y[i]
  }
  if (n < 3) return { slope: 0, slopeError: Infinity }
  const meanX = sumX / n
  const meanY = sumY / n
  let xx = 0
  let xy = 0
  let yy = 0
  for (let i = 0; i < x.length; i++) {
    if (!counts(x[i])) continue
    xx += (x[i] - meanX) ** 2
    xy += (x[i] - meanX) * (y[i] - meanY)
    yy += (y[i] - meanY) ** 2
  }
  if (xx === 0) return { slope: 0, slopeError: Infinity }
  const slope = xy / xx
  const residual = Math.max(0, yy - slope * xy) / (n - 2)
  return { slope, slopeError: Math.sqrt(residual / xx) }
}
