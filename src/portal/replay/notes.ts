/** Small pages inside the frame, where an archived page should be. They carry the sandbox like all that is served there. */
import { markup, type Markup } from '../../markup.js'
import type { Answer, PortalRequest } from '../server/route.js'
import { fill } from '../ui/messages.js'
import { archiveHeaders } from './headers.js'

export function missingNote(request: PortalRequest, url: string, sources: string): Answer {
  const texts = request.messages.replay
  const content = markup`<h1>${texts.missingTitle}</h1>
<p><a href="/web/${url}" target="_top">${url}</a></p>`
  return note(request, texts.missingTitle, content, 404, sources)
}

/** `file`: which one is missing. */
export function damagedNote(request: PortalRequest, file: string, sources: string): Answer {
  const texts = request.messages.replay
  const content = markup`<h1>${texts.damagedTitle}</h1>
<p>${fill(texts.damagedText, { file })}</p>
<p>${texts.damagedHelp}</p>`
  return note(request, texts.damagedTitle, content, 503, sources)
}

function note(request: PortalRequest, title: string, content: Markup, status: number, sources: string): Answer {
  const page = markup`<!doctype html>
<html lang="${request.language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>body{font:100%/1.5 sans-serif;margin:2em auto;max-width:40em;padding:0 1em;overflow-wrap:anywhere}h1{font-size:1.3em}</style>
${content}
</html>
`
  return { status, headers: archiveHeaders({ type: 'text/html; charset=utf-8', sources }), body: page.text }
}
