/** One test process seen from its parent: takes a file, gives its result. */
import { fork, type ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { TestResult, ToParent, ToTestProcess } from './messages.js'

export interface FileResult {
  readonly file: string
  readonly tests: readonly TestResult[]
  /** What went wrong outside of the tests. */
  readonly troubles: readonly string[]
  /** What the tests wrote to their standard output and error. */
  readonly output: string
  readonly ms: number
  readonly cpuMs: number
}

export function hasFailed(result: FileResult): boolean {
  return result.troubles.length > 0 || result.tests.some(test => test.outcome === 'failed')
}

/** What has been heard about the file that runs now. */
interface Heard {
  readonly tests: TestResult[]
  readonly troubles: string[]
  output: string
}

export class TestChild {
  readonly #child: ChildProcess
  readonly #closed: Promise<void>
  /** Its directory for temporary files: what other processes leave in theirs is not seen, and what it leaves is removed. */
  readonly #scratch = mkdtempSync(join(tmpdir(), 'longtail-tests-'))
  #heard: Heard = { tests: [], troubles: [], output: '' }
  #cpuMs = 0
  #cpuMsBefore = 0
  #fileEnded = (): void => undefined
  #exit = ''
  #anyFailed = false

  constructor() {
    // some tests go on as another user
    chmodSync(this.#scratch, 0o711)
    this.#child = fork(fileURLToPath(new URL('test-process.js', import.meta.url)), {
      execArgv: [`--test-reporter=${new URL('tell-parent.js', import.meta.url).href}`],
      env: { ...process.env, TMPDIR: this.#scratch },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // a process group of its own, so that what the tests started can be ended with it
      detached: true,
    })
    const hear = (text: string): void => void (this.#heard.output += text)
    this.#child.stdout?.setEncoding('utf8').on('data', hear)
    this.#child.stderr?.setEncoding('utf8').on('data', hear)
    this.#child.on('message', (message: ToParent) => this.#take(message))
    this.#child.on('error', error => this.#heard.troubles.push(String(error)))
    // what it started may hold its output open
    this.#child.once('exit', () => this.kill())
    this.#closed = new Promise(resolve => {
      this.#child.once('close', (code, signal) => {
        this.#exit = signal ?? `code ${code}`
        resolve()
      })
    })
  }

  /** Runs a file. The result has trouble when the process ends before the file does, or the file takes longer than the limit. */
  async run(file: string, limitMs: number): Promise<FileResult> {
    const start = performance.now()
    const ended = new Promise<void>(resolve => (this.#fileEnded = resolve))
    this.#send({ kind: 'file', url: pathToFileURL(file).href })
    await this.#within(limitMs, ended)
    if (this.#exit !== '') this.#heard.troubles.push(`the process ended with ${this.#exit} before all tests had`)
    else if (this.#heard.tests.length === 0) this.#heard.troubles.push('has no tests')
    return this.#result(file, performance.now() - start)
  }

  /** Ends the process. The result has trouble when something that its files left behind keeps it alive, or fails. */
  async end(name: string, limitMs: number): Promise<FileResult> {
    const start = performance.now()
    this.#send({ kind: 'end' })
    const alive = this.#exit === ''
    await this.#within(limitMs, this.#closed)
    this.kill()
    this.#removeScratch()
    // a process in which a test failed ends with code 1
    const expected = this.#exit === 'code 0' || (this.#exit === 'code 1' && this.#anyFailed)
    if (alive && !expected) this.#heard.troubles.push(`ended with ${this.#exit}`)
    return this.#result(name, performance.now() - start)
  }

  /** Ends the process and all that it started, at once. */
  kill(): void {
    try {
      process.kill(-this.#child.pid!, 'SIGKILL')
    } catch {
      // the group has ended
    }
  }

  #removeScratch(): void {
    try {
      rmSync(this.#scratch, { recursive: true, force: true, maxRetries: 10 })
    } catch (error) {
      this.#heard.troubles.push(`left something that cannot be removed: ${String(error)}`)
    }
  }

  /** Waits for something, or for the end of the process, which comes soon when the time is over. */
  async #within(limitMs: number, something: Promise<void>): Promise<void> {
    const timer = setTimeout(() => {
      this.#heard.troubles.push(`did not end within ${limitMs / 1000} s`)
      this.kill()
    }, limitMs)
    await Promise.race([something, this.#closed])
    clearTimeout(timer)
  }

  #take(message: ToParent): void {
    if (message.kind === 'test') {
      this.#heard.tests.push(message.result)
      this.#anyFailed ||= message.result.outcome === 'failed'
    } else if (message.kind === 'warning') this.#heard.troubles.push(message.text)
    else {
      this.#cpuMs = message.cpuMs
      // what the file wrote comes through other pipes, which may be read after this one
      setImmediate(() => setImmediate(this.#fileEnded))
    }
  }

  #send(message: ToTestProcess): void {
    // a process that has ended is seen by its end
    if (this.#child.connected) this.#child.send(message, () => undefined)
  }

  #result(file: string, ms: number): FileResult {
    const result = { file, ...this.#heard, ms, cpuMs: this.#cpuMs - this.#cpuMsBefore }
    this.#heard = { tests: [], troubles: [], output: '' }
    this.#cpuMsBefore = this.#cpuMs
    return result
  }
}
