/**
 * Carries what the partitions of a worker have for others, and what others have for them. What one partition of the worker has for another
 * one needs no engine: should the worker die with it, it is sent again, as if an engine had lost it.
 */
import { asError } from '../../errors.js'
import type { AbsorbedEntry, LessonsEntry } from '../../collection/log/entry.js'
import { steadyNow } from '../../steady-clock.js'
import { NO_ENGINE, type Delivery, type Engine, type LinkBatch, type TaughtExample } from '../engine.js'
import type { Partition } from './partition.js'
import { isAway } from './away.js'
import type { Worker } from './worker.js'

/** Of a worker that has pages to fetch. */
const ROUNDS_PER_DELIVERY = 5
/** Links wait for so long to be safe on the disk together with others; unless nothing else is to be fetched, which they might end. */
const PATIENCE_MS = 2000
/** What partitions learn from each other is one line in each of their logs for all examples of about so long. */
const LESSONS_EVERY_MS = 2000
const MOST_LESSONS = 500
/** Logs are compressed to a fifth and books are not: where many workers have few partitions each, copies in their logs take less. */
const COPIES_PER_BOOK = 5

export class Mail implements Pick<Engine, 'send' | 'acknowledge'> {
  /** Of our partitions, and of others. */
  private taught: TaughtExample[] = []
  private heard: TaughtExample[] = []
  private learnAt = 0
  private rounds = 0
  private readonly sentAt = new Map<Partition, number>()
  /** From here to here. */
  private own: Delivery[] = []

  constructor(private readonly worker: Worker) {}

  teach(lesson: TaughtExample): void {
    this.taught.push(lesson)
  }

  async send(to: number, batch: LinkBatch): Promise<boolean> {
    const { held, options } = this.worker
    if (!held.has(to)) return options.engine.send(to, batch)
    this.own.push({ partition: to, id: NO_ENGINE, batch })
    return true
  }

  acknowledge(partition: number, id: string): Promise<void> {
    return this.worker.options.engine.acknowledge(partition, id)
  }

  async carry(): Promise<void> {
    const { worker } = this
    // what comes and goes together costs less; but who has nothing to do waits for it
    if (worker.hasWork && this.rounds++ % ROUNDS_PER_DELIVERY !== 0) return
    const held = [...this.worker.held.values()]
    try {
      await Promise.all(held.map(partition => this.makeSafe(partition)))
      await Promise.all(held.map(partition => this.orLose(partition, () => partition.send())))
      await this.collect()
      if (steadyNow() >= this.learnAt || this.taught.length > MOST_LESSONS) await this.learn()
      await Promise.all(held.map(partition => partition.acknowledge()))
    } catch (error) {
      // what could not be sent waits
      if (!isAway(error)) throw error
      this.accept([])
    }
    worker.pump()
  }

  private async makeSafe(partition: Partition): Promise<void> {
    const now = steadyNow()
    const since = now - (this.sentAt.get(partition) ?? -Infinity)
    if (since < PATIENCE_MS && this.worker.hasWork) return
    this.sentAt.set(partition, now)
    await this.orLose(partition, () => partition.makeSafe())
  }

  private async orLose(partition: Partition, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (isAway(error)) throw error
      this.worker.lose(partition, asError(error))
    }
  }

  private async collect(): Promise<void> {
    const { held, options } = this.worker
    const some = this.accept(await options.engine.collect([...held.keys()]))
    for (const partition of held.values()) if (!some.has(partition)) partition.accept([])
  }

  /** What an engine has is older than what never left. Returns who got something. */
  private accept(came: readonly Delivery[]): Set<Partition> {
    const { held } = this.worker
    const some = new Map<Partition, Delivery[]>()
    for (const delivery of [...came, ...this.own.splice(0)]) {
      const partition = held.get(delivery.partition)
      if (partition === undefined) continue
      const known = some.get(partition)
      if (known === undefined) some.set(partition, [delivery])
      else known.push(delivery)
    }
    for (const [partition, deliveries] of some) partition.accept(deliveries)
    return new Set(some.keys())
  }

  private async learn(): Promise<void> {
    const { held, options } = this.worker
    this.learnAt = steadyNow() + (options.pace?.lessonsMs ?? LESSONS_EVERY_MS)
    const own = this.taught.splice(0)
    if (own.length > 0) await options.engine.teach(options.worker, own)
    this.heard.push(...(await options.engine.lessons(options.worker)))
    const lessons = [...own, ...this.heard.splice(0)]
    if (lessons.length === 0) return
    const from = lessons.map(lesson => lesson.from)
    const examples = lessons.map(({ example }) => example)
    const entry: AbsorbedEntry = { t: 'absorbed', from, examples }
    const pupils = [...held.values()].filter(({ number }) => from.some(other => other !== number))
    if (pupils.length === 0) return
    const book = pupils.length > COPIES_PER_BOOK ? this.worker.book : null
    const line: AbsorbedEntry | LessonsEntry =
      book === null ? entry : { t: 'lessons', place: book.add(JSON.stringify({ from, examples })) }
    const text = JSON.stringify(line)
    for (const partition of pupils) partition.learn(entry, text)
  }
}
