/** Reads pages of the demo web as a browser would, independently of the code that wrote them. */
import { TextDecoder } from '@exodus/bytes/encoding.js'
import { Parser } from 'htmlparser2'
import type { DemoAnswer, DemoWeb } from '../../src/demo/web.js'

/** The body as text, by what the bytes are, not by what they are declared to be. */
export function decodeBody(answer: DemoAnswer): string {
  return new TextDecoder(answer.page?.encoding.bytes ?? 'utf-8', { fatal: true }).decode(answer.body)
}

export interface Reading {
  readonly links: ReadonlySet<string>
  /** Paragraphs, without menus and lists. */
  readonly paragraphs: readonly string[]
}

export function readPage(answer: DemoAnswer, base: string): Reading {
  const links = new Set<string>()
  const paragraphs: string[] = []
  let open = false
  const parser = new Parser({
    onopentag(name, attributes) {
      const refresh = name === 'meta' ? /url=(.*)$/.exec(attributes.content ?? '')?.[1] : undefined
      const leads = name === 'a' || (name === 'link' && attributes.rel === 'alternate')
      const link = refresh ?? (name === 'frame' ? attributes.src : leads ? attributes.href : undefined)
      if (link !== undefined) links.add(new URL(link, base).href)
      if (name === 'p') {
        open = attributes.class === undefined
        if (open) paragraphs.push('')
      }
    },
    ontext(text) {
      if (open) paragraphs[paragraphs.length - 1] += text
    },
    onclosetag(name) {
      if (name === 'p') open = false
    },
  })
  parser.end(decodeBody(answer))
  return { links, paragraphs }
}

export function linksOf(web: DemoWeb, id: number): Uint32Array {
  return web.links.to.subarray(web.links.start[id], web.links.start[id + 1])
}

/** The page at which a visitor ends up: redirects, refreshes and framesets followed. */
export function arrival(web: DemoWeb, id: number): DemoWeb['pages'][number] {
  let page = web.pages[id]
  while (page.kind === 'redirect' || page.kind === 'refresh' || page.kind === 'frameset') page = web.pages[page.twin]
  return page
}

/** Ids reached from the URLs when only pages that `follow` accepts pass on their links; robots rules are kept. */
export function reach(
  web: DemoWeb,
  urls: readonly string[],
  follow: (page: DemoWeb['pages'][number]) => boolean,
): Set<number> {
  const ids = new Map(web.pages.map(page => [page.url, page.id]))
  const seen = new Set(urls.map(url => ids.get(url) ?? -1))
  for (const id of seen) {
    if (web.pages[id].disallowed || !follow(web.pages[id])) continue
    for (const to of linksOf(web, id)) seen.add(to)
  }
  return seen
}
