/** Reads every archive of the development data, written by other tools: records, damage, digests, and the archive as a web. */
import { createReadStream, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { WARCParser } from 'warcio'
import { exchangeOf, parseHttpResponse, payloadDigest, readWarc, type WarcRecord } from '../../src/archive/index.js'
import { createArchiveWeb } from '../../src/web/archive-web.js'

export interface EvaluationRow {
  readonly name: string
  readonly value: number
  readonly floor: number
  readonly ok: boolean
}

/** Records as counted with warcio, which does not know ARC: those were counted by hand. */
const FILES: readonly (readonly [name: string, records: number])[] = [
  ['warc/IAH-urls-wget.warc', 36],
  ['warc/books.toscrape.warc.gz', 60],
  ['warc/dupes.warc.gz', 25],
  ['warc/example-wget-1-14.warc.gz', 6],
  ['warc/example.arc.gz', 2],
  ['warc/example.warc.gz', 6],
  ['warc/iana.warc.gz', 343],
  ['warc/post-test.warc.gz', 6],
  ['warc/whirlwind.warc.gz', 4],
  ['cc-dev.warc.gz', 777],
  ['webkb.warc.gz', 8242],
  ['wikischools-dev.warc.gz', 1031],
]
const WEBS = ['cc-dev', 'webkb', 'wikischools-dev']

const exactly = (name: string, value: number, floor: number): EvaluationRow => ({
  name,
  value,
  floor,
  ok: value === floor,
})

export async function evaluateArchive(dataDir: string): Promise<EvaluationRow[]> {
  const rows: EvaluationRow[] = []
  let damaged = 0
  let digests = 0
  let digestsRight = 0
  let differences = 0
  for (const [name, expected] of FILES) {
    const path = join(dataDir, name)
    const lines: string[] = []
    for await (const record of readWarc(path, { onDamage: () => damaged++ })) {
      lines.push(`${record.type} ${record.headers.get('warc-target-uri') ?? ''} ${record.blockLength}`)
      const digest = record.headers.get('warc-payload-digest')
      if (record.type !== 'response' || digest === undefined) continue
      digests++
      if (bodiesOf(record).some(body => payloadDigest(body) === digest)) digestsRight++
    }
    rows.push(exactly(`archive: records of ${name}`, lines.length, expected))
    if (name.includes('.arc')) continue
    let i = 0
    for await (const record of new WARCParser(createReadStream(path))) {
      await record.skipFully()
      const line = `${record.warcType ?? ''} ${record.warcTargetURI ?? ''} ${record.warcContentLength}`
      if (line !== lines[i++]) differences++
    }
  }
  rows.push(
    exactly('archive: damaged records', damaged, 0),
    exactly('archive: records that warcio reads otherwise', differences, 0),
    exactly('archive: share of payload digests that match', digestsRight / digests, 1),
  )
  for (const web of WEBS) rows.push(await evaluateWeb(dataDir, web))
  return rows
}

/** Tools disagree about whether chunks belong to the payload. */
function bodiesOf(record: WarcRecord): Uint8Array[] {
  const response = parseHttpResponse(record.block)
  if (response === null) return [record.block]
  const end = record.block.indexOf('\r\n\r\n')
  return [response.body, record.block.subarray(end + 4), exchangeOf(record)?.body ?? response.body]
}

/** Every http(s) page of the table must come out of the archive served as a web. */
async function evaluateWeb(dataDir: string, name: string): Promise<EvaluationRow> {
  const table = gunzipSync(readFileSync(join(dataDir, `${name}.pages.tsv.gz`))).toString('utf8')
  const [header, ...rows] = table.trimEnd().split('\n')
  const column = header.split('\t').indexOf('url')
  const urls = rows.map(row => row.split('\t')[column]).filter(url => /^https?:/i.test(url))
  const web = await createArchiveWeb([join(dataDir, `${name}.warc.gz`)])
  try {
    const { signal } = new AbortController()
    let found = 0
    for (const url of urls) if ((await web.fetch(url, signal)).ok) found++
    return exactly(`archive: pages of ${name} fetched, of ${urls.length}`, found, urls.length)
  } finally {
    await web.close()
  }
}
