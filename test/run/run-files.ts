/**
 * Runs test files in several processes. Each process takes one file after the other: what all of them load is loaded once per
 * process, and a long file holds up no other. A process takes no more files after a failure, because a hook or a fixture that
 * failed in it would fail the tests of other files too.
 *
 * A file fails when one of its tests fails, when its process ends before its tests do, when it takes longer than the limit, and
 * when it has no tests.
 */
import { hasFailed, TestChild, type FileResult } from './child.js'

/** The result of a process that did not end well has, in place of a file, a name that begins so. */
export const END_OF_PROCESS = 'the end of a test process'

export interface RunOptions {
  readonly processes: number
  /** How long one file may take. */
  readonly limitMs: number
  /** How long a process may take to end after its last file. */
  readonly endLimitMs: number
  /** Is told the result of each file when it has ended, and of a process that did not end well. */
  readonly ended: (result: FileResult) => void
  /** Ends the processes at once and starts no more. */
  readonly signal?: AbortSignal
}

/** Resolves when all files have ended. Files start in the order of the list. */
export async function runFiles(files: readonly string[], options: RunOptions): Promise<void> {
  const waiting = [...files]
  const lane = async (): Promise<void> => {
    while (waiting.length > 0 && !options.signal?.aborted) await useOneProcess(waiting, options)
  }
  await Promise.all(Array.from({ length: Math.min(options.processes, files.length) }, lane))
}

async function useOneProcess(waiting: string[], options: RunOptions): Promise<void> {
  const child = new TestChild()
  const kill = (): void => child.kill()
  options.signal?.addEventListener('abort', kill)
  const files: string[] = []
  for (let failed = false; !failed && waiting.length > 0;) {
    const file = waiting.shift()!
    const result = await child.run(file, options.limitMs)
    files.push(file)
    failed = hasFailed(result)
    options.ended(result)
  }
  const end = await child.end(`${END_OF_PROCESS} that ran ${files.join(', ')}`, options.endLimitMs)
  if (hasFailed(end)) options.ended(end)
  options.signal?.removeEventListener('abort', kill)
}
