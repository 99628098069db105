/** Bodies of forms: urlencoded and multipart, bounded in size and in number of fields before anything is made of them. */
import type { IncomingMessage } from 'node:http'
import { Refusal } from './refusal.js'

export interface Form {
  readonly fields: URLSearchParams
  readonly files: ReadonlyMap<string, UploadedFile>
  /** Length of the body. */
  readonly bytes: number
}

export interface UploadedFile {
  /** As the browser called it, without folders; never a path to write to. */
  readonly name: string
  readonly bytes: Uint8Array
}

export const MAX_BODY = 1_100_000
const MAX_FIELDS = 2000

export async function readForm(request: IncomingMessage): Promise<Form> {
  const type = request.headers['content-type'] ?? ''
  const kind = type.split(';', 1)[0].trim().toLowerCase()
  if (kind === 'application/x-www-form-urlencoded') {
    const body = await readBody(request)
    return { fields: parseUrlencoded(body.toString('utf8')), files: new Map(), bytes: body.length }
  }
  if (kind === 'multipart/form-data') {
    const boundary = /;\s*boundary=(?:"([^"\r\n]{1,200})"|([^\s;"]{1,200}))/i.exec(type)
    if (boundary === null) throw new Refusal('bad request')
    return parseMultipart(await readBody(request), boundary[1] ?? boundary[2])
  }
  // a button without fields may send nothing at all
  if (type === '' && (await readBody(request)).length === 0) return NO_FIELDS
  throw new Refusal('bad type')
}

const NO_FIELDS: Form = { fields: new URLSearchParams(), files: new Map(), bytes: 0 }

async function readBody(request: IncomingMessage): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY) throw new Refusal('too large')
  const chunks: Buffer[] = []
  let size = 0
  // not destroyed: the answer goes out on the same connection. requestTimeout of the server ends bodies that never come
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MAX_BODY) throw new Refusal('too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function parseUrlencoded(text: string): URLSearchParams {
  let fields = 1
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1))
    if (++fields > MAX_FIELDS) throw new Refusal('too large')
  return new URLSearchParams(text)
}

/** RFC 7578. What does not keep to it is refused: browsers do. */
export function parseMultipart(body: Buffer, boundary: string): Form {
  const fields = new URLSearchParams()
  const files = new Map<string, UploadedFile>()
  const delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1')
  let at = body.indexOf(delimiter.subarray(2))
  if (at < 0) throw new Refusal('bad request')
  at += delimiter.length - 2
  for (let parts = 0; ; parts++) {
    if (parts > MAX_FIELDS) throw new Refusal('too large')
    if (body.subarray(at, at + 2).toString('latin1') === '--') return { fields, files, bytes: body.length }
    const headersStart = body.indexOf('\r\n', at)
    const headersEnd = headersStart < 0 ? -1 : body.indexOf('\r\n\r\n', headersStart)
    const end = headersEnd < 0 ? -1 : body.indexOf(delimiter, headersEnd + 2)
    if (end < 0 || headersEnd - headersStart > 4000) throw new Refusal('bad request')
    const headers = body.subarray(headersStart + 2, headersEnd).toString('utf8')
    const content = body.subarray(Math.min(end, headersEnd + 4), end)
    const name = parameterOf(headers, 'name')
    const file = parameterOf(headers, 'filename')
    if (name !== null && file === null) fields.append(name, content.toString('utf8'))
    // a field for files that was left empty comes as a file without a name
    else if (name !== null && file !== null && (file !== '' || content.length > 0) && !files.has(name))
      files.set(name, { name: baseName(file), bytes: Uint8Array.from(content) })
    at = end + delimiter.length
  }
}

function parameterOf(headers: string, name: string): string | null {
  const line = headers.split('\r\n').find(header => /^content-disposition:/i.test(header)) ?? ''
  const start = line.search(new RegExp(`;\\s*${name}="`, 'i'))
  if (start < 0) return null
  const from = line.indexOf('"', start) + 1
  const to = line.indexOf('"', from)
  // browsers write quotes and line ends inside names like this
  return to < 0
    ? null
    : line
        .slice(from, to)
        .replace(/%22/g, '"')
        .replace(/%0D|%0A/gi, ' ')
}

function baseName(name: string): string {
  return name
    .replace(/^.*[/\\]/s, '')
    .replace(/[\u0000-\u001f\u007f]/g, '')
    .slice(0, 200)
}
