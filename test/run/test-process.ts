/**
 * A process that runs test files one after the other, as its parent names them. Importing a file registers its tests with
 * node:test, which runs them in order. Two more tests follow those of each file: the result of the first says that the file has
 * ended, and the second waits for the next file, because node:test takes no more tests once it has none left to run. The results
 * go to the parent through `tell-parent.ts`, which is the reporter of this process.
 */
import { test } from 'node:test'
import { END_OF_FILE, NEXT_FILE, type ToTestProcess } from './messages.js'

/** Long before the parent has had enough. */
const STILL_OPEN_MS = 60_000

let goOn = waitForNextFile()

process.on('disconnect', leave)
process.on('message', (message: ToTestProcess) => {
  if (message.kind === 'file') void runFile(message.url)
  else {
    // from here on only what the files left open keeps the process alive
    process.channel?.unref()
    setInterval(() => {
      console.error(`still open: ${process.getActiveResourcesInfo().join(', ')}`)
    }, STILL_OPEN_MS).unref()
    goOn()
  }
})

/** Without its parent nobody would read the results. */
function leave(): void {
  process.exit(1)
}

async function runFile(url: string): Promise<void> {
  try {
    await import(url)
  } catch (error) {
    void test('the file can be loaded', () => {
      throw error
    })
  }
  void test(END_OF_FILE, () => undefined)
  const before = goOn
  goOn = waitForNextFile()
  before()
}

/** Registers the test that waits. Returns what ends it. */
function waitForNextFile(): () => void {
  let end = (): void => undefined
  const ended = new Promise<void>(resolve => (end = resolve))
  void test(NEXT_FILE, () => ended)
  return end
}
