/**
 * Fewer points, the same picture. Where a stretch of the axis holds more points than can be seen, its first, lowest, highest
 * and last stay, so peaks never disappear; then points that lie on the line between their neighbours go.
 */
import type { Point } from './chart.js'

/** Places on the paper, by rising x; at most `limit` of them come back. */
export function decimate(points: readonly Point[], limit = 600): readonly Point[] {
  if (points.length <= limit) return points
  const stretches = Math.max(1, Math.floor(limit / 4))
  const start = points[0][0]
  const width = points[points.length - 1][0] - start
  if (!(width > 0)) return [points[0], points[points.length - 1]]
  const kept: Point[] = []
  let i = 0
  for (let stretch = 0; stretch < stretches && i < points.length; stretch++) {
    const end = stretch === stretches - 1 ? Infinity : start + ((stretch + 1) / stretches) * width
    const first = i
    let lowest = i
    let highest = i
    while (i < points.length && points[i][0] < end) {
      if (points[i][1] < points[lowest][1]) lowest = i
      if (points[i][1] > points[highest][1]) highest = i
      i++
    }
    if (i === first) continue
    const chosen = new Set([first, lowest, highest, i - 1])
    for (const index of [...chosen].sort((a, b) => a - b)) kept.push(points[index])
  }
  return kept
}

/** Ramer–Douglas–Peucker: what lies within `tolerance` of the drawn line is left out. */
export function simplify(points: readonly Point[], tolerance: number): readonly Point[] {
  if (points.length < 3) return points
  const keep = new Uint8Array(points.length)
  keep[0] = keep[points.length - 1] = 1
  const ranges: [number, number][] = [[0, points.length - 1]]
  for (let range = ranges.pop(); range !== undefined; range = ranges.pop()) {
    const [from, to] = range
    let farthest = -1
    let distance = tolerance
    for (let i = from + 1; i < to; i++) {
      const away = distanceToLine(points[i], points[from], points[to])
      if (away > distance) {
        distance = away
        farthest = i
      }
    }
    if (farthest < 0) continue
    keep[farthest] = 1
    ranges.push([from, farthest], [farthest, to])
  }
  return points.filter((_, index) => keep[index] === 1)
}

function distanceToLine(point: Point, from: Point, to: Point): number {
  const dx = to[0] - from[0]
  const dy = to[1] - from[1]
  const length = Math.hypot(dx, dy)
  if (length === 0) return Math.hypot(point[0] - from[0], point[1] - from[1])
  return Math.abs(dx * (point[1] - from[1]) - dy * (point[0] - from[0])) / length
}

/** The part of a curve up to `end`, with a last point on the border. */
export function upTo(points: readonly Point[], end: number): readonly Point[] {
  const after = points.findIndex(([x]) => x > end)
  if (after < 0) return points
  if (after === 0) return []
  const [x0, y0] = points[after - 1]
  const [x1, y1] = points[after]
  const border: Point = [end, y0 + ((end - x0) / (x1 - x0)) * (y1 - y0)]
  return [...points.slice(0, after), border]
}

/** y at `x` on the line through the points; undefined outside. */
export function valueAt(points: readonly Point[], x: number): number | undefined {
  if (points.length === 0 || x < points[0][0] || x > points[points.length - 1][0]) return undefined
  let low = 0
  let high = points.length - 1
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (points[middle][0] <= x) low = middle
    else high = middle
  }
  const [x0, y0] = points[low]
  const [x1, y1] = points[high]
  return x1 === x0 ? y1 : y0 + ((x - x0) / (x1 - x0)) * (y1 - y0)
}
