import type { WarcRecord } from './record-walk.js'
import { targetUri } from './exchange-of.js'

/** What may change hands with a server without asking it to do something. */
const ASKING = /^(?:GET|HEAD) /i
const ANSWERS = new Set(['response', 'revisit', 'resource'])

/**
 * The answers in a row of records, without those to POST and other requests that change something. What was asked is written in the
 * request, which stands before or after its answer: an answer waits for the record behind it.
 */
export class SafeResponses {
  private pending: WarcRecord | null = null
  private lastPost = ''

  /** `take` is given the answer, and what stands behind it and is no request. */
  constructor(
    private readonly take: (answer: WarcRecord, behind: WarcRecord | null) => void,
    private readonly onLeftOut: () => void = () => {},
  ) {}

  /** Where reading may go on later, so that no answer is missed: `last`, the record seen last, or the answer that waits. Null: not here. */
  resumeAt(last: number): number | null {
    return this.lastPost === '' ? (this.pending?.offset ?? last) : null
  }

  see(record: WarcRecord): void {
    const { pending } = this
    if (record.type === 'request') {
      if (ASKING.test(record.block.toString('latin1', 0, 8))) return
      const url = targetUri(record)
      if (pending === null || targetUri(pending) !== url) this.lastPost = url
      else {
        this.pending = null
        this.onLeftOut()
      }
      return
    }
    this.end(record)
    if (!ANSWERS.has(record.type)) return
    if (this.lastPost === '' || targetUri(record) !== this.lastPost) this.pending = record
    else this.onLeftOut()
    this.lastPost = ''
  }

  end(behind: WarcRecord | null = null): void {
    if (this.pending !== null) this.take(this.pending, behind)
    this.pending = null
  }
}
