/** Progress of work that is not a crawl: one line on a terminal, a plain line now and then elsewhere; Ctrl-C aborts. */
import { fitted, timed } from './terminal-lines.js'

const PLAIN_EVERY_MS = 10_000
const REDRAW_MS = 100

export interface WorkDisplay {
  readonly signal: AbortSignal
  /** Called as often as one likes. */
  update(line: string): void
  note(message: string): void
  end(): void
}

export function showWork(stream: NodeJS.WriteStream, onInterrupt: string): WorkDisplay {
  const isTerminal = stream.isTTY === true
  const abort = new AbortController()
  let shownAt = Date.now()
  let isDrawn = false
  const note = (message: string): void => {
    stream.write(isDrawn ? `\r\x1b[2K${message}\n` : `${message}\n`)
    isDrawn = false
  }
  const interrupt = (): void => {
    // the second time somebody means it
    if (abort.signal.aborted) process.exit(INTERRUPTED)
    note(onInterrupt)
    abort.abort()
  }
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt)
  return {
    signal: abort.signal,
    note,
    update(line) {
      const now = Date.now()
      if (now - shownAt < (isTerminal ? REDRAW_MS : PLAIN_EVERY_MS)) return
      shownAt = now
      isDrawn = isTerminal
      stream.write(isTerminal ? `\r\x1b[2K${fitted(line, stream)}` : timed(line))
    },
    end() {
      process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
      if (isDrawn) stream.write('\r\x1b[2K')
      isDrawn = false
    },
  }
}

/** To be called before anything is said: whoever reads an address may end us at once. */
export function untilInterrupted(): Promise<void> {
  return new Promise(done => {
    process.once('SIGINT', done)
    process.once('SIGTERM', done)
  })
}

export interface Work<Summary> {
  readonly json: boolean | undefined
  /** Said at Ctrl-C. */
  readonly onInterrupt: string
  /** The summary for people. */
  inShort(summary: Summary): string
  run(display: WorkDisplay): Promise<Summary>
}

/** What a shell expects of a command that Ctrl-C ended: `export … && upload` must not go on. */
export const INTERRUPTED = 130

/** Shows the work and prints its summary. Ctrl-C ends with exit code 130, and `{"stopped": "interrupted"}` for programs. */
export async function runWork<Summary>({ json, onInterrupt, inShort, run }: Work<Summary>): Promise<void> {
  const display = showWork(process.stderr, onInterrupt)
  try {
    const summary = await run(display)
    // first: both may be one terminal, and the line of progress stands on it
    display.end()
    console.log(json === true ? JSON.stringify(summary) : inShort(summary))
  } catch (error) {
    if (!display.signal.aborted) throw error
    process.exitCode = INTERRUPTED
    if (json === true) console.log(JSON.stringify({ stopped: 'interrupted', files: [] }))
  } finally {
    display.end()
  }
}
