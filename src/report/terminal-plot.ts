/** Curves in a terminal, drawn with letters: one per curve, `*` where they meet. */
export interface Curve {
  readonly letter: string
  readonly label: string
  /** y for each x, equally spaced from 0 to `xMax`; y is 0…1. */
  readonly points: readonly number[]
}

export interface PlotOptions {
  readonly title: string
  readonly xLabel: string
  readonly xMax: number
  readonly width?: number
  readonly height?: number
}

export function plotCurves(curves: readonly Curve[], options: PlotOptions): string {
  const width = options.width ?? 64
  const height = options.height ?? 11
  const rows = Array.from({ length: height }, () => new Array<string>(width).fill(' '))
  for (const { letter, points } of curves) {
    if (points.length === 0) continue
    for (let x = 0; x < width; x++) {
      const value = points[Math.min(points.length - 1, Math.floor((x / (width - 1)) * (points.length - 1)))]
      const y = height - 1 - Math.round(Math.min(1, Math.max(0, value)) * (height - 1))
      rows[y][x] = rows[y][x] === ' ' ? letter : '*'
    }
  }
  const lines = rows.map((row, y) => {
    const percent = Math.round((100 * (height - 1 - y)) / (height - 1))
    return `${y % 5 === 0 ? `${percent} %` : ''}`.padStart(6) + ` │${row.join('').trimEnd()}`
  })
  const right = String(options.xMax)
  return [
    options.title,
    ...lines,
    `${' '.repeat(7)}└${'─'.repeat(width)}`,
    `${' '.repeat(8)}0${options.xLabel.padStart(Math.floor((width + options.xLabel.length) / 2) - 1).padEnd(width - 1 - right.length)}${right}`,
    ...curves.map(({ letter, label }) => `${' '.repeat(8)}${letter}  ${label}`),
  ].join('\n')
}

/** Share of relevant pages among the first 1, 2, 3 … pages. */
export function cumulativeShare(relevant: readonly boolean[]): number[] {
  let found = 0
  return relevant.map((isRelevant, index) => {
    if (isRelevant) found++
    return found / (index + 1)
  })
}
