/** A WARC file as other tools write them, made of a few pages: enough for a portal that is built in a moment. */
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'

export interface ArchivedPage {
  readonly url: string
  readonly body: string | Uint8Array
  readonly type?: string
  readonly status?: number
  /** Where it redirects to. */
  readonly location?: string
}

export function writeArchive(path: string, pages: readonly ArchivedPage[]): void {
  writeFileSync(path, Buffer.concat(pages.map(recordOf)))
}

/** A page of plain paragraphs. */
export function pageOf(title: string, paragraphs: readonly string[], links: readonly string[] = []): string {
  const anchors = links.map(link => `<p><a href="${link}">${link.replace(/^.*\//, '').replaceAll('-', ' ')}</a></p>`)
  return `<!doctype html><title>${title}</title><h1>${title}</h1>${paragraphs.map(text => `<p>${text}</p>`).join('')}${anchors.join('')}`
}

function recordOf({ url, body, type = 'text/html; charset=utf-8', status = 200, location }: ArchivedPage): Buffer {
  const content = Buffer.from(body)
  const http = Buffer.concat([
    Buffer.from(`HTTP/1.1 ${status} OK\r\nContent-Type: ${type}\r\nContent-Length: ${content.length}\r\n`),
    Buffer.from(location === undefined ? '\r\n' : `Location: ${location}\r\n\r\n`),
    content,
  ])
  const head = [
    'WARC/1.0',
    'WARC-Type: response',
    `WARC-Record-ID: <urn:uuid:${randomUUID()}>`,
    `WARC-Target-URI: ${url}`,
    'WARC-Date: 2026-03-01T10:00:00Z',
    'Content-Type: application/http; msgtype=response',
    `Content-Length: ${http.length}`,
  ]
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), http, Buffer.from('\r\n\r\n')])
}
