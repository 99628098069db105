/**
 * Which pages are worth telling other partitions of. What a model learns from a page is in proportion to its error, and most pages of a
 * crawl are what was expected: each of those costs all others as much as a surprise does, and teaches them next to nothing. So surprises are
 * always told, and of the others a draw, the rarer the less they surprise; one that is drawn stands for those that were not (so that what
 * others learn is, on average, what they would learn from all).
 */
import type { SharedExample } from '../../contracts.js'
import { newServerIn } from './page-examples.js'

/** An error from which on every page is told. */
const SURPRISE = 0.25
/** Pages that one may stand for. More would save little, and make what is learned depend on chance. */
const MOST = 8

export class WorthTelling {
  /** Not saved: what was told is in the logs of others. */
  private state = 1

  /** For how many pages the example stands; 0 when it is not told. A server that turned out relevant always is. */
  draw(example: SharedExample, surprise: number): number {
    const isNews = surprise >= SURPRISE || newServerIn(example) !== null
    const times = isNews ? 1 : Math.min(MOST, Math.floor(SURPRISE / surprise))
    // a linear congruential generator (the one of Numerical Recipes)
    this.state = (Math.imul(this.state, 1664525) + 1013904223) >>> 0
    return (this.state / 2 ** 32) * times < 1 ? times : 0
  }
}
