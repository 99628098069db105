/** The headers of a response that say something about the page, read in one pass. */
import { isUtf8 } from 'node:buffer'
import type { HeaderLine } from '../../contracts.js'
import { readRobots } from '../html/meta.js'

export interface PageHeaders {
  contentType: string
  contentEncoding: string
  contentLanguage: string
  location: string
  refresh: string
  nofollow: boolean
  noindex: boolean
}

export function readHeaders(lines: readonly HeaderLine[]): PageHeaders {
  const read: PageHeaders = {
    contentType: '',
    contentEncoding: '',
    contentLanguage: '',
    location: '',
    refresh: '',
    nofollow: false,
    noindex: false,
  }
  for (const [name, value] of lines) {
    switch (name.toLowerCase()) {
      case 'content-type':
        read.contentType ||= value
        break
      case 'content-encoding':
        read.contentEncoding = read.contentEncoding === '' ? value : `${read.contentEncoding},${value}`
        break
      case 'content-language':
        read.contentLanguage ||= value
        break
      case 'location':
        read.location ||= asUtf8(value)
        break
      case 'refresh':
        read.refresh ||= asUtf8(value)
        break
      case 'x-robots-tag':
        if (!isForOneRobot(value)) readRobots(read, value)
        break
    }
  }
  return read
}

/** `googlebot: noindex` is not for us; `max-snippet: 5` has a colon too. */
function isForOneRobot(value: string): boolean {
  const name = /^\s*([\w-]+)\s*:/.exec(value)?.[1].toLowerCase()
  return name !== undefined && name !== 'unavailable_after' && !name.startsWith('max-')
}

/** Headers come as one character per byte; many servers write UTF-8 there. */
function asUtf8(value: string): string {
  if (/^[\0-\x7f]*$/.test(value)) return value
  const bytes = Buffer.from(value, 'latin1')
  return isUtf8(bytes) ? bytes.toString('utf8') : value
}
