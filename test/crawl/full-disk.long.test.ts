/** Documents and pages that need a browser, on a disk that becomes full. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { rmSync } from 'node:fs'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { LogEntry, PageEntry } from '../../src/collection/index.js'
import { column, madePdf } from '../documents/made-pdf.js'
import { mountNamespace } from '../endure/small-disk.js'
import { archivesOf } from './demo-crawl.js'
import { checkIndependently } from './read-archives.js'
import { runCli, temporaryDirectory, writeCampaign } from './run-cli.js'
import { logged } from './shown-web.js'
import { html, serveSmallWeb, status } from './small-web.js'

const directory = temporaryDirectory('full-disk')
after(() => rmSync(directory, { recursive: true, force: true }))
const run = promisify(execFile)
const namespace = mountNamespace()
const PAGES = 12

const isPage = (entry: LogEntry): entry is PageEntry => entry.t === 'page'
const THAI = 'มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ '

/** Each page of scripts leads to a document, and the document to the next page of scripts. */
function answer(number: number, isDocument: boolean): string | Buffer {
  if (isDocument) {
    const noise = Array.from({ length: 3000 }, (_, i) =>
      String.fromCodePoint(0x4e00 + ((i * 7919 + number * 104729) % 20000)),
    )
    const lines = Array.from({ length: 40 }, (_, i) => `${THAI}${number} ${noise.slice(i * 20, i * 20 + 20).join('')}`)
    const more = { text: `page ${number + 1}`, x: 50, y: 60, link: `/p${number + 1}` }
    return madePdf([[...column(lines), more]], { title: `เอกสาร ${number}`, language: 'th' })
  }
  const shown = JSON.stringify(`<p>${THAI.repeat(5)}</p><p><a href="/d${number}.pdf">เอกสาร ${number}</a></p>`)
  return `<title>${number}</title><div id="app"></div><script>app.innerHTML = ${shown}</script>`
}

test(
  'a crawl that finds its disk full stops, and goes on when there is room: nothing is lost, nothing is there twice',
  { skip: namespace === null ? 'this system lets nobody mount' : false },
  async () => {
    const web = await serveSmallWeb(({ path }, response) => {
      const [, kind, number] = /^\/([pd])(\d+)(?:\.pdf)?$/.exec(path) ?? []
      if (number === undefined || Number(number) >= PAGES) return status(response, 404)
      const body = answer(Number(number), kind === 'd')
      if (typeof body === 'string') return html(response, body)
      response.writeHead(200, { 'content-type': 'application/pdf' }).end(body)
    })
    try {
      const campaign = writeCampaign(
        directory,
        {
          name: 'full-disk',
          contact: 'https://longtail.example/crawler',
          target: { language: 'tha' },
          seeds: ['http://a.test/p0', 'http://a.test/p6'],
          politeness: { delay: '0s', robots: false },
          network: { hosts: { 'a.test': web.origin }, retries: 0 },
          render: 'when-needed',
          // it would wait for room otherwise
          limits: { 'free-disk': 0 },
          traps: false,
          workers: 1,
        },
        'full-disk.yaml',
      )
      const calm = join(directory, 'calm')
      const { code, stderr } = await runCli('crawl', campaign, '--out', calm, '--json')
      assert.equal(code, 0, stderr)
      const program = fileURLToPath(new URL('./on-full-disk.js', import.meta.url))
      const copy = join(directory, 'copy')
      const [unshare, ...flags] = namespace ?? []
      const { stdout } = await run(unshare, [
        ...flags,
        process.execPath,
        program,
        campaign,
        join(directory, 'disk'),
        copy,
      ])
      const ends: { code: number | null; said: string }[] = JSON.parse(stdout)
      const full = ends.filter(end => end.code !== 0)
      assert.ok(full.length > 0, stdout)
      for (const { said } of full) assert.match(said, /E_DISK|disk is full/, stdout)
      assert.equal(ends.at(-1)?.code, 0, stdout)
      const outcomes = async (crawl: string): Promise<string[]> =>
        (await logged(crawl))
          .filter(isPage)
          .map(({ url, relevant, title, mime, digest, rendered }) =>
            [url, relevant, title, mime, digest, rendered?.brought].join(' '),
          )
          .sort()
      const expected = await outcomes(calm)
      assert.equal(expected.length, 2 * PAGES + 1)
      assert.deepEqual(await outcomes(copy), expected)
      await checkIndependently(archivesOf(copy))
    } finally {
      await web.close()
    }
  },
)
