/** What cannot be answered as asked. Thrown while a request is read or handled; the server makes a page of it. */
export type RefusalReason =
  | 'bad request'
  | 'not found'
  | 'bad method'
  | 'too large'
  | 'bad type'
  | 'forged'
  | 'not admin'
  | 'too many'
  | 'wrong host'
  | 'failed'

export const STATUS_OF: Readonly<Record<RefusalReason, number>> = {
  'bad request': 400,
  forged: 403,
  'not admin': 403,
  'not found': 404,
  'bad method': 405,
  'too large': 413,
  'bad type': 415,
  'wrong host': 421,
  'too many': 429,
  failed: 500,
}

export class Refusal extends Error {
  constructor(
    readonly reason: RefusalReason,
    /** For 429. */
    readonly waitSeconds = 0,
  ) {
    super(reason)
    this.name = 'Refusal'
  }
}
