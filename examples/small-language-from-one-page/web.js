// The Web of this story: 30 small sites on one port of this machine. Two are in Minangkabau, eight in Indonesian, which is like it, the
// others in Javanese and English. What they say is from the declaration of human rights. node web.js 8800
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const PAGES = 12
const SITES = ['minangkabau', 'minangkabau']
  .concat(Array(8).fill('indonesian'), Array(8).fill('javanese'), Array(12).fill('english'))
  .map((language, number) => ({ language, host: `${language}-${number}.example` }))
const paragraphs = language =>
  readFileSync(new URL(`texts/${language}.txt`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
const texts = new Map(SITES.map(({ language }) => [language, paragraphs(language)]))

// always the same for the same page
const pick = (list, number) => list[((number * 2654435761) >>> 8) % list.length]

function page(site, number) {
  const { language } = SITES[site]
  const own = texts.get(language)
  const at = site * PAGES + number
  const said = Array.from({ length: 5 }, (_, i) => `<p>${pick(own, at * 7 + i * 3)}</p>`)
  const inside = [number * 2 + 1, number * 2 + 2].filter(to => to < PAGES).map(to => link(site, to))
  const outside = [1, 2].map(i => link(((at * 2654435761 * i) >>> 9) % SITES.length, (at * i) % PAGES))
  // people link to those who write as they do
  const kin = SITES.findIndex((one, i) => i > site && one.language === language)
  return `<!doctype html><html><head><meta charset="utf-8"><title>${pick(own, at).slice(0, 40)}</title></head>
<body><main>${said.join('\n')}</main><ul>${[...inside, ...outside, link(kin < 0 ? 0 : kin, number)].join('\n')}</ul></body></html>`
}

function link(site, number) {
  const { host, language } = SITES[site]
  const words = pick(texts.get(language), number).split(' ').slice(0, 5).join(' ')
  return `<li><a href="http://${host}/${number === 0 ? '' : number}">${words}</a></li>`
}

const port = Number(process.argv[2] ?? 8800)
createServer((request, response) => {
  const host = (request.headers.host ?? '').replace(/:\d+$/, '')
  const site = SITES.findIndex(one => one.host === host)
  const number = /^\/\d*$/.test(request.url) ? Number(request.url.slice(1)) : PAGES
  if (site < 0 || number >= PAGES) response.writeHead(404, { 'content-type': 'text/plain' }).end('not here\n')
  else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page(site, number))
}).listen(port, '127.0.0.1', () => console.log(`30 sites are at http://127.0.0.1:${port}; Ctrl-C ends them`))
