/** An archived answer as an entry of the ZIM: rewritten by the portal's replay, with addresses that lead to other entries. */
import { typeOf } from '../../collection/page-type.js'
import type { RecordReader } from '../../archive/record-reader.js'
import type { ReplayWords } from '../../portal/index.js'
import { showExchange, type ShownBody } from '../../portal/replay/shown.js'
import type { ReferencePlaces } from '../../portal/replay/references.js'
import { relativeAddress } from './paths.js'
import type { Resolver, Target } from './resolver.js'

export interface Rendered {
  readonly mime: string
  readonly body: string | Uint8Array
  /** What it shows and leads to, as the archive has it. */
  readonly wanted: readonly string[]
  /** Path of the entry that it leads on to by itself; '' for none. */
  readonly redirect: string
}

/**
 * The encoding first, since a ZIM says none. Then the wall: whatever a browser might read differently from us, nothing is loaded from the
 * network. "self" are readers that serve a ZIM, the schemes are those of readers that do not. Scripts of the page are gone; the policy
 * cannot forbid them once more, because kiwix-serve puts its own bar, with handlers of events, into every page.
 */
const HEAD =
  '<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="' +
  "default-src 'self' data: blob: zim: kiwix: 'unsafe-inline'; object-src 'none'; form-action 'self'" +
  '">'
/** Kiwix asks before it opens such a link in a browser. */
const AWAY = ' target="_blank" rel="external nofollow noopener noreferrer"'

export type Renderer = ReturnType<typeof createRenderer>

export function createRenderer(reader: RecordReader, resolver: Resolver, words: ReplayWords) {
  const holdings = { has: (urls: readonly string[]) => urls.map(url => resolver.resolve(url) !== null) }
  return {
    /** Null: the record is no answer. Throws when it cannot be read. */
    async render({ path, capture }: Target): Promise<Rendered | null> {
      const exchange = await reader.exchange(capture)
      if (exchange === null) return null
      const wanted = new Set<string>()
      const places = placesFrom(path, resolver, wanted)
      // an answer that was no redirect in the index is none here
      const shown = showExchange(capture.url, { ...exchange, status: 200 }, holdings, places, words)
      if (shown.kind === 'redirect') return null
      const next = shown.refreshUrl === '' ? null : resolver.resolve(shown.refreshUrl)
      const redirect = next === null || next.path === path ? '' : next.path
      if (next !== null) wanted.add(next.capture.url)
      return { mime: mimeOf(shown, capture.url), body: bodyOf(shown), wanted: [...wanted], redirect }
    },
  }
}

function placesFrom(path: string, resolver: Resolver, wanted: Set<string>): ReferencePlaces {
  const address = (url: string): string => {
    const target = resolver.resolve(url)
    if (target === null) return url
    wanted.add(target.capture.url)
    return relativeAddress(path, target.path)
  }
  return {
    load: address,
    view: (url, isHere) => (isHere === true ? address(url) : url),
    isLinked: url => resolver.resolve(url)?.isLinked === true,
    attributesOf: isHere => (isHere ? '' : AWAY),
    head: HEAD,
  }
}

/** Files that a reader's own program opens keep their type; of others nobody knows what they are. */
function mimeOf({ kind, type, mime }: ShownBody, url: string): string {
  if (kind !== 'download') return type
  const known = typeOf(url, mime)
  if (known === 'pdf') return 'application/pdf'
  return known !== 'other' && known !== 'page' && /^[a-z]+\/[\w.+-]{1,80}$/.test(mime) ? mime : type
}

/** Texts say that they are UTF-8, since a ZIM does not; an entry without content counts as damage. */
function bodyOf({ kind, body }: ShownBody): string | Uint8Array {
  if (body.length === 0) return '\n'
  if (typeof body !== 'string' || /^[\0-\x7f]*$/.test(body)) return body
  if (kind === 'text') return body.startsWith('\ufeff') ? body : `\ufeff${body}`
  return kind === 'css' ? `@charset "utf-8";${body}` : body
}
