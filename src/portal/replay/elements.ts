/** Elements of an archived page that become something else: pictures that scripts would have loaded, frames, objects, style sheets. */
import { LAZY } from '../../page/links/embeds.js'
import { srcsetCandidates } from '../../page/links/srcset.js'
import type { ReplayWords } from '../contracts.js'
import { escaped } from './attribute-rules.js'
import { candidate, writeAttributes } from './attributes.js'
import { SANDBOX } from './headers.js'
import { write, type Known, type ReferencePiece, type References } from './references.js'
import { isPictureOrFont } from './rewrite-css.js'
import type { Tag } from './tag.js'

export interface ElementContext {
  readonly references: References
  readonly isSvg: boolean
  readonly words: ReplayWords
  /** Pictures that a script would have shown and that are shown now: the copy for browsers without scripts is not needed. */
  readonly promoted: Set<string>
  /** Inside NOSCRIPT. */
  isFallback: boolean
}

/** Names of images that hold a place. */
const PLACEHOLDER =
  /^data:|(?:blank|spacer|placeholder|lazy|loading|loader|pixel|transparent|1x1|empty|gr[ae]y)[^/]{0,40}$/i
const PICTURE_ATTRIBUTES: ReadonlySet<string> = new Set(['src', 'srcset'])
const LAZY_SETS = ['data-srcset', 'data-lazy-srcset', 'data-original-set', 'data-ll-srcset']

export function asPicture(tag: Tag, pieces: ReferencePiece[], context: ElementContext): void {
  const { references, promoted, isFallback } = context
  const src = tag.value('src').trim()
  const isHeld = src === '' || PLACEHOLDER.test(src)
  const plain = src === '' || isPictureOrFont(src) ? -1 : references.add(src)
  const written = lazyAddress(tag)
  const lazy = written === '' ? -1 : references.add(written)
  const sets = [tag.value('srcset'), ...LAZY_SETS.map(name => tag.value(name))].filter(set => set !== '')
  const candidates = sets
    .flatMap(set => srcsetCandidates(set))
    .filter(({ url }) => !url.startsWith('data:'))
    .map(({ url, description }) => ({ reference: references.add(url), description }))
  const others: ReferencePiece[] = []
  writeAttributes(tag, others, context, PICTURE_ATTRIBUTES)
  pieces.push(known => {
    const found = candidates.flatMap(({ reference, description }) => {
      const address = known.load(reference)
      return address === null ? [] : [{ address, description }]
    })
    const first = isHeld ? lazy : plain
    const second = isHeld ? plain : lazy
    const address =
      known.load(first) ?? (isHeld ? found[0]?.address : undefined) ?? known.load(second) ?? found[0]?.address ?? null
    if (isFallback && address !== null && promoted.has(address)) return ''
    const isPromoted = address !== null && isHeld && address !== known.load(plain)
    if (isPromoted) promoted.add(address)
    const shown = address ?? (isPictureOrFont(src) ? src : null)
    const set = found.map(one => candidate(one.address, one.description)).join(', ')
    return (
      '<img' +
      (shown === null ? '' : ` src=${escaped(shown)}`) +
      (set === '' ? '' : ` srcset=${escaped(set)}`) +
      (isPromoted ? ' data-longtail="lazy"' : '') +
      write(others, known) +
      '>'
    )
  })
}

/** Where scripts keep the address until the picture is scrolled into view. */
function lazyAddress(tag: Tag): string {
  for (let i = 0; i < tag.count; i++) {
    const name = tag.nameAt(i)
    if (!name.startsWith('data-') || !LAZY.has(name)) continue
    const value = tag.valueAt(i).trim()
    // two plain expressions: one that looks for both takes time that grows with the square of the length
    if (/^[^\s{}[\]<>]+$/.test(value) && /[./]/.test(value) && !value.startsWith('data:')) return value
  }
  return ''
}

/** Of LINK elements style sheets alone are kept: the others fetch ahead, connect ahead, or lead elsewhere. */
export function asLink(tag: Tag, pieces: ReferencePiece[], { references, isSvg }: ElementContext): void {
  const rel = tag.value('rel').toLowerCase().split(/\s+/, 20)
  if (isSvg || !rel.includes('stylesheet')) return
  const type = tag.value('type').trim().toLowerCase()
  if (type !== '' && type !== 'text/css') return
  const reference = references.add(tag.value('href'))
  const isAlternate = rel.includes('alternate')
  const more =
    (tag.has('media') ? ` media=${escaped(tag.value('media'))}` : '') +
    (tag.has('title') ? ` title=${escaped(tag.value('title'))}` : '') +
    (tag.has('disabled') ? ' disabled' : '')
  pieces.push(known => {
    const address = known.load(reference)
    if (address === null) return ''
    return `<link rel="${isAlternate ? 'alternate ' : ''}stylesheet" href=${escaped(address)}${more}>`
  })
}

const FRAME_ATTRIBUTES: ReadonlySet<string> = new Set(['src'])

/** A frame that is here is shown; in place of another stands a link to what it would have shown. */
export function asFrame(tag: Tag, pieces: ReferencePiece[], context: ElementContext): void {
  const isIframe = tag.local === 'iframe'
  const src = tag.value('src').trim()
  const written = src === '' || /^about:/i.test(src) ? lazyAddress(tag) : src
  const reference = written === '' ? -1 : context.references.add(written)
  const isTiny = isIframe && (isOneDot(tag.value('width')) || isOneDot(tag.value('height')) || tag.has('hidden'))
  const others: ReferencePiece[] = []
  writeAttributes(tag, others, context, FRAME_ATTRIBUTES)
  pieces.push(known => {
    const address = known.load(reference)
    // the frames of a frameset keep their places
    if (!isIframe) return `<frame${address === null ? '' : ` src=${escaped(address)}`}${write(others, known)}>`
    if (address !== null) return `<iframe src=${escaped(address)} sandbox="${SANDBOX}"${write(others, known)}></iframe>`
    return isTiny ? '' : missingNote(known, reference, context.words)
  })
}

function isOneDot(size: string): boolean {
  return /^\s*[012](?:px)?\s*$/.test(size)
}

/** The address says what is missing in every language. */
function missingNote(known: Known, reference: number, words: ReplayWords): string {
  const target = known.link(reference)
  if (target === null || target.address.startsWith('#')) return ''
  const shown = known.url(reference).replace(/^https?:\/\/|\?.*$/gs, '')
  const short = shown.length > 60 ? `${shown.slice(0, 60)}…` : shown
  const text = short.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return `<a href=${escaped(target.address)}${target.attributes} data-longtail="away frame" title=${escaped(words.away)}>${text}</a>`
}

/** Plug-ins are gone from the world; pictures and what was written for browsers without the plug-in are shown. */
export function asObject(tag: Tag, pieces: ReferencePiece[], { references }: ElementContext): void {
  const isEmbed = tag.local === 'embed'
  const data = tag.value(isEmbed ? 'src' : 'data').trim()
  const mayBePicture =
    /^\s*image\//i.test(tag.value('type')) || /\.(?:avif|gif|jpe?g|png|svg|webp)(?:[?#]|$)/i.test(data)
  const reference = mayBePicture ? references.add(data) : -1
  const size = ['width', 'height']
    .filter(name => /^\s*\d{1,5}(?:%|px)?\s*$/.test(tag.value(name)))
    .map(name => ` ${name}=${escaped(tag.value(name).trim())}`)
    .join('')
  pieces.push(known => {
    const address = known.load(reference)
    const picture = address === null ? '' : `<img src=${escaped(address)}${size} alt="">`
    // what stands inside is for those who do not see the picture
    return isEmbed ? picture : `${picture}<span${address === null ? '' : ' hidden'}>`
  })
}
