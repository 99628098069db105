/** The MIME types of a ZIM: a short list at its beginning, to which entries refer by number. */
import { CLUSTERS_AT, HEADER_BYTES, INDEX_MIME, LISTING_MIME, METADATA_MIME } from './format.js'

const OTHER = 'application/octet-stream'
const TEXT = 'text/plain'

/** One type, without parameters, in small letters. Whatever a server calls a type that is none has none in particular. */
export function plainMime(mime: string): string {
  const type = mime.slice(0, 200).split(';', 1)[0].trim().toLowerCase()
  return /^[a-z0-9][\w!#$&^.+-]{0,63}\/[a-z0-9][\w!#$&^.+-]{0,80}$/.test(type) ? type : OTHER
}

const PACKED = new Set(
  [
    'pdf zip gzip x-gzip x-bzip2 x-xz zstd x-7z-compressed x-rar-compressed vnd.rar epub+zip java-archive font-woff font-woff2',
    'x-font-woff octet-stream+xapian ogg mp4 x-shockwave-flash vnd.android.package-archive',
  ].flatMap(names => names.split(' ').map(name => `application/${name}`)),
)
/** Media that are kept as they were drawn or sampled. */
const UNPACKED = new Set(['image/svg+xml', 'image/bmp', 'image/x-ms-bmp', 'image/x-icon', 'image/vnd.microsoft.icon'])

/** Already compressed by its own form: to do it again takes time and saves nothing. */
export function isPacked(mime: string): boolean {
  if (UNPACKED.has(mime)) return false
  if (/^(image|audio|video)\//.test(mime) || mime === 'font/woff' || mime === 'font/woff2') return true
  return (
    PACKED.has(mime) || mime.startsWith('application/vnd.openxmlformats') || mime.startsWith('application/vnd.oasis')
  )
}

export class MimeList {
  readonly #numbers = new Map<string, number>()
  readonly #counts: number[] = []
  /** Each type is followed by a 0, the list by another. */
  #room = CLUSTERS_AT - HEADER_BYTES - 1

  constructor() {
    for (const mime of [OTHER, TEXT, METADATA_MIME, LISTING_MIME, INDEX_MIME, 'text/html']) this.number(mime)
  }

  /** When there is no room for more, text is text and the rest is bytes. */
  number(mime: string): number {
    const known = this.#numbers.get(mime)
    if (known !== undefined) return known
    if (mime.length + 1 > this.#room) return this.number(mime.startsWith('text/') ? TEXT : OTHER)
    this.#room -= mime.length + 1
    this.#numbers.set(mime, this.#counts.length)
    return this.#counts.push(0) - 1
  }

  count(number: number): void {
    this.#counts[number]++
  }

  /** M/Counter: "image/png=3;text/html=20". */
  counter(): string {
    return [...this.#numbers]
      .filter(([, number]) => this.#counts[number] > 0)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([mime, number]) => `${mime}=${this.#counts[number]}`)
      .join(';')
  }

  encode(): Buffer {
    return Buffer.from(`${[...this.#numbers.keys()].map(mime => `${mime}\0`).join('')}\0`)
  }
}
