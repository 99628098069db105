/**
 * The portfolio: webs of many kinds, each with a judge's verdicts for strategies to see and a truth to measure them by. A family is
 * a set of webs of one kind: constants are chosen with whole families left out.
 */
import type { TestWeb } from '../strategies/truth.js'

export interface PortfolioWeb {
  readonly name: string
  open(): Promise<TestWeb>
}

export interface Family {
  readonly name: string
  /** What its webs are, for people. */
  readonly summary: string
  /** Published strategies that are run here beside those that are run everywhere. */
  readonly alsoRun: readonly string[]
  readonly webs: readonly PortfolioWeb[]
}

export interface FamilyOptions {
  /** Of generated webs. */
  readonly scale: number
  /** Added to every seed: 0 to choose constants with, 100 for what is reported. */
  readonly firstSeed: number
  /** The folder with the development data. */
  readonly data: string
}

/** What several webs have in common is read when the first of them is opened. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null
  return () => (made ??= make())
}
