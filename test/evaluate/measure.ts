/** What an evaluation reports, and the arithmetic that all of them share. */

/** `id` names the floor in floors.json. Without a floor a measurement is printed as information. */
export interface Measurement {
  readonly id: string
  readonly value: number
  readonly detail: string
}

export interface Counts {
  readonly truePositive: number
  readonly falsePositive: number
  readonly falseNegative: number
}

export function precision({ truePositive, falsePositive }: Counts): number {
  return truePositive + falsePositive === 0 ? 0 : truePositive / (truePositive + falsePositive)
}

export function recall({ truePositive, falseNegative }: Counts): number {
  return truePositive + falseNegative === 0 ? 0 : truePositive / (truePositive + falseNegative)
}

export function f1(counts: Counts): number {
  const p = precision(counts)
  const r = recall(counts)
  return p + r === 0 ? 0 : (2 * p * r) / (p + r)
}

/** One against the rest. */
export function countsOf<T>(items: readonly T[], truth: (item: T) => boolean, said: (item: T) => boolean): Counts {
  let truePositive = 0
  let falsePositive = 0
  let falseNegative = 0
  for (const item of items) {
    if (said(item)) {
      if (truth(item)) truePositive++
      else falsePositive++
    } else if (truth(item)) falseNegative++
  }
  return { truePositive, falsePositive, falseNegative }
}
