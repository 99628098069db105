/** Faults of certificates, handshakes and records, and what a server does with HTTP/1.1 over TLS. */
import type { Socket } from 'node:net'
import type { TLSSocket, TlsOptions } from 'node:tls'
import { gzipSync } from 'node:zlib'
import { certificate, dnsName, FOR_MAIL_ONLY, IS_AUTHORITY, name, UNKNOWN_CRITICAL, WEAK_RSA } from './certificates.js'
import type { EvilStream } from './h2-cases.js'
import { drip, forever, hang, HTML, OK, page, redirect, reset, type Answer } from './misbehaviour.js'

type Below = (socket: TLSSocket, raw: Socket) => void

export interface TlsMisbehaviour {
  readonly name: string
  /** How the server is set up. */
  readonly options?: TlsOptions
  /** What happens to the first connection instead of a handshake. */
  readonly handshake?: Answer
  /** What is said at `/evil` over HTTP/1.1. */
  readonly answer?: Answer
  /** The same, where something is written to the connection below TLS. */
  readonly below?: Below
  /** What is done at `/evil` over HTTP/2. */
  readonly stream?: (stream: EvilStream) => void
}

const OLD: TlsOptions = { ciphers: 'ALL:@SECLEVEL=0' }

const CERTIFICATES: readonly (readonly [string, TlsOptions])[] = [
  ['an expired certificate', certificate({ to: '20200102000000Z' })],
  ['a certificate of the future', certificate({ from: '21000101000000Z' })],
  ['a certificate of no time', certificate({ from: '20300101000000Z', to: '20200101000000Z' })],
  ['a certificate for another name', certificate({ names: [dnsName('other.example')] })],
  ['a certificate for everybody', certificate({ names: [dnsName('*')] })],
  ['a certificate without names', certificate({ names: [], subject: Buffer.from('3000', 'hex') })],
  ['a certificate with NUL in its name', certificate({ names: [dnsName('a.example\0.evil.example')] })],
  [
    'a certificate with ten thousand names',
    certificate({ names: Array.from({ length: 3_000 }, (_, i) => dnsName(`n${i}.example`)) }),
  ],
  ['a certificate with a name of 30 kB', certificate({ subject: name('x'.repeat(30_000)) })],
  ['a certificate with an unknown critical extension', certificate({ extensions: [UNKNOWN_CRITICAL] })],
  ['a certificate of an authority', certificate({ extensions: [IS_AUTHORITY] })],
  ['a certificate for mail', certificate({ extensions: [FOR_MAIL_ONLY] })],
  ['a negative serial number', certificate({ serial: Buffer.from([0xff]) })],
  ['a serial number of 500 octets', certificate({ serial: Buffer.alloc(500, 1) })],
  ['a certificate of version 1', certificate({ version: 0 })],
  ['a signature that is none', certificate({ isCut: true })],
  ['SHA-1 and a weak key', { ...OLD, ...certificate({ digest: 'sha1' }, WEAK_RSA) }],
  [
    'a chain of strangers',
    { ...certificate(), cert: certificate().cert + certificate({ subject: name('stranger') }).cert.repeat(8) },
  ],
  ['TLS 1.0 alone', { ...OLD, minVersion: 'TLSv1', maxVersion: 'TLSv1' }],
  ['TLS 1.1 alone', { ...OLD, minVersion: 'TLSv1', maxVersion: 'TLSv1.1' }],
  [
    'TLS 1.2 without forward secrecy',
    { ciphers: 'AES128-SHA:@SECLEVEL=0', maxVersion: 'TLSv1.2', ...certificate({}, WEAK_RSA) },
  ],
  ['TLS 1.3 alone', { minVersion: 'TLSv1.3' }],
  ['a server that wants our certificate', { requestCert: true, rejectUnauthorized: false }],
  ['a server that negotiates nothing', { ALPNProtocols: [] }],
]

const alert = (code: number, level = 2): Buffer => Buffer.from([0x15, 3, 3, 0, 2, level, code])

const HANDSHAKES: readonly (readonly [string, Answer])[] = [
  ['plain HTTP', 'HTTP/1.1 400 Bad Request\r\n\r\nspeak plainly'],
  ['rubbish', Buffer.alloc(5_000, 0x5a)],
  ['silence', hang('')],
  ['a close', ''],
  ['a reset', reset('')],
  ['half a ServerHello', Buffer.from('160303007a020000760303', 'hex')],
  ['a record that is too long', Buffer.concat([Buffer.from('160303ffff', 'hex'), Buffer.alloc(65_535)])],
  ['empty records', Buffer.from('1603030000'.repeat(2_000), 'hex')],
  ['warnings without end', forever('', Buffer.concat(Array.from({ length: 1_000 }, () => alert(90, 1))))],
  ['a handshake in a drip', drip('\x16\x03\x03\x40\x00', '\x02')],
  ['SSL 2', Buffer.from('802b0100020012000000100100800700c0030080060040020080040080', 'hex')],
  ...[
    ['handshake failure', 40],
    ['protocol version', 70],
    ['internal error', 80],
    ['access denied', 49],
    ['unrecognised name', 112],
    ['an unknown alert', 255],
  ].map(([what, code]): [string, Answer] => [`the alert "${what}"`, alert(Number(code))]),
]

const writesBelow =
  (first: string, bytes: Buffer): Below =>
  (socket, raw) =>
    void socket.write(first, 'latin1', () => raw.write(bytes, () => setTimeout(() => raw.destroy(), 50)))

const BELOW: readonly (readonly [string, Below])[] = [
  [
    'a body that ends without a farewell',
    (socket, raw) => void socket.write(`${OK}${HTML}\r\n<p>half`, () => raw.destroy()),
  ],
  [
    'plain text below TLS',
    writesBelow(`${OK}${HTML}Content-Length: 99\r\n\r\n`, Buffer.from('HTTP/1.1 200 OK\r\n\r\n')),
  ],
  ['an alert below TLS', writesBelow(`${OK}${HTML}Content-Length: 99\r\n\r\n`, alert(20))],
  [
    'warnings below TLS',
    writesBelow(
      `${OK}${HTML}Content-Length: 99\r\n\r\n`,
      Buffer.concat(Array.from({ length: 500 }, () => alert(90, 1))),
    ),
  ],
  [
    'a record of a wrong kind',
    writesBelow(`${OK}${HTML}Content-Length: 99\r\n\r\n`, Buffer.from('ff03030001ff', 'hex')),
  ],
  [
    'a record of a wrong version',
    writesBelow(`${OK}${HTML}Content-Length: 99\r\n\r\n`, Buffer.from('17090900010a', 'hex')),
  ],
  [
    'a forged record',
    writesBelow(
      `${OK}${HTML}Content-Length: 99\r\n\r\n`,
      Buffer.concat([Buffer.from('1703030100', 'hex'), Buffer.alloc(256)]),
    ),
  ],
  ['a request to begin anew, in plain text', writesBelow('', Buffer.from('160303000400000000', 'hex'))],
]

const ANSWERS: readonly (readonly [string, Answer])[] = [
  ['a body without end', forever(`${OK}${HTML}\r\n`, '<p>evil'.repeat(1_000))],
  ['headers without end', forever(OK, 'X: y\r\n'.repeat(1_000))],
  ['a drip', drip(`${OK}${HTML}\r\n`, '<p>')],
  ['silence', hang('')],
  ['a gzip bomb', page(gzipSync(Buffer.alloc(50_000_000)), `${HTML}Content-Encoding: gzip\r\n`)],
  ['a redirect to plain HTTP at a port nobody listens at', redirect('http://127.0.0.1:1/')],
  ['interim answers without end', forever('', 'HTTP/1.1 103 Hints\r\n\r\n')],
  ['two status lines', `${OK}${OK}\r\n`],
  ['a request to come by HTTP/2', `HTTP/1.1 426 Upgrade Required\r\nUpgrade: h2\r\nContent-Length: 0\r\n\r\n`],
  ['an answer in HTTP/2', Buffer.from('000000040000000000', 'hex')],
]

export const TLS_CASES: readonly TlsMisbehaviour[] = [
  ...CERTIFICATES.map(([what, options]) => ({ name: what, options })),
  ...HANDSHAKES.map(([what, handshake]) => ({ name: `instead of a handshake: ${what}`, handshake })),
  ...BELOW.map(([what, below]) => ({ name: `over TLS: ${what}`, below })),
  ...ANSWERS.map(([what, answer]) => ({ name: `over TLS: ${what}`, answer })),
]
