/** Says on standard output how the files went: a line for each, the errors of failing tests in full, and a summary. */
import { hasFailed, type FileResult } from './child.js'
import type { Outcome, TestResult } from './messages.js'

/** How many slow tests the summary names, and from when on a test is slow. */
const SLOWEST = 10
const SLOW_MS = 2000

export class Report {
  readonly #write: (text: string) => void
  readonly #results: FileResult[] = []

  constructor(write: (text: string) => void) {
    this.#write = write
  }

  add(result: FileResult): void {
    this.#results.push(result)
    const mark = hasFailed(result) ? '✗' : '✓'
    this.#write(`${mark} ${result.file} (${result.tests.length} tests, ${seconds(result.ms)})\n`)
    if (hasFailed(result)) this.#write(failures(result))
  }

  /** True when tests ran and none failed. */
  get good(): boolean {
    return this.#results.some(result => result.tests.length > 0) && !this.#results.some(hasFailed)
  }

  /** Ends with a line of counts alone on its line, which programs read. A file that failed as a whole counts as one failure. */
  summary(): string {
    const failed = this.#results.filter(hasFailed)
    const slowest = this.#results
      .flatMap(result => result.tests.map(test => ({ file: result.file, test })))
      .filter(({ test }) => test.ms >= SLOW_MS)
      .sort((a, b) => b.test.ms - a.test.ms)
      .slice(0, SLOWEST)
    const counts = `${this.#count('passed')} passed, ${this.#count('failed') + failed.filter(wholeFile).length} failed`
    const skipped = this.#count('skipped')
    return [
      ...(slowest.length === 0 ? [] : ['\nThe slowest tests:']),
      ...slowest.map(({ file, test }) => `  ${seconds(test.ms).padStart(7)}  ${file}: ${test.name}`),
      ...(failed.length === 0 ? [] : ['\nFailed:', ...failed.flatMap(failureNames).map(name => `  ${name}`)]),
      '',
      skipped === 0 ? counts : `${counts}, ${skipped} skipped`,
      '',
    ].join('\n')
  }

  /** One line per test: file, milliseconds, outcome, name. */
  times(): string {
    return this.#results
      .flatMap(({ file, tests, ms, cpuMs }) => [
        [file, Math.round(ms), Math.round(cpuMs), 'file', ''],
        ...tests.map(test => [file, Math.round(test.ms), '', test.outcome, test.name.replaceAll(/\s+/g, ' ')]),
      ])
      .map(fields => `${fields.join('\t')}\n`)
      .join('')
  }

  #count(outcome: Outcome): number {
    return this.#results.reduce((sum, { tests }) => sum + tests.filter(test => test.outcome === outcome).length, 0)
  }
}

function failedTests(result: FileResult): TestResult[] {
  return result.tests.filter(test => test.outcome === 'failed')
}

function wholeFile(result: FileResult): boolean {
  return result.troubles.length > 0
}

function failures(result: FileResult): string {
  const parts = failedTests(result).map(test => `  ✗ ${test.name}\n${indented(test.error)}`)
  const troubles = result.troubles.map(trouble => indented(trouble))
  const output = result.output === '' ? [] : [`  its output:\n${indented(result.output)}`]
  return [...parts, ...troubles, ...output].join('')
}

function failureNames(result: FileResult): string[] {
  return [
    ...failedTests(result).map(test => `${result.file}: ${test.name}`),
    ...result.troubles.map(trouble => `${result.file}: ${trouble.split('\n')[0]}`),
  ]
}

function indented(text: string): string {
  return text === '' ? '' : `${text.trimEnd().replaceAll(/^/gm, '    ')}\n`
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}
