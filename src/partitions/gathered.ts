/** Calls of one moment that travel together: a command costs as much as what it carries. */
import { asError } from '../errors.js'

interface Waiting<Call, Answer> {
  readonly call: Call
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: Error) => void
}

export class Gathered<Call, Answer> {
  private waiting: Waiting<Call, Answer>[] = []

  /** `perform` gets them in the order in which they came, at most so many at a time, and answers each. */
  constructor(
    private readonly perform: (calls: readonly Call[]) => Promise<readonly Answer[]>,
    private readonly most = Infinity,
  ) {}

  do(call: Call): Promise<Answer> {
    if (this.waiting.length === 0) setImmediate(() => void this.flush())
    return new Promise((resolve, reject) => this.waiting.push({ call, resolve, reject }))
  }

  private async flush(): Promise<void> {
    const all = this.waiting
    this.waiting = []
    for (let from = 0; from < all.length; from += this.most) {
      const some = all.slice(from, from + this.most)
      try {
        const answers = await this.perform(some.map(({ call }) => call))
        some.forEach(({ resolve }, i) => resolve(answers[i]))
      } catch (error) {
        for (const { reject } of some) reject(asError(error))
      }
    }
  }
}
