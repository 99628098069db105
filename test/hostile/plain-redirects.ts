/** Redirects of all kinds, robots.txt and sitemaps. `privatePort` is where nobody may knock. */
import { gzipSync } from 'node:zlib'
import {
  described,
  drip,
  forever,
  hang,
  page,
  redirect,
  reset,
  type Described,
  type Misbehaviour,
} from './misbehaviour.js'

const TEXT = 'Content-Type: text/plain\r\n'
const XML = 'Content-Type: application/xml\r\n'

/** Ways to write an address of this machine, or of its neighbours. */
function privateAddresses(port: number): string[] {
  return [
    ...['127.0.0.1', 'localhost', 'x.localhost', '[::1]', '0x7f.1', '2130706433', '0177.0.0.1', '127.1', '0'].map(
      host => `http://${host}:${port}/`,
    ),
    ...[`[::ffff:127.0.0.1]:${port}`, '10.0.0.1', '192.168.1.1', '172.16.0.1', '169.254.169.254', '[fe80::1]'].map(
      host => `http://${host}/`,
    ),
    `https://127.0.0.1:${port}/`,
  ]
}

function redirects(privatePort: number): Described {
  return [
    ...privateAddresses(privatePort).map((to): [string, string] => [`a redirect to ${to}`, redirect(to)]),
    ['a redirect to itself', redirect('/evil')],
    ['a circle of two', (socket, { path }) => void socket.end(redirect(path === '/evil' ? '/evil?2' : '/evil'))],
    [
      'a chain without end',
      (socket, { path }) => void socket.end(redirect(`/evil?${Number(/\d+/.exec(path)?.[0] ?? 0) + 1}`)),
    ],
    ['a redirect to nowhere', redirect('http://no-such-host.invalid/')],
    ['a redirect to no port', redirect('http://other.plain.test:0/')],
    ['a redirect to a port beyond all', redirect('http://other.plain.test:99999/')],
    ['a redirect without Location', 'HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n'],
    ['an empty Location', redirect('')],
    ['two Locations', redirect(`/honest\r\nLocation: http://127.0.0.1:${privatePort}/`)],
    ...[
      'file:///etc/passwd',
      'ftp://127.0.0.1/',
      'gopher://127.0.0.1:25/x',
      'data:text/html,x',
      'javascript:alert(1)',
    ].map((to): [string, string] => [`a redirect to ${to}`, redirect(to)]),
    ['a Location of 50 kB', redirect(`/evil?${'x'.repeat(50_000)}`)],
    ['a Location with control characters', redirect('/evil?\x01\x7f')],
    ['a Location in Latin-1', redirect('/evil?\xe4\xf6\xfc')],
    ['a Location with credentials', redirect(`http://user:secret@127.0.0.1:${privatePort}/`)],
    ['a Location with backslashes', redirect(`\\\\127.0.0.1:${privatePort}\\`)],
    ['a redirect with status 300', redirect('/honest', 'HTTP/1.1 300 Choices\r\n')],
    ['a redirect with status 399', redirect('/honest', 'HTTP/1.1 399 Odd\r\n')],
    [
      'a redirect with a body without end',
      forever('HTTP/1.1 301 Moved\r\nLocation: /honest\r\n\r\n', 'x'.repeat(8_192)),
    ],
    ['a redirect to another scheme and back', redirect('https://other.plain.test/evil')],
  ]
}

function robots(privatePort: number): Described {
  const rules = (text: string | Buffer): Buffer => page(text, TEXT)
  return [
    ['robots.txt that redirects to a private address', redirect(`http://127.0.0.1:${privatePort}/robots.txt`)],
    ['robots.txt that redirects to a name of this machine', redirect(`http://localhost:${privatePort}/robots.txt`)],
    ['robots.txt that redirects to itself', redirect('/robots.txt')],
    ['robots.txt that redirects to nowhere', redirect('http://no-such-host.invalid/robots.txt')],
    ['robots.txt that redirects to a file', redirect('file:///etc/passwd')],
    ['robots.txt without end', forever('HTTP/1.1 200 OK\r\n\r\n', 'User-agent: other\nDisallow: /\n'.repeat(300))],
    ['robots.txt of 20 MB in one line', rules(`#${'x'.repeat(20_000_000)}`)],
    [
      'robots.txt that is a gzip bomb',
      page(gzipSync(Buffer.alloc(50_000_000, 35)), `${TEXT}Content-Encoding: gzip\r\n`),
    ],
    ['robots.txt that is a page', page('<html><p>Not found, but 200')],
    ['robots.txt of random octets', rules(Buffer.from(Array.from({ length: 9_999 }, (_, i) => (i * 7919) & 0xff)))],
    ['robots.txt in UTF-16', rules(Buffer.from('\ufeffUser-agent: other\nDisallow: /', 'utf16le'))],
    ['robots.txt with NULs', rules('User-agent: *\0\nDisallow: /x\0\n'.repeat(1_000))],
    ['robots.txt with patterns that explode', rules(`User-agent: *\nDisallow: /${'a*'.repeat(5_000)}$\n`.repeat(20))],
    ['robots.txt with a hundred thousand rules', rules(`User-agent: *\n${'Disallow: /x\n'.repeat(100_000)}`)],
    ['robots.txt with a hundred thousand agents', rules('User-agent: x\n'.repeat(100_000))],
    ['a Crawl-delay beyond all', rules('User-agent: *\nCrawl-delay: 999999999\n')],
    ['a Crawl-delay that is no number', rules('User-agent: *\nCrawl-delay: -1e309\nCrawl-delay: NaN\n')],
    [
      'a thousand sitemaps',
      rules(Array.from({ length: 1_000 }, (_, i) => `Sitemap: http://127.0.0.1:${privatePort}/${i}\n`).join('')),
    ],
    ['robots.txt that answers 404 with a megabyte', page('x'.repeat(1_000_000), TEXT, 'HTTP/1.1 404 Not Found\r\n')],
    ['robots.txt that answers 401', page('', TEXT, 'HTTP/1.1 401 Unauthorized\r\n')],
    ['robots.txt with bare line feeds', 'HTTP/1.1 200 OK\nContent-Length: 14\n\nUser-agent: *\n'],
    ['robots.txt of an odd length', 'HTTP/1.1 200 OK\r\nContent-Length: 5, 5\r\n\r\n#evil'],
  ]
}

function sitemaps(privatePort: number): Described {
  const xml = (text: string | Buffer): Buffer => page(text, XML)
  const bomb =
    '<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "aaaaaaaaaa">' +
    Array.from({ length: 20 }, (_, i) => `<!ENTITY b${i} "${`&${i === 0 ? 'a' : `b${i - 1}`};`.repeat(10)}">`).join(
      '',
    ) +
    ']><urlset><url><loc>&b19;</loc></url></urlset>'
  return [
    ['a sitemap of a billion laughs', xml(bomb)],
    [
      'a sitemap that reads files',
      xml('<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]><urlset><url><loc>&f;</loc></url></urlset>'),
    ],
    ['a sitemap of private addresses', xml(`<urlset><url><loc>http://127.0.0.1:${privatePort}/</loc></url></urlset>`)],
    ['an index of itself', xml('<sitemapindex><sitemap><loc>/sitemap.xml</loc></sitemap></sitemapindex>')],
    [
      'a gzipped sitemap that is a bomb',
      page(gzipSync(Buffer.alloc(100_000_000, 60)), 'Content-Type: application/gzip\r\n'),
    ],
    ['a sitemap of elements within elements', xml('<a>'.repeat(300_000))],
    ['a sitemap without end', forever(`HTTP/1.1 200 OK\r\n${XML}\r\n<urlset>`, '<url></url>'.repeat(1_000))],
    ['a sitemap in a drip', drip(`HTTP/1.1 200 OK\r\n${XML}\r\n<urlset>`, '<url>')],
    ['a sitemap that stops', hang(`HTTP/1.1 200 OK\r\n${XML}Content-Length: 9999\r\n\r\n<urlset>`)],
    ['a sitemap that is reset', reset(`HTTP/1.1 200 OK\r\n${XML}Content-Length: 9999\r\n\r\n<urlset>`)],
  ]
}

export function redirectsAndRobots(privatePort: number): Misbehaviour[] {
  return [
    ...described('page', redirects(privatePort)),
    ...described('robots', robots(privatePort)),
    ...described('sitemap', sitemaps(privatePort)),
  ]
}
