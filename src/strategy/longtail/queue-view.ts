/**
 * A look at the whole queue: how many pages wait at each step of promise, and what the models expect of them. It costs a pass over all
 * pages, so that it is taken now and then.
 */
import type { PageId } from '../../contracts.js'
import { sigmoid } from '../../learn/index.js'
import { biasOf, LEVELS, logitAt } from '../log-odds-places.js'
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

/** A view that can also be gone through, page by page, until the queue changes. */
export interface QueueLook extends QueueView {
  readonly queue: Queue
  /** By group: its bias, for groups of pages that wait. */
  readonly biases: Int32Array
}

/** Chance and step at each place, from -LEVELS on: a look asks for millions. */
const PLACES = 3 * LEVELS
const CHANCE = Float64Array.from({ length: PLACES }, (_, i) => sigmoid(logitAt(i - LEVELS)))
const STEP = Uint8Array.from({ length: PLACES }, (_, i) => stepOf(logitAt(i - LEVELS)))
const UNKNOWN = 0x7fffffff

const indexOf = (place: number): number => Math.max(0, Math.min(PLACES - 1, place + LEVELS))

/** The step at which a page of this level and of a group with these log-odds waits. */
export function stepAt(level: number, groupLogit: number): number {
  return STEP[indexOf(level - biasOf(groupLogit))]
}

/** By page: whether it waits. */
export const isQueued = (level: number): boolean => level !== 0 && level <= LEVELS

/** A pass over all page numbers reads memory in its order and is so many times as fast per page as one over pages in theirs. */
const FASTER = 8

export function lookAt(queue: Queue, memory: ServerMemory): QueueLook {
  const { order, known, held, groupOf, groups } = queue
  const biases = new Int32Array(groups).fill(UNKNOWN)
  // counted by place: the sum is then the same whichever way the pages are numbered
  const places = new Uint32Array(PLACES)
  function count(page: PageId): void {
    const level = held[page]
    if (!isQueued(level)) return
    const group = groupOf[page]
    if (biases[group] === UNKNOWN) biases[group] = biasOf(memory.logit(group))
    places[indexOf(level - biases[group])]++
  }
  const numbers = Math.min(held.length, groupOf.length)
  if (numbers < FASTER * known) for (let page = 0; page < numbers; page++) count(page)
  else for (let i = 0; i < known; i++) if (order[i] < numbers) count(order[i])
  const pages = new Float64Array(STEPS)
  const chances = new Float64Array(STEPS)
  places.forEach((found, place) => {
    pages[STEP[place]] += found
    chances[STEP[place]] += found * CHANCE[place]
  })
  return { pages, chances, queue, biases }
}

/** In the order in which pages were met: the same in every replay. */
export function eachQueued(
  { queue: { order, known, held, groupOf }, biases }: QueueLook,
  onPage: (page: PageId, step: number) => void,
): void {
  for (let i = 0; i < known; i++) {
    const page = order[i]
    if (isQueued(held[page]) && page < groupOf.length) onPage(page, STEP[indexOf(held[page] - biases[groupOf[page]])])
  }
}
