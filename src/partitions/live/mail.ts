/** Carries what the partitions of a worker have for others, and what others have for them. */
import { asError } from '../../errors.js'
import { steadyNow } from '../../steady-clock.js'
import type { TaughtExample } from '../engine.js'
import type { Partition } from './partition.js'
import { isAway } from './away.js'
import type { Worker } from './worker.js'

/** Links wait for so long to be safe on the disk together with others; unless nothing else is under way, which they might end. */
const PATIENCE_MS = 1000
/** What partitions learn from each other is one line in each of their logs for all examples of about so long. */
const LESSONS_EVERY_MS = 2000
const MOST_LESSONS = 500

export class Mail {
  /** Of our partitions, and of others. */
  private taught: TaughtExample[] = []
  private heard: TaughtExample[] = []
  private learnAt = 0
  private readonly sentAt = new Map<Partition, number>()

  constructor(private readonly worker: Worker) {}

  teach(lesson: TaughtExample): void {
    this.taught.push(lesson)
  }

  async carry(): Promise<void> {
    const held = [...this.worker.held.values()]
    try {
      await Promise.all(held.map(partition => this.send(partition)))
      await this.collect()
      if (steadyNow() >= this.learnAt || this.taught.length > MOST_LESSONS) await this.learn()
      for (const partition of held) await partition.acknowledge()
    } catch (error) {
      // what could not be sent waits
      if (!isAway(error)) throw error
    }
    this.worker.pump()
  }

  private async send(partition: Partition): Promise<void> {
    const now = steadyNow()
    const since = now - (this.sentAt.get(partition) ?? -Infinity)
    const mayWait = since < PATIENCE_MS && this.worker.pagesUnderWay > 0
    if (!mayWait) this.sentAt.set(partition, now)
    try {
      await partition.send(mayWait)
    } catch (error) {
      if (isAway(error)) throw error
      this.worker.lose(partition, asError(error))
    }
  }

  private async collect(): Promise<void> {
    const { held, options } = this.worker
    const deliveries = await options.engine.collect([...held.keys()])
    for (const partition of held.values())
      partition.accept(deliveries.filter(delivery => delivery.partition === partition.number))
  }

  private async learn(): Promise<void> {
    const { held, options } = this.worker
    this.learnAt = steadyNow() + LESSONS_EVERY_MS
    const own = this.taught.splice(0)
    if (own.length > 0) await options.engine.teach(options.worker, own)
    this.heard.push(...(await options.engine.lessons(options.worker)))
    const lessons = [...own, ...this.heard.splice(0)]
    if (lessons.length === 0) return
    for (const partition of held.values()) partition.learn(lessons)
  }
}
