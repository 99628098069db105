/**
 * As much of S3 as a crawl asks for, on the loopback and in the memory: objects, conditional writes, ranges, lists in pages. It can be told to fail. The
 * long tests ask a real one (ceph-server.ts) the same.
 */
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { S3Address } from '../../src/partitions/live/store/s3-address.js'

const PAGE = 100

/** A status to answer with; 'late': after everything was done, no answer; null: nothing special. */
export type Trouble = (method: string, key: string) => number | 'late' | null

export interface BucketServer {
  readonly address: S3Address
  readonly objects: Map<string, Buffer>
  trouble: Trouble
  /** Whether it heeds `If-None-Match`. */
  isConditional: boolean
  requests: number
  close(): Promise<void>
}

export async function serveBucket(prefix = 'crawls/one/'): Promise<BucketServer> {
  const objects = new Map<string, Buffer>()
  const server = createServer((request, response) => void answer(bucket, request, response))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const bucket: BucketServer = {
    address: {
      ...{ name: `s3://bucket/${prefix.replace(/\/$/, '')}`, bucket: 'bucket', prefix, region: 'us-east-1' },
      ...{ endpoint: `http://127.0.0.1:${port}`, accessKeyId: 'key', secretAccessKey: 'secret' },
    },
    objects,
    trouble: () => null,
    isConditional: true,
    requests: 0,
    close: async () => {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
  return bucket
}

async function answer(bucket: BucketServer, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = '', headers } = request
  const url = new URL(request.url ?? '/', 'http://bucket')
  const key = decodeURIComponent(url.pathname).replace(/^\/bucket\/?/, '')
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  bucket.requests++
  const trouble = bucket.trouble(method, key)
  if (typeof trouble === 'number') return void response.writeHead(trouble).end()
  if (!/^AWS4-HMAC-SHA256 Credential=key\//.test(headers.authorization ?? ''))
    return void response.writeHead(403).end('<Error><Code>InvalidAccessKeyId</Code></Error>')
  const { status, body = Buffer.alloc(0) } = act(bucket, method, key, url.searchParams, headers, Buffer.concat(chunks))
  if (trouble === 'late') return void request.socket.destroy()
  response.writeHead(status, { 'content-length': body.length }).end(method === 'HEAD' ? undefined : body)
}

function act(
  { objects, isConditional }: BucketServer,
  method: string,
  key: string,
  query: URLSearchParams,
  headers: IncomingMessage['headers'],
  sent: Buffer,
): { readonly status: number; readonly body?: Buffer } {
  if (method === 'PUT') {
    if (isConditional && headers['if-none-match'] === '*' && objects.has(key)) return { status: 412 }
    objects.set(key, sent)
    return { status: 200 }
  }
  if (method === 'DELETE') {
    objects.delete(key)
    return { status: 204 }
  }
  if (key === '') return { status: 200, body: Buffer.from(listed(objects, query)) }
  const found = objects.get(key)
  if (found === undefined) return { status: 404, body: Buffer.from('<Error><Code>NoSuchKey</Code></Error>') }
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? []
  return from === undefined ? { status: 200, body: found } : { status: 206, body: found.subarray(+from, +to + 1) }
}

function listed(objects: ReadonlyMap<string, Buffer>, query: URLSearchParams): string {
  const prefix = query.get('prefix') ?? ''
  const after = query.get('continuation-token') ?? ''
  const isFlat = query.get('delimiter') === '/'
  const keys = [...objects.keys()]
    .filter(key => key.startsWith(prefix) && key > after && !(isFlat && key.slice(prefix.length).includes('/')))
    .sort()
  const page = keys.slice(0, PAGE)
  const contents = page.map(key => {
    const bytes = objects.get(key) ?? Buffer.alloc(0)
    const etag = createHash('md5').update(bytes).digest('hex')
    return `<Contents><Key>${key}</Key><ETag>&quot;${etag}&quot;</ETag><Size>${bytes.length}</Size></Contents>`
  })
  const next = keys.length > PAGE ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
  return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${next !== ''}</IsTruncated>${contents.join('')}${next}</ListBucketResult>`
}
