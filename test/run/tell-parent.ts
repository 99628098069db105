/** The reporter of a test process: sends the results to the parent and prints nothing. */
import { readFileSync } from 'node:fs'
import type { TestEvent } from 'node:test/reporters'
import { inspect } from 'node:util'
import { END_OF_FILE, NEXT_FILE, type Outcome, type ToParent } from './messages.js'

/** The closing lines of node:test, which count also what is no test. */
const STATISTICS = /^(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) [\d.]+$/
const TICKS_PER_SECOND = 100

export default async function* tellParent(events: AsyncIterable<TestEvent>): AsyncGenerator<never> {
  const names: string[] = []
  for await (const event of events) {
    if (event.type === 'test:start') {
      names.length = event.data.nesting
      names.push(event.data.name)
    } else if (event.type === 'test:pass' || event.type === 'test:fail') {
      const { data } = event
      if (data.name === END_OF_FILE) tell({ kind: 'file-ended', cpuMs: cpuMs() })
      if (data.name === END_OF_FILE || data.name === NEXT_FILE) continue
      const failed = event.type === 'test:fail' && data.todo === undefined
      const error = event.type === 'test:fail' ? errorText(event.data.details.error) : ''
      // a suite is no test; it fails by itself only when one of its hooks does
      if (data.details.type === 'suite' && error === '') continue
      const outcome: Outcome = failed ? 'failed' : (data.skip ?? data.todo) !== undefined ? 'skipped' : 'passed'
      const name = [...names.slice(0, data.nesting), data.name].join(' › ')
      tell({ kind: 'test', result: { name, outcome, ms: data.details.duration_ms, error } })
    } else if (event.type === 'test:diagnostic' && !STATISTICS.test(event.data.message)) {
      tell({ kind: 'warning', text: event.data.message })
    }
  }
}

function tell(message: ToParent): void {
  if (process.connected) process.send?.(message)
}

/** node:test wraps what a test threw; a test that only failed because of those inside it has no error of its own. */
function errorText(error: Error): string {
  const cause: unknown = error.cause ?? error
  return 'failureType' in error && error.failureType === 'subtestsFailed' ? '' : inspect(cause, { depth: 10 })
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return Math.round((user + system) / 1000 + childrenCpuMs())
}

/** CPU time of the child processes that have ended; 0 where the system does not tell. */
function childrenCpuMs(): number {
  try {
    // the fields after the name, which is in parentheses: cutime and cstime are the 14th and 15th of them
    const fields = readFileSync('/proc/self/stat', 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return ((Number(fields[13]) + Number(fields[14])) * 1000) / TICKS_PER_SECOND
  } catch {
    return 0
  }
}
