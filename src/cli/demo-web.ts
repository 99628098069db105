/** `demo --web-only`: the demo web by itself, for campaigns, other crawlers and browsers to try themselves on. */
import { buildDemoWeb, serveDemoWeb, type DemoServer, type DemoWeb } from '../demo/web.js'
import { isErrno, LongtailError } from '../errors.js'
import { untilInterrupted } from './work-display.js'

export interface DemoWebFlags {
  /** The language that the web holds most of beside English. */
  readonly language: string
  /** Any free one unless named. */
  readonly port?: number
  readonly json?: boolean
}

/** Serves until Ctrl-C. */
export async function serveDemoWebOnly({ language, port, json = false }: DemoWebFlags): Promise<void> {
  const web = buildDemoWeb({ target: language })
  const server = await serveOn(web, port)
  const ended = untilInterrupted()
  const languages = languagesOf(web)
  if (json)
    console.log(JSON.stringify({ url: server.origin, servers: web.hosts.length, pages: web.pages.length, languages }))
  else console.log(describe(server.origin, web, languages))
  await ended
  await server.close()
}

async function serveOn(web: DemoWeb, port: number | undefined): Promise<DemoServer> {
  try {
    return await serveDemoWeb(web, { port })
  } catch (error) {
    if (!isErrno(error, 'EADDRINUSE', 'EACCES')) throw error
    const reason = isErrno(error, 'EADDRINUSE') ? 'another program is using it' : 'not allowed'
    throw new LongtailError('E_USAGE', `port ${port}: ${reason}; choose another with --port, or none for a free one`)
  }
}

interface WebLanguage {
  readonly code: string
  /** Pages that a crawl may fetch. */
  readonly pages: number
  readonly seeds: readonly string[]
}

/** Most pages first. */
function languagesOf(web: DemoWeb): WebLanguage[] {
  const counts = new Map<string, number>()
  for (const { kind, language, disallowed } of web.pages)
    if (kind === 'page' && !disallowed) counts.set(language, (counts.get(language) ?? 0) + 1)
  return [...counts]
    .map(([code, pages]) => ({ code, pages, seeds: web.seeds[code] ?? [] }))
    .sort((a, b) => b.pages - a.pages)
}

function describe(origin: string, web: DemoWeb, languages: readonly WebLanguage[]): string {
  const lines = languages.map(
    ({ code, pages, seeds }) => `  ${code} ${String(pages).padStart(6)} pages   ${seeds.join(' ')}`,
  )
  return [
    `The demo web is at ${origin}: ${web.hosts.length} servers, ${web.pages.length} addresses. Press Ctrl-C to stop it.`,
    `Its languages, with seeds for each:`,
    ...lines,
    `A campaign crawls it with  network: {hosts: {'*': '${origin}'}}`,
    `Browsers and other tools can read it with ${origin} as their HTTP proxy.`,
  ].join('\n')
}
