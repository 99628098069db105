/** The thread's end of thread-pool.ts: jobs come in, several to a message, and are done one after the other. */
import { parentPort, workerData } from 'node:worker_threads'
import { messageOf } from '../errors.js'
import { isToThread, sentError, type FromThread, type Outcome } from './messages.js'

export interface Service<Job, Answer> {
  readonly isJob: (value: unknown) => value is Job
  /** What it throws is the failure of that job. */
  handle(job: Job): Answer | Promise<Answer>
  /** Memory of an answer that moves to the pool instead of being copied. */
  transfer?(answer: Answer): readonly ArrayBuffer[]
  /** What all threads are told beside their jobs (`ThreadPool.tell`). */
  told?(value: unknown): void
  /** The thread ends now. It is called between two jobs, or while one waits. */
  close?(): void
}

/**
 * `open`: given what the threads are started with. A LongtailError of it is what the pool gives up with; others may be bad luck,
 * and another thread is tried.
 */
export async function serveJobs<Job, Answer>(
  open: (data: unknown) => Service<Job, Answer> | Promise<Service<Job, Answer>>,
): Promise<void> {
  const port = parentPort
  if (port === null) throw new Error('this file runs as a worker thread only')
  const say = (message: FromThread, transfer: readonly ArrayBuffer[] = []): void => port.postMessage(message, transfer)
  let service: Service<Job, Answer>
  try {
    service = await open(workerData)
  } catch (error) {
    say({ unstarted: sentError(error) })
    process.exit(1)
  }
  const work = async (jobs: readonly unknown[]): Promise<void> => {
    const outcomes: Outcome[] = []
    const transfer: ArrayBuffer[] = []
    for (const job of jobs) {
      try {
        if (!service.isJob(job)) throw new TypeError('the job was not as expected')
        const answer = await service.handle(job)
        outcomes.push({ answer })
        if (service.transfer !== undefined) transfer.push(...service.transfer(answer))
      } catch (error) {
        outcomes.push({ error: sentError(error) })
      }
    }
    try {
      say({ outcomes }, transfer)
    } catch (error) {
      say({ unsent: messageOf(error) })
    }
  }
  let last = Promise.resolve()
  port.on('message', (message: unknown) => {
    if (!isToThread(message)) throw new TypeError('the pool sent an unknown message')
    if ('jobs' in message) last = last.then(() => work(message.jobs))
    else if ('told' in message) service.told?.(message.told)
    else {
      service.close?.()
      process.exit(0)
    }
  })
  say({ ready: true })
}
