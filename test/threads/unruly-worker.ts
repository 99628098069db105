/** A thread for the tests of the pool: it does to itself what jobs ask for. */
import { threadId } from 'node:worker_threads'
import { LongtailError } from '../../src/errors.js'
import { checked, hasFields } from '../../src/threads/messages.js'
import { serveJobs } from '../../src/threads/serve-jobs.js'

export type Deed =
  | 'answer'
  | 'bytes'
  | 'throw'
  | 'throw a full disk'
  | 'throw a LongtailError'
  | 'exit'
  | 'exit later'
  | 'crash'
  | 'loop'
  | 'silence'
  | 'fill the memory'
  | 'answer with a function'
  | 'answer with something else'

export interface UnrulyJob {
  readonly deed: Deed
  readonly number: number
}

export interface UnrulyAnswer {
  readonly number: number
  readonly thread: number
  /** Of this thread, before this one. */
  readonly jobsBefore: number
  readonly word: string
  readonly bytes: Uint8Array<ArrayBuffer>
  /** That the answer before this one still has here. */
  readonly bytesLeft: number
}

export interface UnrulyData {
  readonly word: string
  /** Starts so far, in memory that all threads share. */
  readonly starts?: Int32Array
}

let lastBytes = new Uint8Array(0)
let jobsBefore = 0

async function obey({ deed, number }: UnrulyJob, word: string): Promise<unknown> {
  const bytes = new Uint8Array(deed === 'bytes' ? 1_000_000 : 0)
  switch (deed) {
    case 'throw':
      throw new RangeError('thrown')
    case 'throw a full disk':
      throw Object.assign(new Error('no space left'), { code: 'ENOSPC' })
    case 'throw a LongtailError':
      throw new LongtailError('E_MODEL', 'no model', 'retry')
    case 'exit':
      return process.exit(3)
    case 'exit later':
      setTimeout(() => process.exit(4), 1)
      break
    case 'crash':
      setImmediate(() => {
        throw new Error('crashed')
      })
      return new Promise(() => undefined)
    case 'loop':
      for (;;);
    case 'silence':
      return new Promise(() => undefined)
    case 'fill the memory': {
      const kept: number[][] = []
      for (;;) kept.push(Array.from({ length: 1000 }, (_, i) => i * 1.5))
    }
    case 'answer with a function':
      return { number, thread: threadId, jobsBefore, word, bytes, own: (): void => undefined }
    case 'answer with something else':
      return 'else'
    default:
      break
  }
  const bytesLeft = lastBytes.length
  lastBytes = bytes
  return { number, thread: threadId, jobsBefore: jobsBefore++, word, bytes, bytesLeft } satisfies UnrulyAnswer
}

await serveJobs<UnrulyJob, unknown>(data => {
  const isData = hasFields<UnrulyData>('word')
  const { starts } = checked(data, isData)
  let { word } = checked(data, isData)
  if (starts !== undefined && Atomics.add(starts, 0, 1) > 0 && word === 'once') throw new Error('no second one')
  if (word === 'no start') throw new Error('no reason')
  if (word === 'refuse') throw new LongtailError('E_MODEL', 'there is no model: train one')
  return {
    isJob: hasFields<UnrulyJob>('deed', 'number'),
    handle: job => obey(job, word),
    transfer: answer => (hasFields<UnrulyAnswer>('bytes')(answer) ? [answer.bytes.buffer] : []),
    told: value => ({ word } = checked(value, isData)),
  }
})
