/**
 * A bucket of a server that speaks S3. Requests that fail for the moment (no connection, no answer in time, 5xx, a store that is full) are
 * made again, more and more seldom, for as long as `patienceMs`; then E_STORE is thrown and whoever asked stops. Objects are never changed
 * in part; `putNew` makes one only where there is none, which is what fences workers off.
 */
import { openAsBlob } from 'node:fs'
import { open } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AwsClient } from 'aws4fetch'
import { LongtailError, messageOf } from '../../../errors.js'
import { steadyNow } from '../../../steady-clock.js'
import { errorCodeIn, parseListing, type StoredObject } from './listing.js'
import type { S3Address } from './s3-address.js'

const PATIENCE_MS = 60_000
const FIRST_PAUSE_MS = 200
const LONGEST_PAUSE_MS = 5000
const ANSWER_MS = 30_000
/** A slower line does not keep up with a crawl. */
const LEAST_BYTES_PER_MS = 50
const AT_ONCE = 16
/** 409: two conditional writes at the same moment. */
const PASSING = new Set([408, 409, 429, 500, 502, 503, 504, 507])
/** Said with a status that is not passing otherwise. */
const FULL = /^(?:QuotaExceeded|XMinio(?:Admin)?(?:StorageFull|BucketQuotaExceeded)|InsufficientCapacity)$/
const PASSING_CODES = /^(?:SlowDown|RequestTimeout|RequestTimeTooSkewed|InternalError)$/

export interface S3Options {
  readonly patienceMs?: number
  readonly answerMs?: number
}

interface Answer {
  readonly status: number
  readonly bytes: Buffer
  readonly length: number
}

type Body = string | Uint8Array<ArrayBuffer> | Blob

export class S3Store {
  private free = AT_ONCE
  /** Somebody has waited for it in vain: nobody else does until it answers. */
  private isAway = false
  private readonly waiting: (() => void)[] = []

  private constructor(
    private readonly address: S3Address,
    private readonly client: AwsClient,
    private readonly patienceMs: number,
    private readonly answerMs: number,
  ) {}

  static async open(address: S3Address, { patienceMs = PATIENCE_MS, answerMs = ANSWER_MS }: S3Options = {}) {
    const { AwsClient } = await loadClient()
    const { accessKeyId, secretAccessKey, sessionToken, region } = address
    const client = new AwsClient({ accessKeyId, secretAccessKey, sessionToken, region, service: 's3', retries: 0 })
    return new S3Store(address, client, patienceMs, answerMs)
  }

  get name(): string {
    return this.address.name
  }

  /** Those whose keys begin like this; with `isFlat` only those without a further `/`. */
  async list(prefix: string, isFlat = false): Promise<StoredObject[]> {
    const own = this.address.prefix
    const found: StoredObject[] = []
    for (let next = ''; ;) {
      const query = new URLSearchParams({ 'list-type': '2', prefix: own + prefix })
      if (isFlat) query.set('delimiter', '/')
      if (next !== '') query.set('continuation-token', next)
      const { bytes } = await this.request('GET', `?${query.toString()}`)
      const page = parseListing(bytes.toString('utf8'))
      if (page === null)
        throw new LongtailError('E_STORE', `${this.name}: the server does not speak S3; check AWS_ENDPOINT_URL`)
      found.push(...page.objects.map(object => ({ ...object, key: object.key.slice(own.length) })))
      if (page.next === '') return found
      next = page.next
    }
  }

  /** Null when there is none. */
  async get(key: string): Promise<Buffer | null> {
    const { status, bytes } = await this.request('GET', this.pathOf(key))
    return status === 404 ? null : bytes
  }

  /** Appends an object to a file, in parts that fit into the memory. False when there is none. */
  async download({ key, size }: Pick<StoredObject, 'key' | 'size'>, path: string, partBytes = 16 << 20) {
    const file = await open(path, 'a')
    try {
      for (let at = 0; at < size; at += partBytes) {
        const end = Math.min(size, at + partBytes) - 1
        const { status, bytes } = await this.request('GET', this.pathOf(key), { range: `bytes=${at}-${end}` })
        if (status === 404 || bytes.length !== end - at + 1) return false
        await file.write(bytes)
      }
      return true
    } finally {
      await file.close()
    }
  }

  /** Null when there is none. */
  async sizeOf(key: string): Promise<number | null> {
    const { status, length } = await this.request('HEAD', this.pathOf(key))
    return status === 404 ? null : length
  }

  async put(key: string, body: Body): Promise<void> {
    await this.request('PUT', this.pathOf(key), {}, body)
  }

  /** False: there is one already. It may be one's own, when the answer to an earlier attempt was lost. */
  async putNew(key: string, body: Body): Promise<boolean> {
    return (await this.request('PUT', this.pathOf(key), { 'if-none-match': '*' }, body)).status !== 412
  }

  /** A whole file, however large. */
  async putFile(key: string, path: string, isNew: boolean): Promise<boolean> {
    const body = await openAsBlob(path)
    if (isNew) return this.putNew(key, body)
    await this.put(key, body)
    return true
  }

  async remove(keys: readonly string[]): Promise<void> {
    await Promise.all(keys.map(key => this.request('DELETE', this.pathOf(key))))
  }

  private pathOf(key: string): string {
    return `/${(this.address.prefix + key).split('/').map(encodeURIComponent).join('/')}`
  }

  private async request(
    method: string,
    path: string,
    headers: Readonly<Record<string, string>> = {},
    body?: Body,
  ): Promise<Answer> {
    const startedAt = steadyNow()
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(LONGEST_PAUSE_MS, 2 * pauseMs)) {
      let trouble: string
      try {
        const answer = await this.inTurn(() => this.ask(method, path, headers, body))
        trouble = this.troubleOf(answer, method, path)
        if (trouble === '') {
          this.isAway = false
          return answer
        }
      } catch (error) {
        if (!isNetworkError(error)) throw error
        trouble = messageOf(error instanceof Error && error.cause !== undefined ? error.cause : error)
      }
      if (this.isAway || steadyNow() + pauseMs - startedAt > this.patienceMs) {
        this.isAway = true
        throw new LongtailError(
          'E_STORE',
          `${this.name} at ${this.address.endpoint}: ${trouble}. Nothing that was shipped is lost: see that the store is there and has room, and run the same command again`,
        )
      }
      await sleep(pauseMs * (0.75 + Math.random() / 2))
    }
  }

  private async ask(
    method: string,
    path: string,
    headers: Readonly<Record<string, string>>,
    body: Body | undefined,
  ): Promise<Answer> {
    const { endpoint, bucket } = this.address
    const size = body instanceof Blob ? body.size : (body?.length ?? 0)
    const signal = AbortSignal.timeout(Math.ceil(this.answerMs + size / LEAST_BYTES_PER_MS))
    const response = await this.client.fetch(`${endpoint}/${bucket}${path}`, { method, headers, body, signal })
    const bytes = Buffer.from(await response.arrayBuffer())
    return { status: response.status, bytes, length: Number(response.headers.get('content-length') ?? 0) }
  }

  /** '' when it is an answer that somebody waits for; in words when it passes. Throws when it will be the same tomorrow. */
  private troubleOf({ status, bytes }: Answer, method: string, path: string): string {
    if (status < 300 || status === 412) return ''
    const code = errorCodeIn(bytes.subarray(0, 4096).toString('utf8'))
    const said = code === '' ? `status ${status}` : `${code}, status ${status}`
    if (FULL.test(code) || status === 507) return `the store is full (${said})`
    if (PASSING.has(status) || PASSING_CODES.test(code)) return `the store fails (${said})`
    if (status === 404 && code !== 'NoSuchBucket' && method !== 'PUT' && !path.startsWith('?')) return ''
    const { name, address } = this
    if (status === 404)
      throw new LongtailError(
        'E_STORE',
        `${name}: there is no bucket ${address.bucket} at ${address.endpoint}; make it`,
      )
    if (status === 401 || status === 403)
      throw new LongtailError(
        'E_STORE',
        `${name}: the store refuses the key (${said}); check AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_REGION, and that it may list, read, write and delete there`,
      )
    throw new LongtailError('E_STORE', `${name}: the store refuses ${method} ${path} (${said})`)
  }

  private async inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.free === 0) await new Promise<void>(resolve => this.waiting.push(resolve))
    else this.free--
    try {
      return await work()
    } finally {
      const next = this.waiting.shift()
      if (next === undefined) this.free++
      else next()
    }
  }
}

/** As `fetch` tells of them. */
function isNetworkError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return error.name === 'TimeoutError' || (error instanceof TypeError && /fetch failed|terminated/.test(error.message))
}

async function loadClient() {
  try {
    return await import('aws4fetch')
  } catch (error) {
    throw new LongtailError(
      'E_STORE',
      `the package "aws4fetch" is missing, which speaks S3 (${messageOf(error)}); install it with "npm install aws4fetch"`,
    )
  }
}
