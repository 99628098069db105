/** One line of a CDXJ index: `surt timestamp {json}`, in ASCII, so that sorting strings and sorting bytes is the same. */
import type { HeaderLine } from '../contracts.js'
import { headerValue } from './http-message.js'
import { surtOf } from './surt.js'
import { parseJson } from '../json.js'

export interface CdxEntry {
  readonly surt: string
  /** 14 digits. */
  readonly timestamp: string
  readonly url: string
  readonly mime: string
  readonly status: string
  /** As in the record, but without `sha1:`, as is usual in indexes. */
  readonly digest: string
  readonly length: number
  readonly offset: number
  readonly filename: string
}

/** JSON writes it as it is. */
const PLAIN = /^[ !#-[\]-~]*$/
const NOT_ASCII = /[^\0-\x7f]/g

const NOT_DIGITS = /\D/g

/** 20240131235959, of an ISO date. */
export function timestamp14(date: string): string {
  return date.replace(NOT_DIGITS, '').slice(0, 14).padEnd(14, '0')
}

/** All of a line but the place of the record, which is known only when it is appended. Numbers are strings, as elsewhere. */
export function cdxjStart(
  url: string,
  date: string,
  mime: string,
  status: number | null,
  digest: string,
  length: number,
): string {
  // "not modified" stands for the answer that it repeats; ReplayWeb.page shows nothing for a capture that says 304
  const shown = status === 304 && mime === 'warc/revisit' ? 200 : status
  return (
    `${surtOf(url)} ${timestamp14(date)} {"url":${ascii(url)},"mime":${ascii(mime)},` +
    (shown === null ? '' : `"status":"${shown}",`) +
    `"digest":${ascii(digest.startsWith('sha1:') ? digest.slice(5) : digest)},"length":"${length}",`
  )
}

export function cdxjEnd(start: string, offset: number, filename: string): string {
  return `${start}"offset":"${offset}","filename":${ascii(filename)}}`
}

export function parseCdxj(line: string): CdxEntry | null {
  const first = line.indexOf(' ')
  const second = line.indexOf(' ', first + 1)
  if (first < 0 || second < 0) return null
  const json = parseJson(line.slice(second + 1))
  if (typeof json !== 'object' || json === null) return null
  const fields = new Map<string, unknown>(Object.entries(json))
  const text = (name: string): string => {
    const value = fields.get(name)
    return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  }
  return {
    surt: line.slice(0, first),
    timestamp: line.slice(first + 1, second),
    url: text('url'),
    mime: text('mime'),
    status: text('status'),
    digest: text('digest'),
    length: Number(text('length')),
    offset: Number(text('offset')),
    filename: text('filename'),
  }
}

/** The media type without its parameters; `unk` when there is none, as indexes say. */
export function mimeOf(headers: readonly HeaderLine[]): string {
  return headerValue(headers, 'content-type').split(';', 1)[0].trim().toLowerCase() || 'unk'
}

function ascii(text: string): string {
  if (PLAIN.test(text)) return `"${text}"`
  return JSON.stringify(text).replace(NOT_ASCII, c => '\\u' + c.charCodeAt(0).toString(16).padStart(4, '0'))
}
