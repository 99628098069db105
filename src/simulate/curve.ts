import type { CurvePoint } from './result.js'

/** The contract promises at least this many points. */
const LEAST = 500
/** A power of two, so that halving keeps the point at 0 and an even spacing. */
const MOST = 2048

/**
 * Samples a run of unknown length at even distances: every page at first; whenever there are too many points, every
 * second one goes and the distance doubles.
 */
export class CurveSampler {
  /** The next point is due at this many pages. */
  next = 0
  private step = 1
  private points: CurvePoint[] = []

  add(point: CurvePoint): void {
    if (this.points.length === MOST) {
      this.points = this.points.filter((_, i) => i % 2 === 0)
      this.step *= 2
    }
    // the point that doubled the distance may itself be off the new grid; it is kept and the grid goes on from 0
    this.points.push(point)
    this.next = (Math.floor(point.pages / this.step) + 1) * this.step
  }

  /** All points and the last one; a short run repeats its end. */
  finish(last: CurvePoint): CurvePoint[] {
    if (this.points.at(-1)?.pages === last.pages) this.points.pop()
    this.points.push(last)
    while (this.points.length < LEAST) this.points.push(last)
    return this.points
  }
}
