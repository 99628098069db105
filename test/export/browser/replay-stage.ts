/**
 * ReplayWeb.page in a real browser: its two scripts, a page with its element, and files to be replayed, from a server on this machine that
 * answers to ranges as any file server does. The archived page is in a frame in a frame.
 */
import { createReadStream, statSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Browser, Frame, Page } from 'playwright-core'
import { packageRoot } from '../../package-root.js'
import { openBrowser, openReader, type Reader } from '../../portal/browser/chromium.js'

const SCRIPTS = join(packageRoot, 'node_modules', 'replaywebpage')
const WAIT_MS = 90_000
const ATTEMPTS = 3

type IsWanted = (frame: Frame) => boolean | Promise<boolean>

export interface ReplayStage {
  readonly reader: Reader
  readonly page: Page
  /** How many bytes of the files were asked for. */
  readonly served: () => number
  /** Opens a file of the directory at an archived page, and returns the frame in which these words of it are. */
  open(file: string, url: string, words: string): Promise<Frame>
  /** The same as it was at a time: `YYYYMMDDhhmmss`. */
  openAt(file: string, url: string, words: string, time: string): Promise<Frame>
  /** The list of pages of a file, with something in it. */
  openList(file: string): Promise<Frame>
  close(): Promise<void>
}

export async function openReplay(directory: string): Promise<ReplayStage> {
  let served = 0
  const server = createServer((request, response) => {
    served += answer(directory, request, response)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${portOf(server.address())}`
  const browser: Browser = await openBrowser()
  const reader = await openReader(browser, origin)
  const { page } = reader
  page.setDefaultTimeout(WAIT_MS)
  // its service worker may take over at a moment at which the page waits for another one: people reload then
  const show = async (file: string, more: string, isWanted: IsWanted): Promise<Frame> => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      await page.goto(`/show?source=/files/${encodeURIComponent(file)}${more}`)
      const frame = await frameWhere(page, isWanted, WAIT_MS / ATTEMPTS)
      if (frame !== null) return frame
    }
    throw new Error(`no such frame among ${page.frames().map(frame => frame.url())}`)
  }
  return {
    reader,
    page,
    served: () => served,
    open: (file, url, words) => show(file, `&url=${encodeURIComponent(url)}`, shows(url, words)),
    openAt: (file, url, words, time) => show(file, `&url=${encodeURIComponent(url)}&ts=${time}`, shows(url, words)),
    openList: file => show(file, '&view=pages', hasEntries),
    async close() {
      await reader.close()
      await browser.close()
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

/** The frame that shows an archived page, with these words in it. */
export async function archivedFrame(page: Page, url: string, words: string): Promise<Frame> {
  const frame = await frameWhere(page, shows(url, words), WAIT_MS)
  if (frame === null) throw new Error(`no frame shows ${url}`)
  return frame
}

/** Frames come and go while a page is opened: only one that has its text is the right one. */
function shows(url: string, words: string): IsWanted {
  return async frame => {
    if (!/\/w\/[^/]+\/.*mp_\//.test(frame.url()) || !frame.url().endsWith(`mp_/${url}`)) return false
    const text = await frame.evaluate('document.body?.innerText ?? ""').catch(() => '')
    return flat(String(text)).includes(flat(words))
  }
}

/** Each white space as one blank. */
export function flat(text: string): string {
  return text.replace(/\s+/g, ' ')
}

async function frameWhere(page: Page, isWanted: IsWanted, withinMs: number): Promise<Frame | null> {
  const end = Date.now() + withinMs
  while (Date.now() < end) {
    for (const frame of page.frames()) if (await isWanted(frame)) return frame
    await new Promise(resolve => setTimeout(resolve, 100))
  }
  return null
}

async function hasEntries(frame: Frame): Promise<boolean> {
  return frame.url().includes('/replay/?') && (await frame.locator('wr-page-entry').count()) > 0
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return address.port
}

/** Returns how many bytes of an archive were sent. */
function answer(directory: string, request: IncomingMessage, response: ServerResponse): number {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
  const script = /^\/(?:replay\/)?(ui|sw)\.js$/.exec(pathname)
  if (script !== null) {
    response.setHeader('Content-Type', 'text/javascript')
    createReadStream(join(SCRIPTS, `${script[1]}.js`)).pipe(response)
    return 0
  }
  if (pathname === '/show') {
    const attributes = ['source', 'url', 'view', 'ts'].map(name => {
      const value = searchParams.get(name)
      return value === null ? '' : ` ${name}="${value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`
    })
    response.setHeader('Content-Type', 'text/html; charset=utf-8')
    response.end(
      `<!doctype html><title>replay</title><link rel="icon" href="data:,"><script src="/ui.js"></script>` +
        `<style>replay-web-page { display: block; height: 700px }</style>` +
        `<replay-web-page${attributes.join('')}></replay-web-page>`,
    )
    return 0
  }
  const file = /^\/files\/([^/]+)$/.exec(pathname)
  if (file === null) {
    response.writeHead(404).end()
    return 0
  }
  return sendRange(join(directory, decodeURIComponent(file[1])), request, response)
}

function sendRange(path: string, request: IncomingMessage, response: ServerResponse): number {
  const { size } = statSync(path)
  const range = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? '')
  const isSuffix = range !== null && range[1] === ''
  const start = range === null ? 0 : isSuffix ? Math.max(0, size - Number(range[2])) : Number(range[1])
  const end = range === null || isSuffix || range[2] === '' ? size - 1 : Math.min(size - 1, Number(range[2]))
  response.setHeader('Accept-Ranges', 'bytes')
  response.setHeader('Access-Control-Allow-Origin', '*')
  response.setHeader('Content-Type', path.endsWith('.json') ? 'application/json' : 'application/octet-stream')
  response.setHeader('Content-Length', end - start + 1)
  if (range !== null) response.setHeader('Content-Range', `bytes ${start}-${end}/${size}`)
  response.writeHead(range === null ? 200 : 206)
  if (request.method === 'HEAD') {
    response.end()
    return 0
  }
  createReadStream(path, { start, end }).pipe(response)
  return end - start + 1
}
