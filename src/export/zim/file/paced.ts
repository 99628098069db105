import { setImmediate } from 'node:timers/promises'

const ROWS_AT_ONCE = 10_000

/** Lets others have a turn now and then, so that Ctrl-C is heard. */
export async function* paced<T>(rows: Iterable<T>, signal: AbortSignal | undefined): AsyncGenerator<T> {
  let count = 0
  for (const row of rows) {
    if (++count % ROWS_AT_ONCE === 0) {
      await setImmediate()
      signal?.throwIfAborted()
    }
    yield row
  }
}
