/** What a test process and the process that started it say to each other. */

export type Outcome = 'passed' | 'failed' | 'skipped'

/** The result of one test. */
export interface TestResult {
  /** Its name, after the names of the suites and tests around it. */
  readonly name: string
  readonly outcome: Outcome
  readonly ms: number
  /** The error as text, in full, when the test failed. */
  readonly error: string
}

export type ToParent =
  | { readonly kind: 'test'; readonly result: TestResult }
  /** Something that belongs to no test, such as an error that arrived after its test had ended. */
  | { readonly kind: 'warning'; readonly text: string }
  /** All tests of the file have ended. `cpuMs` is the CPU time of the process so far, with that of its ended children. */
  | { readonly kind: 'file-ended'; readonly cpuMs: number }

export type ToTestProcess = { readonly kind: 'file'; readonly url: string } | { readonly kind: 'end' }

/** Names of tests that are not tests: see `test-process.ts`. */
export const END_OF_FILE = '(end of file)'
export const NEXT_FILE = '(waits for the next file)'
