// The Web of this story: five small sites, one folder each below web/, on one port of this machine. node web.js 8800
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const TYPES = { html: 'text/html; charset=utf-8', css: 'text/css', svg: 'image/svg+xml' }

const port = Number(process.argv[2] ?? 8800)
createServer((request, response) => {
  const host = (request.headers.host ?? '').replace(/:\d+$/, '')
  const path = request.url.endsWith('/') ? `${request.url}index.html` : request.url
  const type = TYPES[path.split('.').at(-1)]
  // sites and files have plain names: nothing else is answered
  const isPlain = /^[a-z]+\.example\/[a-z]+\.[a-z]+$/.test(`${host}${path}`)
  try {
    if (!isPlain || type === undefined) throw new Error('no such page')
    const body = readFileSync(new URL(`web/${host}${path}`, import.meta.url))
    response.writeHead(200, { 'content-type': type }).end(body)
  } catch {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('not here\n')
  }
}).listen(port, '127.0.0.1', () => console.log(`five sites are at http://127.0.0.1:${port}; Ctrl-C ends them`))
