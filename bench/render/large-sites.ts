/**
 * Four sites of many pages, for a crawler that learns by site which pages need a browser: one from a server, one from a server with a
 * script on each page, one that is made by scripts, and one whose lists are made by scripts and whose articles are not.
 */
import { siteData, type SiteData } from '../../test/render/cases.js'
import { html, serveSmallWeb, status, type SmallWeb } from '../../test/crawl/small-web.js'

export const LARGE_SITES = ['served', 'scripted', 'made', 'mixed'] as const

type LargeSite = (typeof LARGE_SITES)[number]

const SHOW = `fetch('/data/' + location.pathname.replace(/[^0-9]/g, '') + '.json').then(function (r) { return r.json() }).then(function (d) {
  document.title = d.title
  document.getElementById('app').innerHTML = '<h1>' + d.title + '</h1><p>' + d.text + '</p>' + d.links.map(function (l) { return '<a href="' + l[0] + '">' + l[1] + '</a>' }).join(' ') })`
const SHELL =
  '<!doctype html><html><head><title>site</title></head><body><div id="app"></div><script src="/app.js"></script></body></html>'

const isMadeByScript = (site: LargeSite, n: number): boolean => site === 'made' || (site === 'mixed' && n % 4 < 2)

function pathOf(site: LargeSite, n: number): string {
  return n === 0 ? '/' : `/${site === 'mixed' ? (isMadeByScript(site, n) ? 'list' : 'article') : 'page'}/${n}`
}

function dataOf(site: LargeSite, n: number, pages: number): SiteData {
  const { text } = siteData(site, n % 8)
  const others = [2 * n + 1, 2 * n + 2, (n + 7) % pages].filter(other => other < pages)
  return {
    title: `${site} ${n}`,
    text: `${text} ${n}`,
    links: others.map(other => [pathOf(site, other), `page ${other} of ${site}`] as const),
  }
}

export async function serveLargeSites(pages: number): Promise<SmallWeb> {
  return serveSmallWeb(({ host, path }, response) => {
    const site = LARGE_SITES.find(one => host === `${one}.test`)
    if (site === undefined || path === '/robots.txt') return status(response, 404)
    const send = (type: string, body: string): void => void response.writeHead(200, { 'content-type': type }).end(body)
    if (path === '/app.js') return send('text/javascript', SHOW)
    const n = path === '/' ? 0 : Number(/^\/(?:page|list|article|data)\/(\d*)(?:\.json)?$/.exec(path)?.[1] ?? NaN)
    if (!(n < pages)) return status(response, 404)
    const data = dataOf(site, n, pages)
    if (path.startsWith('/data/')) return send('application/json', JSON.stringify(data))
    if (isMadeByScript(site, n)) return html(response, SHELL)
    const links = data.links.map(([to, words]) => `<a href="${to}">${words}</a>`).join(' ')
    const script =
      site === 'scripted' ? '<script src="/app.js" type="text/plain"></script><script>var seen = 1</script>' : ''
    html(
      response,
      `<!doctype html><title>${data.title}</title><h1>${data.title}</h1><p>${data.text}</p>${links}${script}`,
    )
  })
}
