/**
 * Do real archives become ZIMs in which everything leads somewhere? Three collections and the archives of other tools are exported, openZIM's
 * checker looks for errors, and kiwix-serve is asked for every address that a sample of the pages shows or links to inside the ZIM.
 */
import { join } from 'node:path'
import { rmSync } from 'node:fs'
import { Parser } from 'htmlparser2'
import { exportZim } from '../../src/export/zim/export-zim.js'
import { temporaryDirectory } from '../crawl/run-cli.js'
import { serveZim } from '../export/kiwix-serve.js'
import { run } from '../export/zim-file-tools.js'
import { pathsIn } from '../export/zim-pages-site.js'
import type { Measurement } from './measure.js'

const SOURCES = ['wikischools-dev.warc.gz', 'cc-dev.warc.gz', 'webkb.warc.gz', 'warc']
const SAMPLE = 60
const MAX_ADDRESSES = 3_000

export async function evaluateZimPages(data: string): Promise<Measurement[]> {
  const directory = temporaryDirectory('evaluate-zim')
  let passed = 0
  let pages = 0
  let asked = 0
  let found = 0
  let trouble = ''
  for (const source of SOURCES) {
    const out = join(directory, 'collection.zim')
    const summary = await exportZim({ sources: [join(data, source)], out, date: '2026-01-01' })
    pages += summary.pages
    try {
      await run('zimcheck', ['-A', out])
      passed++
    } catch (error) {
      trouble = `${source}: ${error instanceof Error ? error.message.slice(0, 500) : error}`
    }
    const reached = await followAddresses(out)
    asked += reached.asked
    found += reached.found
    rmSync(out)
  }
  const detail = `${passed} of ${SOURCES.length} archives, ${pages} pages ${trouble}`
  return [
    { id: 'export-zim.pages.checked', value: passed / SOURCES.length, detail },
    {
      id: 'export-zim.pages.addresses',
      value: found / asked,
      detail: `${found} of ${asked} addresses lead to an entry`,
    },
  ]
}

/** Of a sample of the pages: every address inside the ZIM, as a browser would ask for it. */
async function followAddresses(zim: string): Promise<{ asked: number; found: number }> {
  const paths = await pathsIn(zim)
  const step = Math.max(1, Math.floor(paths.length / SAMPLE))
  const kiwix = await serveZim(zim)
  const root = `${kiwix.origin}/${kiwix.book}/`
  const addresses = new Set<string>()
  let found = 0
  try {
    for (let i = 0; i < paths.length && addresses.size < MAX_ADDRESSES; i += step) {
      const at = root + paths[i].split('/').map(encodeURIComponent).join('/')
      const answer = await fetch(at)
      const body = await answer.text()
      addresses.add(at)
      if (answer.headers.get('content-type')?.startsWith('text/html') === true)
        for (const one of addressesIn(body, answer.url)) addresses.add(one)
    }
    const inside = [...addresses].filter(address => address.startsWith(root)).slice(0, MAX_ADDRESSES)
    for (const address of inside) if ((await fetch(address, { method: 'HEAD' })).status === 200) found++
    return { asked: inside.length, found }
  } finally {
    await kiwix.close()
  }
}

function addressesIn(html: string, base: string): string[] {
  const found: string[] = []
  const parser = new Parser({
    onopentag(_, { href, src }) {
      for (const address of [href, src])
        if (address !== undefined && URL.canParse(address, base))
          found.push(new URL(address, base).href.replace(/#.*$/s, ''))
    },
  })
  parser.end(html)
  return found
}
