/**
 * What several readers ask for at once is read once, and large bodies are shared for as long as somebody is being sent one: thirty
 * pupils who watch one film take the memory of one, and a player that asks for its parts does not unpack it for each.
 */
import type { Exchange } from '../../contracts.js'
import type { CapturePlace } from '../contracts.js'

const LARGE_BYTES = 1024 * 1024
const MOST_KEPT = 100

/** All but the body is small. The body is where its readers keep it. */
interface Kept {
  readonly exchange: Omit<Exchange, 'body'>
  readonly buffer: WeakRef<ArrayBufferLike>
  readonly offset: number
  readonly length: number
}

export type ReadCapture = (capture: CapturePlace) => Promise<Exchange | null>

export function shareReads(read: ReadCapture): ReadCapture {
  const reading = new Map<string, Promise<Exchange | null>>()
  const kept = new Map<string, Kept>()

  const readAndKeep = async (key: string, capture: CapturePlace): Promise<Exchange | null> => {
    try {
      const exchange = await read(capture)
      if (exchange !== null && exchange.body.length >= LARGE_BYTES) keep(key, exchange)
      return exchange
    } finally {
      reading.delete(key)
    }
  }
  const keep = (key: string, { body, ...exchange }: Exchange): void => {
    for (const [known, { buffer }] of kept)
      if (kept.size >= MOST_KEPT || buffer.deref() === undefined) kept.delete(known)
    const { buffer, byteOffset: offset, length } = body
    kept.set(key, { exchange, buffer: new WeakRef(buffer), offset, length })
  }
  return async capture => {
    const { file, member, offset } = capture.place
    const key = `${file}\n${member}\n${offset}`
    const known = kept.get(key)
    const buffer = known?.buffer.deref()
    if (known !== undefined && buffer !== undefined)
      return { ...known.exchange, body: new Uint8Array(buffer, known.offset, known.length) }
    let exchange = reading.get(key)
    if (exchange === undefined) reading.set(key, (exchange = readAndKeep(key, capture)))
    return exchange
  }
}
