export interface Outcome {
  readonly pages: number
  /** Addresses of pages that are wanted, as they were seen. */
  readonly wanted: ReadonlySet<string>
  readonly rendered: number
  /** Of these, pages that gained by it; null where nobody tells. */
  readonly needed: number | null
  readonly seconds: number
  readonly cpuSeconds: number
  readonly browserSeconds: number
}
