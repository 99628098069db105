/** Lengths, chunks, codings, and bodies that are slow, large or deep. */
import { brotliCompressSync, constants, deflateRawSync, gzipSync } from 'node:zlib'
import {
  described,
  drip,
  forever,
  hang,
  HTML,
  OK,
  page,
  reset,
  type Described,
  type Misbehaviour,
} from './misbehaviour.js'

const CHUNKED = `${OK}${HTML}Transfer-Encoding: chunked\r\n\r\n`

function sized(length: string, body = 'evil'): string {
  return `${OK}${HTML}Content-Length: ${length}\r\n\r\n${body}`
}

function coded(coding: string, body: Buffer): Buffer {
  return page(body, `${HTML}Content-Encoding: ${coding}\r\n`)
}

/** With four octets changed, counted from the end. */
function changed(bytes: Buffer, from: number): Buffer {
  bytes.writeUInt32LE(0xfffffffe, bytes.length + from)
  return bytes
}

const zeros = Buffer.alloc(100_000_000)
const gzipBomb = gzipSync(zeros)
const deep = (open: string, count: number): Buffer => page(open.repeat(count))

const FRAMING: Described = [
  ['a length of nothing', sized('')],
  ['a negative length', sized('-4')],
  ['a length in hex', sized('0x4')],
  ['a length with a sign', sized('+4')],
  ['a length with a fraction', sized('4.0')],
  ['a length beyond all numbers', sized('9'.repeat(400))],
  ['a length of a terabyte', sized('1099511627776')],
  ['a length in a list', sized('4, 4')],
  ['two lengths in a list', sized('4, 5')],
  ['two lengths', sized('4\r\nContent-Length: 9')],
  ['more body than announced', sized('2', 'evil and more')],
  ['less body than announced', sized('400')],
  ['no body where one is announced', sized('400', '')],
  ['a length and chunks', `${OK}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nevil\r\n0\r\n\r\n`],
  ['chunks twice', `${OK}Transfer-Encoding: chunked, chunked\r\n\r\n4\r\nevil\r\n0\r\n\r\n`],
  ['an unknown transfer coding', `${OK}Transfer-Encoding: quantum\r\n\r\nevil`],
  ['chunked in a strange spelling', `${OK}Transfer-Encoding: \tcHuNkEd ;x\r\n\r\n4\r\nevil\r\n0\r\n\r\n`],
  ['chunks that never end', `${CHUNKED}4\r\nevil\r\n`],
  ['a chunk of nonsense', `${CHUNKED}4\r\nevil\r\nxyz\r\n`],
  ['a negative chunk', `${CHUNKED}-4\r\nevil\r\n0\r\n\r\n`],
  ['a chunk beyond all numbers', `${CHUNKED}${'f'.repeat(40)}\r\nevil`],
  ['a chunk larger than itself', `${CHUNKED}400\r\nevil\r\n0\r\n\r\n`],
  ['a chunk smaller than itself', `${CHUNKED}2\r\nevil\r\n0\r\n\r\n`],
  ['a chunk size without end', forever(CHUNKED, '0'.repeat(8_192))],
  ['a chunk extension without end', forever(`${CHUNKED}4;`, 'x=y;'.repeat(2_048))],
  ['chunks of one octet without end', forever(CHUNKED, '1\r\nx\r\n'.repeat(1_000))],
  ['empty lines between chunks', `${CHUNKED}\r\n\r\n4\r\nevil\r\n\r\n0\r\n\r\n`],
  ['trailers without end', forever(`${CHUNKED}4\r\nevil\r\n0\r\n`, 'X: y\r\n'.repeat(1_000))],
  ['trailers that name a length', `${CHUNKED}4\r\nevil\r\n0\r\nContent-Length: 99\r\n\r\n`],
  ['a reset within the body', reset(`${OK}${HTML}Content-Length: 99\r\n\r\n<p>half`)],
  ['a reset within a chunk', reset(`${CHUNKED}40\r\nhalf`)],
  ['a reset where the end should be', reset(`${CHUNKED}4\r\nevil\r\n`)],
  ['a body that stops', hang(`${OK}${HTML}Content-Length: 99\r\n\r\n<p>half`)],
  ['a body in a drip', drip(`${OK}${HTML}Content-Length: 99999\r\n\r\n`, '<p>')],
  ['a body in a drip without length', drip(`${OK}${HTML}\r\n`, '<p>')],
  ['a body without end', forever(`${OK}${HTML}\r\n`, '<p>evil'.repeat(1_000))],
  ['a body without end, of zeros', forever(`${OK}${HTML}\r\n`, Buffer.alloc(65_536))],
  ['a body without end, of links', forever(`${OK}${HTML}\r\n`, '<a href="/honest">x</a>'.repeat(500))],
  ['a body to a 204', `HTTP/1.1 204 No Content\r\n\r\n${'evil'.repeat(1_000)}`],
  ['a body to a 304', `HTTP/1.1 304 Not Modified\r\n\r\n${'evil'.repeat(1_000)}`],
  ['a body of half a request', `${OK}${HTML}Content-Length: 40\r\n\r\nGET / HTTP/1.1\r\nHost: other.test\r\n\r\n`],
]

const CODINGS: Described = [
  ['a gzip bomb', coded('gzip', gzipBomb)],
  ['a gzip bomb in gzip', coded('gzip, gzip', gzipSync(gzipBomb))],
  ['gzip ten times', coded(Array(10).fill('gzip').join(', '), gzipBomb)],
  ['a brotli bomb', coded('br', brotliCompressSync(zeros, { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } }))],
  ['a deflate bomb', coded('deflate', deflateRawSync(zeros))],
  ['gzip that is none', coded('gzip', Buffer.from('<p>not gzip'))],
  ['gzip cut short', coded('gzip', gzipSync('<p>evil'.repeat(1_000)).subarray(0, 40))],
  ['gzip with another behind it', coded('gzip', Buffer.concat([gzipSync('<p>one'), gzipSync('<p>two')]))],
  ['gzip with rubbish behind it', coded('gzip', Buffer.concat([gzipSync('<p>one'), Buffer.alloc(1_000, 7)]))],
  ['gzip that lies about its length', coded('gzip', changed(gzipSync('<p>evil'), -4))],
  ['a broken checksum', coded('gzip', changed(gzipSync('<p>evil'), -8))],
  ['an unknown coding', coded('quantum', Buffer.from('<p>evil'))],
  ['codings by the hundred', coded(Array(500).fill('identity').join(','), Buffer.from('<p>evil'))],
  ['zstd that is none', coded('zstd', Buffer.from('<p>evil'))],
]

const PAGES: Described = [
  ['10 MB of text', page(`<p>${'evil '.repeat(2_100_000)}`)],
  ['10 MB of empty elements', deep('<p></p>', 1_400_000)],
  ['elements within elements', deep('<div>', 400_000)],
  ['tables within tables', deep('<table><tr><td>', 100_000)],
  ['links within links', deep('<a href=/honest>', 200_000)],
  ['a million attributes', page(`<p ${'a=b '.repeat(1_000_000)}>`)],
  ['an attribute of megabytes', page(`<a href="/honest?${'x'.repeat(5_000_000)}">x</a>`)],
  ['a comment without end', page(`<!--${'-'.repeat(3_000_000)}`)],
  ['tags that never close', deep('<', 3_000_000)],
  ['ampersands', deep('&', 3_000_000)],
  ['entities beyond Unicode', deep('&#x110000;&#-1;&#99999999999;', 50_000)],
  ['a script that never ends', page(`<script>${'<!--<script>'.repeat(300_000)}`)],
  ['a base of its own', page('<base href="http://127.0.0.1/"><a href="x">x</a>')],
  ['a base that is none', page('<base href="http://[::"><a href="/honest">x</a>')],
  [
    'links to all schemes',
    page(
      ['file:///etc/passwd', 'ftp://x/', 'data:text/html,x', 'javascript:1', 'http:', '//', 'http://@:80/']
        .map(to => `<a href="${to}">x</a>`)
        .join(''),
    ),
  ],
  ['a refresh to itself', page('<meta http-equiv=refresh content="0; url=/evil">')],
  ['frames of itself', page('<iframe src="/evil"></iframe>'.repeat(5_000))],
  ['a canonical link elsewhere', page('<link rel=canonical href="http://127.0.0.1/">')],
  ['lone surrogates and odd octets', page(Buffer.from(Array.from({ length: 300_000 }, (_, i) => (i * 131) & 0xff)))],
  ['UTF-16 cut in the middle', page(Buffer.from('\ufeff<p>evil', 'utf16le').subarray(0, 13))],
  ['UTF-32', page(Buffer.from([0xff, 0xfe, 0, 0, 0x3c, 0, 0, 0]))],
  ['a line of right-to-left marks', deep('\u202e\u2066', 200_000)],
  ['combining marks by the hundred thousand', page(`<p>a${'\u0301'.repeat(500_000)}`)],
]

export const BODIES: readonly Misbehaviour[] = described('page', [...FRAMING, ...CODINGS, ...PAGES])
