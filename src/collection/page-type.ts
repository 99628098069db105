/** What a capture is to readers, by its media type; servers that do not know it leave the name of the file. */
import { DOCUMENT_MIME } from '../page/document/kind.js'

export const PAGE_TYPES = ['page', 'pdf', 'document', 'image', 'audio', 'video', 'other'] as const
export type PageType = (typeof PAGE_TYPES)[number]

const DOCUMENT =
  /^(?:application\/(?:msword|rtf|epub\+zip|postscript|x-dvi|vnd\.(?:ms-(?:excel|powerpoint|word)|openxmlformats-|oasis\.opendocument)|x-mobipocket)|text\/(?:rtf|csv)|image\/(?:vnd\.djvu|x-djvu))/
const BY_NAME: Readonly<Record<string, PageType>> = {
  pdf: 'pdf',
  doc: 'document',
  docx: 'document',
  odt: 'document',
  ods: 'document',
  odp: 'document',
  rtf: 'document',
  xls: 'document',
  xlsx: 'document',
  ppt: 'document',
  pptx: 'document',
  epub: 'document',
  ps: 'document',
  djvu: 'document',
  mp3: 'audio',
  ogg: 'audio',
  wav: 'audio',
  m4a: 'audio',
  mp4: 'video',
  webm: 'video',
  ogv: 'video',
}
/** Served as text, and nobody's reading. */
const NO_READING =
  /\/(?:robots|ads|app-ads|humans|security)\.txt$|\.(?:js|mjs|css|json|xml|map|ttf|otf|woff2?|eot|ico)$/i

/** As databases have it. */
export function typeNamed(written: string): PageType {
  return PAGE_TYPES.find(type => type === written) ?? 'other'
}

/** `mime`: in small letters, without parameters. */
export function typeOf(url: string, mime: string): PageType {
  if (mime === 'text/html' || mime === 'application/xhtml+xml') return 'page'
  if (mime === 'text/plain') return NO_READING.test(pathOf(url)) ? 'other' : 'page'
  if (mime === 'application/pdf' || mime === 'application/x-pdf') return 'pdf'
  if (DOCUMENT.test(mime)) return 'document'
  if (mime.startsWith('image/')) return 'image'
  if (mime.startsWith('audio/')) return 'audio'
  if (mime.startsWith('video/')) return 'video'
  if (mime !== '' && !/octet-stream|unknown|download/.test(mime)) return 'other'
  const extension = /\.([a-z0-9]{2,5})$/i.exec(pathOf(url))?.[1].toLowerCase() ?? ''
  return Object.hasOwn(BY_NAME, extension) ? BY_NAME[extension] : 'other'
}

/** Media types of documents that have a text for us. */
export const READABLE_DOCUMENTS: readonly string[] = [...Object.values(DOCUMENT_MIME), 'application/x-pdf', 'text/rtf']

export function isReadableDocument(mime: string): boolean {
  return READABLE_DOCUMENTS.includes(mime)
}

export type CaptureKind = 'page' | 'document' | 'other'

/** Documents are shown by themselves. Of those that documents/ reads the text is known (`READABLE_DOCUMENTS`). */
export function kindOf(url: string, mime: string): CaptureKind {
  const type = typeOf(url, mime)
  if (type === 'page') return 'page'
  return type === 'other' || type === 'image' ? 'other' : 'document'
}

function pathOf(url: string): string {
  const query = url.indexOf('?')
  return query === -1 ? url : url.slice(0, query)
}
