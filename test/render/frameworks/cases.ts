/**
 * Sites made with React, Vue, Svelte and Angular, as cases for test/render/cases.ts:
 *
 *   list       the first page is empty without its script, which asks for what it shows; the others are HTML
 *   routed     all pages are one empty page; the router shows what belongs to the address, with code and data that it asks for
 *   growing    a list that gets longer when its end comes into view
 *   hydrated   a server has made the HTML, and the script takes it over: nothing is missing
 */
import type { RenderingCase, SiteData, SiteFile } from '../cases.js'
import { bundleApps, bundleServer, FRAMEWORKS, type Framework } from './bundle.js'

const ROOTS: Readonly<Record<Framework, string>> = {
  react: '<noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div>',
  vue: '<div id="app"></div>',
  svelte: '<div id="app"></div>',
  angular: '<app-root></app-root>',
}

/** As the tools of the frameworks write it. */
function shell(app: string, root: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="UTF-8"><base href="/"><link rel="icon" href="/favicon.ico"><meta name="viewport" content="width=device-width, initial-scale=1.0"><title>site</title><script type="module" crossorigin src="/assets/${app}.js"></script><link rel="stylesheet" crossorigin href="/assets/style.css"></head><body>${root}</body></html>`
}

const scriptless = ({ title, text, links }: SiteData): string =>
  `<!doctype html><html><head><title>${title}</title></head><body><h1>${title}</h1><p>${text}</p><ul>${links.map(([path, words]) => `<li><a href="${path}">${words}</a></li>`).join('')}</ul></body></html>`

function filesOf(assets: ReadonlyMap<string, string>) {
  return (path: string, data: (n: number) => SiteData): SiteFile | null => {
    const number = /^\/api\/pages\/(\d)$/.exec(path)?.[1]
    if (number !== undefined) return { type: 'application/json', body: JSON.stringify(data(Number(number))) }
    if (path === '/assets/style.css') return { type: 'text/css', body: 'main { max-width: 40em }' }
    const asset = assets.get(path.replace('/assets/', ''))
    return asset === undefined ? null : { type: 'text/javascript', body: asset }
  }
}

async function hydratedCase(
  framework: Exclude<Framework, 'angular'>,
  file: RenderingCase['file'],
): Promise<RenderingCase> {
  const render = await bundleServer(framework)
  return {
    name: `${framework}-hydrated`,
    needs: false,
    page: async data => {
      const state = JSON.stringify(data).replaceAll('<', '\\u003c')
      const root = `<div id="root">${await render(data)}</div><script id="page" type="application/json">${state}</script>`
      return shell('hydrated', root)
    },
    file,
  }
}

async function casesOf(framework: Framework): Promise<RenderingCase[]> {
  const file = filesOf(await bundleApps(framework))
  const page = (app: string): string => shell(app, ROOTS[framework])
  const first =
    (app: string): RenderingCase['page'] =>
    (data, n) =>
      n === 0 ? page(app) : scriptless(data)
  const cases: RenderingCase[] = [
    { name: `${framework}-list`, needs: true, page: first('list'), file },
    { name: `${framework}-routed`, needs: true, page: () => page('routed'), file },
  ]
  if (framework === 'react') cases.push({ name: 'react-growing', needs: true, page: first('growing'), file })
  if (framework !== 'angular') cases.push(await hydratedCase(framework, file))
  return cases
}

let made: Promise<readonly RenderingCase[]> | null = null

/** Bundled once in a process. */
export function frameworkCases(): Promise<readonly RenderingCase[]> {
  return (made ??= Promise.all(FRAMEWORKS.map(casesOf)).then(all => all.flat()))
}
