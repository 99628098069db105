/** A graph served as a web over HTTP on the loopback: every page is written so that the live judge sees what the graph says. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CHARSET } from '../../src/contracts.js'
import { createPageEncoder, type Encoding } from '../../src/demo/encode.js'
import { random } from '../../src/demo/random.js'
import { loadTexts } from '../../src/demo/texts.js'
import { CRAWLED, urlOf } from '../../src/graph/web-graph.js'
import type { Kind, ParityWeb } from './parity-graph.js'

export interface GraphServer {
  readonly origin: string
  /** Requests so far. */
  readonly requests: number
  close(): Promise<void>
}

export interface RenderedPage {
  readonly contentType: string
  readonly body: Uint8Array
}

/** Known-only pages, and all that the graph does not know, are not found. */
export async function serveGraph(web: ParityWeb): Promise<GraphServer> {
  const { graph } = web
  const pages = new Map<string, number>()
  for (let page = 0; page < graph.pages; page++) {
    if ((graph.flags[page] & CRAWLED) !== 0) pages.set(urlOf(graph, page), page)
  }
  const render = createRenderer(web)
  const rendered = new Map<number, RenderedPage>()
  let requests = 0
  const server = createServer((request, response) => {
    requests++
    const page = pages.get(`http://${request.headers.host ?? ''}${request.url ?? ''}`)
    if (page === undefined) {
      response.writeHead(404).end()
      return
    }
    const known = rendered.get(page) ?? render(page)
    rendered.set(page, known)
    response.writeHead(200, { 'content-type': known.contentType, 'content-length': known.body.length }).end(known.body)
  })
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    get requests() {
      return requests
    },
    close: () =>
      new Promise(closed => {
        server.closeAllConnections()
        server.close(() => closed())
      }),
  }
}

/**
 * Every page has a text of its own, but for every fourth one, which repeats that of another page of its kind with a word more. The title holds no letters, and the links stand in a menu, which is no part of the main text.
 */
export function createRenderer({ graph, kinds }: ParityWeb): (page: number) => RenderedPage {
  const bodies = createBodies()
  const encode = createPageEncoder()
  return page => {
    const kind = kinds[page]
    const encoding = encodingOf(kind, graph.charset === null ? CHARSET.utf8 : graph.charset[page])
    const meta =
      encoding.meta === null ? '' : `<meta http-equiv="Content-Type" content="text/html; charset=${encoding.meta}">`
    const original = page % 4 === 3 ? kinds.indexOf(kind, page % 16) : page
    const html =
      `<!DOCTYPE html><html><head>${meta}<title>${page}</title></head><body>${bodies[kind](original)}<p>No. ${page}</p>` +
      `<nav><ul>${linksOf(page, kind).join('\n')}</ul></nav></body></html>\n`
    return { contentType: 'text/html', body: encode(html, encoding) }
  }

  function linksOf(page: number, kind: Kind): string[] {
    const { offsets, to, anchors } = graph
    const items: string[] = []
    for (let link = offsets[page]; link < offsets[page + 1]; link++) {
      const isTarget = anchors !== null && ((anchors[link >>> 3] >>> (link & 7)) & 1) === 1
      items.push(item(to[link], isTarget ? 'อ่านต่อได้ที่นี่' : kind === 'mute' ? '' : 'Read more here'))
    }
    // what a page of a graph never has and a page of the web often does: a link to itself, and the same link twice
    items.splice(1, 0, item(page, ''))
    if (items.length > 2) items.push(items[0])
    return items
  }

  function item(target: number, words: string): string {
    return `<li><a href="${urlOf(graph, target)}">${words} ${target}</a></li>`
  }
}

/** By kind, the text number `n`. */
function createBodies(): Record<Kind, (n: number) => string> {
  const thai = paragraphs('tha', 0.12)
  const english = paragraphs('eng', 0.2)
  // enough to count, too little for the page to be in Thai
  const some = paragraphs('tha', 0.05)(0)
  return {
    thai,
    mixed: n => `${english(n)}${some}`,
    names: n => `${english(n)}<p>${'ราชอาณาจักรไทยและกรุงเทพมหานคร '.repeat(3)}</p>`,
    english,
    japanese: paragraphs('jpn', 0.3),
    mute: () => '<p>2547</p>',
  }
}

function paragraphs(declaration: string, share: number): (n: number) => string {
  const texts = loadTexts(declaration)
  return n =>
    texts
      .paragraphs(share, random('graph server', declaration, n))
      .map(text => `<p>${text}</p>`)
      .join('\n')
}

function encodingOf(kind: Kind, charset: number): Encoding {
  const bytes = kind === 'thai' || kind === 'mixed' ? 'windows-874' : kind === 'japanese' ? 'shift_jis' : 'windows-1252'
  const plain = { header: null, references: false }
  switch (charset) {
    case CHARSET.target:
      return { ...plain, bytes: 'windows-874', meta: 'tis-620' }
    case CHARSET.utf8:
      return { ...plain, bytes: 'utf-8', meta: 'utf-8' }
    case CHARSET.latin1:
      return { ...plain, bytes: 'windows-1252', meta: 'iso-8859-1' }
    case CHARSET.other:
      return { ...plain, bytes, meta: bytes }
    default:
      return { ...plain, bytes, meta: null }
  }
}
