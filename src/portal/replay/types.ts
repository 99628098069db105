/** What an archived body is sent as: a short list of types that are shown, everything else is saved. */
import { documentKind, documentKindOfMime } from '../../page/document/kind.js'
import { isHtml, mimeOf } from '../../page/http/mime.js'

export interface ShownAs {
  /** How the body is treated. */
  readonly kind: 'html' | 'css' | 'svg' | 'text' | 'bytes' | 'pdf' | 'download'
  /** Content-Type of kind 'bytes'. */
  readonly type: string
  readonly isFont: boolean
}

const IMAGES: Readonly<Record<string, string>> = {
  'image/png': 'image/png',
  'image/x-png': 'image/png',
  'image/apng': 'image/apng',
  'image/jpeg': 'image/jpeg',
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/gif': 'image/gif',
  'image/webp': 'image/webp',
  'image/avif': 'image/avif',
  'image/bmp': 'image/bmp',
  'image/x-ms-bmp': 'image/bmp',
  'image/x-icon': 'image/x-icon',
  'image/vnd.microsoft.icon': 'image/x-icon',
  'image/tiff': 'image/tiff',
}
const FONT = /^(?:font\/[\w.+-]+|application\/(?:x-)?font[\w.+-]*|application\/vnd\.ms-(?:fontobject|opentype))$/
const MEDIA = /^(?:audio|video)\/[\w.+-]{1,60}$|^application\/ogg$/
/** Text that browsers would otherwise run, style with or read as a document: shown as plain text. */
const TEXT =
  /^text\/[\w.+-]+$|^application\/(?:json|ld\+json|javascript|x-javascript|ecmascript|xml|rss\+xml|atom\+xml|rdf\+xml|yaml|x-yaml)$/
/** Servers that do not know say one of these; the bytes know. */
const VAGUE = new Set([
  '',
  'application/octet-stream',
  'binary/octet-stream',
  'application/unknown',
  'text/plain',
  '*/*',
])

export function shownAs(contentType: string, bytes: Uint8Array, url: string): ShownAs {
  const mime = mimeOf(contentType, bytes)
  if (isHtml(mime, bytes)) return as('html')
  if (isPdf(mime, bytes)) return as('pdf', 'application/pdf')
  if (VAGUE.has(mime)) {
    const magic = magicType(bytes)
    if (magic !== '') return FONT.test(magic) ? { kind: 'bytes', type: magic, isFont: true } : as('bytes', magic)
    if (/\.css(?:$|\?)/i.test(url)) return as('css')
  }
  if (mime === 'text/css') return as('css')
  if (mime === 'image/svg+xml') return as('svg')
  if (Object.hasOwn(IMAGES, mime)) return as('bytes', IMAGES[mime])
  if (FONT.test(mime)) return { kind: 'bytes', type: mime, isFont: true }
  if (MEDIA.test(mime)) return as('bytes', mime)
  if (TEXT.test(mime)) return as('text')
  return as('download')
}

/** Without bytes by its type alone: whoever asks has not read them yet. */
function isPdf(mime: string, bytes: Uint8Array): boolean {
  return bytes.length === 0 ? documentKindOfMime(mime) === 'pdf' : documentKind(mime, bytes) === 'pdf'
}

function as(kind: ShownAs['kind'], type = 'application/octet-stream'): ShownAs {
  return { kind, type, isFont: false }
}

const MAGIC: readonly (readonly [start: string, type: string])[] = [
  ['\x89PNG\r\n\x1a\n', 'image/png'],
  ['\xff\xd8\xff', 'image/jpeg'],
  ['GIF87a', 'image/gif'],
  ['GIF89a', 'image/gif'],
  ['wOFF', 'font/woff'],
  ['wOF2', 'font/woff2'],
  ['OTTO', 'font/otf'],
  ['\x00\x01\x00\x00\x00', 'font/ttf'],
]

function magicType(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(12, bytes.length)).toString('latin1')
  if (head.startsWith('RIFF') && head.endsWith('WEBP')) return 'image/webp'
  return MAGIC.find(([start]) => head.startsWith(start))?.[1] ?? ''
}
