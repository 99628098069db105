/** A real kiwix-serve with one ZIM, and what it answers. The reader's own engine is the only judge of an index that was made for it. */
import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { basename } from 'node:path'

export interface KiwixServe {
  readonly origin: string
  /** Name of the ZIM in addresses. */
  readonly book: string
  /** Paths of all pages that the full-text search finds, best first, at most `limit`. */
  search(pattern: string, limit?: number): Promise<string[]>
  /** Titles that are suggested, best first. */
  suggest(typed: string): Promise<string[]>
  close(): Promise<void>
}

/** Most results that kiwix-serve gives at once. */
const PAGE = 140

export async function serveZim(path: string): Promise<KiwixServe> {
  const port = await freePort()
  const server = spawn(
    'kiwix-serve',
    ['--address', '127.0.0.1', '--port', String(port), '--attachToProcess', String(process.pid), path],
    { stdio: 'ignore' },
  )
  const ended = new Promise<void>(resolve => server.once('exit', () => resolve()))
  const origin = `http://127.0.0.1:${port}`
  const book = basename(path, '.zim')
  try {
    await answering(`${origin}/`)
  } catch (error) {
    server.kill('SIGKILL')
    throw error
  }
  return {
    origin,
    book,
    async search(pattern, limit = 1000) {
      const found: string[] = []
      for (let start = 0; start < limit; start += PAGE) {
        const query = new URLSearchParams({
          content: book,
          pattern,
          format: 'xml',
          start: String(start),
          pageLength: String(Math.min(PAGE, limit - start)),
        })
        const response = await fetch(`${origin}/search?${query.toString()}`)
        const xml = await response.text()
        const links = [...xml.matchAll(/<item>.*?<link>([^<]*)<\/link>/gs)].map(([, link]) => link)
        found.push(...links.map(link => decodeURIComponent(link.slice(link.indexOf(`/${book}/`) + book.length + 2))))
        if (links.length < PAGE) break
      }
      return found.map(link => link.replace(/^C\//, ''))
    },
    async suggest(typed) {
      const query = new URLSearchParams({ content: book, term: typed, count: '50' })
      const response = await fetch(`${origin}/suggest?${query.toString()}`)
      const suggestions: unknown = await response.json()
      if (!Array.isArray(suggestions)) return []
      return suggestions.flatMap((entry: unknown) => {
        if (typeof entry !== 'object' || entry === null || !('value' in entry) || !('kind' in entry)) return []
        return entry.kind === 'path' ? [String(entry.value)] : []
      })
    },
    async close() {
      server.kill('SIGTERM')
      const stubborn = setTimeout(() => server.kill('SIGKILL'), 5_000)
      await ended
      clearTimeout(stubborn)
    },
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      probe.close(() => resolve(port))
    })
  })
}

async function answering(address: string): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    try {
      await fetch(address)
      return
    } catch {
      await new Promise(resolve => setTimeout(resolve, 100))
    }
  }
  throw new Error(`kiwix-serve does not answer at ${address}`)
}
