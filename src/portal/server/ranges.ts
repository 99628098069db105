/** Parts of an answer: players of sound and film ask for the place that a reader jumps to, and some play nothing without it. */

export interface BodyPart {
  readonly body: Uint8Array
  /** `bytes 0-99/1000` */
  readonly contentRange: string
}

/** Null: the whole answer is sent, as it is for several parts at once and for what cannot be understood. */
export function partOf(body: Uint8Array, range: string | undefined): BodyPart | null {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range ?? '') ?? []
  const { length } = body
  if ((from === '' && to === '') || length === 0) return null
  const start = from === '' ? Math.max(0, length - Number(to)) : Number(from)
  const end = from === '' || to === '' ? length - 1 : Math.min(Number(to), length - 1)
  if (start > end) return null
  return { body: body.subarray(start, end + 1), contentRange: `bytes ${start}-${end}/${length}` }
}
