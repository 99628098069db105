/**
 * A look at the whole queue: how many pages wait at each step of promise, and what the models expect of them. It costs a pass over all
 * pages, so that it is taken now and then.
 */
import type { GroupId, PageId } from '../../contracts.js'
import { sigmoid } from '../../learn/index.js'
import { biasOf, LEVELS, logitAt } from '../log-odds-places.js'
import { grownBytes } from '../../growing-arrays.js'
import type { ServerMemory } from './server-memory.js'
import { STEPS, stepOf } from './track-record.js'

export interface Queue {
  /** Pages in the order in which they were met, `known` of them: the same in a crawl and in its simulation, where their numbers differ. */
  readonly order: Uint32Array
  readonly known: number
  /** By page: its level; 0 or something above LEVELS when it is not queued. */
  readonly held: Uint16Array
  readonly groupOf: Uint32Array
  readonly groups: number
}

export interface QueueView {
  /** By step of promise: pages, and the sum of their chances as predicted. */
  readonly pages: Float64Array
  readonly chances: Float64Array
}

/** A view that can also be gone through, page by page, until the next look. */
export interface QueueLook extends QueueView {
  readonly queue: Queue
}

/** Chance and step at each place, from -LEVELS on: a look asks for millions. */
const PLACES = 3 * LEVELS
const CHANCE = Float64Array.from({ length: PLACES }, (_, i) => sigmoid(logitAt(i - LEVELS)))
const STEP = Uint8Array.from({ length: PLACES }, (_, i) => stepOf(logitAt(i - LEVELS)))

const indexOf = (place: number): number => Math.max(0, Math.min(PLACES - 1, place + LEVELS))

/** The step at which a page of this level and of a group with these log-odds waits. */
export function stepAt(level: number, groupLogit: number): number {
  return STEP[indexOf(level - biasOf(groupLogit))]
}

/** By page: whether it waits. */
export const isQueued = (level: number): boolean => level !== 0 && level <= LEVELS

/** A pass over all page numbers reads memory in its order and is so many times as fast per page as one over pages in theirs. */
const FASTER = 8
/**
 * A look counts pages without a branch for each, which a processor would guess wrong every other time. So biases are kept within MOST_BIAS,
 * which changes no place that is told apart, and pages that do not wait are counted, too: at 0.
 */
const MOST_BIAS = 2 * LEVELS
const FIRST_CELL = 1 + MOST_BIAS
const CELLS = FIRST_CELL + MOST_BIAS + LEVELS + 1
/** The bias of a group to which no link was followed yet. Its pages are seeds and ends of redirects; they are counted at CELLS and above. */
const STRAY = -MOST_BIAS - LEVELS
/** By cell: its step + 1, and 0 at 0. */
const STEP_OF_CELL = Uint8Array.from({ length: CELLS + LEVELS }, (_, cell) =>
  cell === 0 ? 0 : 1 + STEP[indexOf(cell - FIRST_CELL)],
)

/** Of the last look, for all crawls of a process: by group its bias, by page its step + 1 or 0 when it does not wait. */
const scratch = {
  biases: new Int32Array(0),
  steps: new Uint8Array(0),
  // and by cell and by place: pages; a partition of a crawl looks often, and at few
  cells: new Uint32Array(CELLS + LEVELS),
  odd: new Uint32Array(CELLS + LEVELS),
  places: new Uint32Array(PLACES),
}

export function lookAt(queue: Queue, memory: ServerMemory): QueueLook {
  const biases = biasesOf(queue.groups, memory)
  const cells = countCells(queue, biases)
  if (hasStrays(cells)) {
    placeStrays(queue, biases, memory)
    countCells(queue, biases)
  }
  const pages = new Float64Array(STEPS)
  const chances = new Float64Array(STEPS)
  const places = scratch.places.fill(0)
  for (let cell = 1; cell < CELLS; cell++) if (cells[cell] !== 0) places[indexOf(cell - FIRST_CELL)] += cells[cell]
  for (let place = 0; place < PLACES; place++) {
    const found = places[place]
    if (found === 0) continue
    pages[STEP[place]] += found
    chances[STEP[place]] += found * CHANCE[place]
  }
  return { pages, chances, queue }
}

function hasStrays(cells: Uint32Array): boolean {
  for (let cell = CELLS; cell < cells.length; cell++) if (cells[cell] !== 0) return true
  return false
}

/** Counted by place: the sum is then the same whichever way the pages are numbered. */
function countCells({ order, known, held, groupOf }: Queue, biases: Int32Array): Uint32Array {
  const numbers = Math.min(held.length, groupOf.length)
  const steps = (scratch.steps = grownBytes(scratch.steps, numbers))
  const cells = scratch.cells.fill(0)
  const odd = scratch.odd.fill(0)
  if (numbers < FASTER * known) {
    for (let page = 0; page < numbers; page++) {
      const cell = cellOf(held[page], biases[groupOf[page]])
      steps[page] = STEP_OF_CELL[cell]
      if ((page & 1) === 0) cells[cell]++
      else odd[cell]++
    }
    for (let cell = 0; cell < cells.length; cell++) cells[cell] += odd[cell]
    return cells
  }
  for (let i = 0; i < known; i++) {
    const page = order[i]
    if (page >= numbers) continue
    const cell = cellOf(held[page], biases[groupOf[page]])
    steps[page] = STEP_OF_CELL[cell]
    cells[cell]++
  }
  return cells
}

function cellOf(level: number, bias: number): number {
  const isElsewhere = ((level - 1) | (LEVELS - level)) >> 31 // -1 when it does not wait (isQueued), else 0
  return (FIRST_CELL + level - bias) & ~isElsewhere
}

function placeStrays({ order, known, held, groupOf }: Queue, biases: Int32Array, memory: ServerMemory): void {
  for (let i = 0; i < known; i++) {
    const page = order[i]
    if (page >= groupOf.length || !isQueued(held[page]) || biases[groupOf[page]] !== STRAY) continue
    biases[groupOf[page]] = biasFor(groupOf[page], memory)
  }
}

function biasFor(group: GroupId, memory: ServerMemory): number {
  return Math.max(-MOST_BIAS, Math.min(MOST_BIAS, biasOf(memory.logit(group))))
}

function biasesOf(groups: number, memory: ServerMemory): Int32Array {
  if (scratch.biases.length < groups) scratch.biases = new Int32Array(groups)
  const biases = scratch.biases.fill(STRAY, 0, groups)
  const { host } = memory.columns
  let server = -1
  let biasOfNew = 0
  for (let group = 0; group < groups; group++) {
    if (!memory.isListed(group)) continue
    // directories that nobody has looked into are believed to be like their server, and most lie side by side
    const isNew = memory.isNew(group)
    if (isNew && host[group] === server) {
      biases[group] = biasOfNew
      continue
    }
    const bias = (biases[group] = biasFor(group, memory))
    if (!isNew) continue
    server = host[group]
    biasOfNew = bias
  }
  return biases
}

/** The pages of the last look, in the order in which they were met: the same in every replay. */
export function eachQueued(
  { queue: { order, known, groupOf } }: QueueLook,
  onPage: (page: PageId, step: number) => void,
): void {
  const { steps } = scratch
  for (let i = 0; i < known; i++) {
    const page = order[i]
    if (page < groupOf.length && steps[page] !== 0) onPage(page, steps[page] - 1)
  }
}
