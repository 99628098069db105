/**
 * What an archived document refers to. Rewriting has two phases, because a document's base may stand behind its first address, and
 * because the library is asked once for all of them:
 *
 *   scan ─ add(address as written) ─▶ pieces: text, and functions that write an address later
 *   settle: resolve all, ask the library ─▶ every function writes what is here, or leaves it out
 */
import { canonicalUrl } from '../../page/url/canonical.js'
import { createUrlResolver } from '../../page/url/resolver.js'
import { asHttp, type ArchivedUrls } from './address.js'

/** Text, or what can be written only when it is known what is in the library. */
export type ReferencePiece = string | ((known: Known) => string)

/** Where references of a rewritten document lead. */
export interface ReferencePlaces {
  /** What it loads: images, styles, frames. The address is archived. */
  load(url: string): string
  /** Where its links lead, archived or not. */
  view(url: string, isHere?: boolean): string
  /** Whether a link to something archived leads there. Without it all do. */
  isLinked?(url: string): boolean
  /** What else a link says: ` name="value"`. Without it links open in the whole window. */
  attributesOf?(isHere: boolean): string
  /** Written into the head of an HTML document, before its own. */
  readonly head?: string
}

export interface LinkTarget {
  readonly address: string
  readonly isHere: boolean
  /** What else the link says, ready to be written. */
  readonly attributes: string
}

/** Numbers are those that `add` gave. */
export interface Known {
  /** Null: not in the library, or no address at all. */
  load(reference: number): string | null
  /** Null: nothing that a browser may go to (javascript:, data:, mailto:, malformed). */
  link(reference: number): LinkTarget | null
  /** The address itself, for notes; '' when it is none. */
  url(reference: number): string
}

/** Pages have some hundred; what is beyond costs nothing more: links stay unmarked and images are left out. */
const MAX_REFERENCES = 20_000
const MAX_DISTINCT = 10_000

export class References {
  private readonly written: string[] = []
  private base = ''

  constructor(
    /** Canonical. */
    private readonly here: string,
    private readonly charset: string,
  ) {}

  add(written: string): number {
    if (this.written.length >= MAX_REFERENCES) return -1
    return this.written.push(written) - 1
  }

  /** The first counts. */
  setBase(written: string): void {
    if (this.base === '') this.base = canonicalUrl(written, this.here, this.charset) ?? ''
  }

  settle(library: ArchivedUrls, places: ReferencePlaces): Known {
    const resolve = createUrlResolver(this.base === '' ? this.here : this.base, this.charset)
    const urls = this.written.map(written => resolve(written))
    const distinct = new Set<string>()
    for (const url of urls) {
      if (url !== null) distinct.add(url)
      if (distinct.size >= MAX_DISTINCT) break
    }
    const asked = [...distinct]
    const isHere = library.has(asked)
    const found = new Set(asked.filter((_, i) => isHere[i]))
    const { here, written, base } = this
    return {
      load(reference) {
        const url = urls[reference] ?? null
        return url === null || !found.has(url) ? null : places.load(url)
      },
      link(reference) {
        const url = urls[reference] ?? null
        if (url === null) return null
        const fragment = fragmentOf(written[reference])
        // a place on this very page
        if (url === here && fragment !== '' && (base === '' || base === here))
          return { address: fragment, isHere: true, attributes: '' }
        const isHere = found.has(url) && (places.isLinked?.(url) ?? true)
        const attributes = places.attributesOf?.(isHere) ?? ' target="_top"'
        return { address: places.view(url, isHere) + fragment, isHere, attributes }
      },
      url: reference => urls[reference] ?? '',
    }
  }
}

const MAX_FRAGMENT = 500

function fragmentOf(written: string): string {
  const hash = written.indexOf('#')
  return hash === -1
    ? ''
    : written
        .slice(hash, hash + MAX_FRAGMENT)
        .trimEnd()
        .replace(/[\t\n\r]/g, '')
}

export function write(pieces: readonly ReferencePiece[], known: Known): string {
  let text = ''
  for (const piece of pieces) text += typeof piece === 'string' ? piece : piece(known)
  return text
}

/** Under the portal's own address: /raw/http://… and /web/http://… */
export function portalPlaces(rawPath: string, viewPath: string): ReferencePlaces {
  return { load: url => rawPath + url, view: url => viewPath + url }
}

/**
 * Under their real addresses, for a browser whose proxy is the portal. What a browser asks for without its proxy is shown under the
 * portal's address: an archive may hold pages of 127.0.0.1, where on the reader's machine something else may live.
 */
export function realPlaces(portal: string): ReferencePlaces {
  const under = (path: string) => (url: string) => (goesDirect(url, portal) ? `${portal}${path}${url}` : asHttp(url))
  return { load: under('/raw/'), view: under('/web/') }
}

/** This machine, names of the local network, addresses of a link, and the portal itself. */
function goesDirect(url: string, portal: string): boolean {
  const [, host = ''] = /^https?:\/\/([^/?#]*)/.exec(url) ?? []
  const name = host.replace(/:\d+$/, '')
  return (
    !name.includes('.') ||
    name.endsWith('.localhost') ||
    name.endsWith('.local') ||
    /^(?:0|127|169\.254)\.[\d.]+$/.test(name) ||
    portal === `http://${host}`
  )
}
