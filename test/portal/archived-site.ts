/** A small archived site, built into a real portal: for tests of replay that need no crawl. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildExchangeRecords, buildRevisitRecords, warcDate } from '../../src/archive/index.js'
import type { Exchange } from '../../src/contracts.js'
import { buildPortal } from '../../src/portal/build/build.js'
import { openLibrary } from '../../src/portal/store/library.js'
import type { Library } from '../../src/portal/contracts.js'

export type Headers = readonly (readonly [name: string, value: string])[]
export const HTML: Headers = [['Content-Type', 'text/html; charset=utf-8']]

export interface ArchivedSite {
  /** The portal's directory. */
  readonly portal: string
  /** The archive. */
  readonly warc: string
  readonly library: Library
  close(): void
}

export class ArchiveMaker {
  private readonly pieces: Uint8Array[] = []
  private time = Date.UTC(2024, 4, 1)

  add(url: string, headers: Headers, body: string | Uint8Array, status = 200): this {
    this.pieces.push(buildExchangeRecords(this.exchange(url, headers, body, status), []).bytes)
    return this
  }

  /** Twice the same body: the second time only its head is kept. */
  addWithRevisit(url: string, copy: string, headers: Headers, body: string): this {
    const exchange = this.exchange(url, headers, body, 200)
    const { bytes, payloadDigest } = buildExchangeRecords(exchange, [])
    const original = { targetUri: url, date: warcDate(exchange.startedAt), payloadDigest }
    this.pieces.push(bytes, buildRevisitRecords(this.exchange(copy, headers, '', 200), [], original).bytes)
    return this
  }

  async build(): Promise<ArchivedSite> {
    const directory = mkdtempSync(join(tmpdir(), 'longtail-replay-'))
    const warc = join(directory, 'site.warc.gz')
    writeFileSync(warc, Buffer.concat(this.pieces))
    const portal = join(directory, 'portal')
    await buildPortal({ sources: [warc], out: portal, title: 'Test library' })
    const library = openLibrary(portal)
    return {
      portal,
      warc,
      library,
      close() {
        library.close()
        rmSync(directory, { recursive: true, force: true })
      },
    }
  }

  private exchange(url: string, headers: Headers, body: string | Uint8Array, status: number): Exchange {
    return {
      ok: true,
      url,
      startedAt: (this.time += 1000),
      fetchMs: 1,
      ip: null,
      protocol: 'http/1.1',
      requestHeaders: [],
      status,
      statusText: 'OK',
      headers,
      body: typeof body === 'string' ? Buffer.from(body) : body,
      truncated: null,
    }
  }
}
