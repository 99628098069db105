/** What a server can do to a client of HTTP/2, as frames written by hand. */
import type { TlsMisbehaviour } from './tls-cases.js'

export interface EvilStream {
  readonly id: number
  /** Raw octets on the connection, past everything that Node checks. */
  write(...frames: readonly Buffer[]): void
  /** Writes over and over until the other side hangs up. */
  flood(frame: Buffer): void
  /** Ends the connection without a word. */
  cut(): void
}

const DATA = 0
const HEADERS = 1
const PRIORITY = 2
const RST_STREAM = 3
const SETTINGS = 4
const PUSH_PROMISE = 5
const PING = 6
const GOAWAY = 7
const WINDOW_UPDATE = 8
const CONTINUATION = 9
const END_STREAM = 1
const END_HEADERS = 4
const PADDED = 8

export function frame(type: number, flags: number, id: number, payload: Buffer | string = ''): Buffer {
  const body = typeof payload === 'string' ? Buffer.from(payload, 'latin1') : payload
  const head = Buffer.alloc(9)
  head.writeUIntBE(body.length, 0, 3)
  head[3] = type
  head[4] = flags
  head.writeUInt32BE(id, 5)
  return Buffer.concat([head, body])
}

/** A header that is not remembered, without Huffman codes. */
function field(name: string, value: string): Buffer {
  const length = (size: number): Buffer => {
    if (size < 127) return Buffer.from([size])
    const bytes = [127]
    for (let rest = size - 127; ; rest >>= 7) {
      if (rest < 128) return Buffer.from([...bytes, rest])
      bytes.push((rest & 127) | 128)
    }
  }
  return Buffer.concat([
    Buffer.from([0]),
    ...[name, value].flatMap(part => [length(part.length), Buffer.from(part, 'latin1')]),
  ])
}

const STATUS_200 = Buffer.from([0x88])
const number = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
const setting = (id: number, value: number): Buffer => Buffer.concat([Buffer.from([0, id]), number(value)])

type Case = readonly [name: string, act: (stream: EvilStream) => void]
/** Frames, made for the stream that was opened. */
const sends =
  (...make: readonly ((id: number) => Buffer)[]) =>
  (stream: EvilStream): void =>
    stream.write(...make.map(one => one(stream.id)))
const floods =
  (make: (id: number) => Buffer, first?: (id: number) => Buffer) =>
  (stream: EvilStream): void => {
    if (first !== undefined) stream.write(first(stream.id))
    stream.flood(make(stream.id))
  }
const answer = (id: number): Buffer => frame(HEADERS, END_HEADERS, id, STATUS_200)
const answers = (block: Buffer, flags = END_HEADERS | END_STREAM) => sends(id => frame(HEADERS, flags, id, block))
const withStatus = (...fields: readonly Buffer[]): Buffer => Buffer.concat([STATUS_200, ...fields])

const CASES: readonly Case[] = [
  ['DATA on stream 0', sends(() => frame(DATA, 0, 0, 'evil'))],
  ['DATA on a stream that nobody opened', sends(() => frame(DATA, 0, 99, 'evil'))],
  ['DATA before the headers', sends(id => frame(DATA, 0, id, 'evil'))],
  [
    'DATA after the end',
    sends(
      answer,
      id => frame(DATA, END_STREAM, id, 'evil'),
      id => frame(DATA, 0, id, 'more'),
    ),
  ],
  ['DATA that is all padding', sends(answer, id => frame(DATA, PADDED, id, Buffer.from([255, 1])))],
  ['empty DATA without end', floods(id => frame(DATA, 0, id), answer)],
  ['DATA without end', floods(id => frame(DATA, 0, id, Buffer.alloc(16_000)), answer)],
  [
    'DATA past the window',
    sends(answer, ...Array.from({ length: 20 }, () => (id: number) => frame(DATA, 0, id, Buffer.alloc(16_384)))),
  ],
  ['HEADERS on stream 0', sends(() => frame(HEADERS, END_HEADERS, 0, STATUS_200))],
  ['HEADERS on a stream of our own', sends(() => frame(HEADERS, END_HEADERS, 2, STATUS_200))],
  ['two status lines', sends(answer, answer, id => frame(DATA, END_STREAM, id, 'evil'))],
  ['interim answers without end', floods(id => frame(HEADERS, END_HEADERS, id, field(':status', '103')))],
  [
    'a hundred interim answers and a reset',
    sends(
      ...Array.from({ length: 100 }, () => (id: number) => frame(HEADERS, END_HEADERS, id, field(':status', '103'))),
      id => frame(RST_STREAM, 0, id, number(8)),
    ),
  ],
  ['no status', answers(field('x', 'y'))],
  ['a status that is none', answers(field(':status', 'abc'))],
  ['a status of 0', answers(field(':status', '0'))],
  ['two statuses', answers(withStatus(field(':status', '404')))],
  ['a status behind the headers', answers(Buffer.concat([field('x', 'y'), STATUS_200]))],
  ['an unknown pseudo-header', answers(withStatus(field(':evil', 'x')))],
  ['headers in capitals', answers(withStatus(field('X-Evil', 'y')))],
  ['an empty header name', answers(withStatus(field('', 'y')))],
  ['line ends in a header', answers(withStatus(field('x', 'a\r\nb: c')))],
  ['headers of HTTP/1.1', answers(withStatus(field('transfer-encoding', 'chunked'), field('connection', 'close')))],
  [
    'a length that is too long',
    sends(
      id => frame(HEADERS, END_HEADERS, id, withStatus(field('content-length', '99'))),
      id => frame(DATA, END_STREAM, id, 'evil'),
    ),
  ],
  [
    'a length that is too short',
    sends(
      id => frame(HEADERS, END_HEADERS, id, withStatus(field('content-length', '1'))),
      id => frame(DATA, END_STREAM, id, 'evil'),
    ),
  ],
  ['two lengths', answers(withStatus(field('content-length', '1'), field('content-length', '2')))],
  ['an index beyond the table', answers(Buffer.from([0xff, 0xff, 0xff, 0x7f]))],
  ['a header that is cut', answers(Buffer.from([0x88, 0x00, 0x7f, 0xff]))],
  ['a table larger than allowed', answers(Buffer.from([0x3f, 0xff, 0xff, 0xff, 0x7f, 0x88]))],
  [
    'one header ten thousand times',
    answers(
      Buffer.concat([
        STATUS_200,
        Buffer.from([0x40]),
        field('x'.repeat(60), 'y'.repeat(3_000)).subarray(1),
        Buffer.alloc(12_000, 0xbe),
      ]),
    ),
  ],
  ['a header of 15 kB', answers(withStatus(field('x', 'y'.repeat(15_000))))],
  [
    'headers that go on without end',
    floods(
      id => frame(CONTINUATION, 0, id, field('x', 'y'.repeat(1_000))),
      id => frame(HEADERS, 0, id, STATUS_200),
    ),
  ],
  ['CONTINUATION out of nowhere', sends(id => frame(CONTINUATION, END_HEADERS, id, STATUS_200))],
  [
    'other frames within headers',
    sends(
      id => frame(HEADERS, 0, id, STATUS_200),
      () => frame(PING, 0, 0, Buffer.alloc(8)),
    ),
  ],
  [
    'trailers with a status',
    sends(
      answer,
      id => frame(DATA, 0, id, 'evil'),
      id => frame(HEADERS, END_HEADERS | END_STREAM, id, STATUS_200),
    ),
  ],
  ['a frame that is too large', sends(id => frame(DATA, 0, id, Buffer.alloc(20_000)))],
  ['a frame of 16 MB that never comes', sends(() => Buffer.from('ffffff000000000001', 'hex'))],
  ['frames of unknown kinds without end', floods(() => frame(200, 255, 0, Buffer.alloc(100)))],
  ['SETTINGS without end', floods(() => frame(SETTINGS, 0, 0, setting(3, 100)))],
  ['SETTINGS of an odd length', sends(() => frame(SETTINGS, 0, 0, 'odd'))],
  ['SETTINGS on a stream', sends(id => frame(SETTINGS, 0, id))],
  ['SETTINGS that confirm nothing', sends(() => frame(SETTINGS, 1, 0, setting(3, 100)))],
  ['a window beyond all', sends(() => frame(SETTINGS, 0, 0, setting(4, 0xffffffff)))],
  ['frames of no size', sends(() => frame(SETTINGS, 0, 0, setting(5, 0)))],
  ['no streams allowed', sends(() => frame(SETTINGS, 0, 0, setting(3, 0)), answer)],
  ['PING without end', floods(() => frame(PING, 0, 0, Buffer.alloc(8)))],
  ['PING of an odd length', sends(() => frame(PING, 0, 0, 'odd'))],
  [
    'a stream that depends on itself',
    sends(id => frame(PRIORITY, 0, id, Buffer.concat([number(id), Buffer.from([1])]))),
  ],
  ['PRIORITY without end', floods(id => frame(PRIORITY, 0, id + 2, Buffer.concat([number(0), Buffer.from([1])])))],
  [
    'a promise nobody asked for',
    sends(id => frame(PUSH_PROMISE, END_HEADERS, id, Buffer.concat([number(2), STATUS_200]))),
  ],
  ['RST_STREAM at once', sends(id => frame(RST_STREAM, 0, id, number(0)))],
  ['RST_STREAM: refused', sends(id => frame(RST_STREAM, 0, id, number(7)))],
  ['RST_STREAM: come by HTTP/1.1', sends(id => frame(RST_STREAM, 0, id, number(13)))],
  [
    'RST_STREAM within the body',
    sends(
      answer,
      id => frame(DATA, 0, id, 'half'),
      id => frame(RST_STREAM, 0, id, number(2)),
    ),
  ],
  ['RST_STREAM without end', floods(id => frame(RST_STREAM, 0, id, number(8)))],
  ['RST_STREAM on stream 0', sends(() => frame(RST_STREAM, 0, 0, number(8)))],
  ['GOAWAY at once', sends(() => frame(GOAWAY, 0, 0, Buffer.concat([number(0), number(0)])))],
  [
    'GOAWAY with an essay',
    sends(() => frame(GOAWAY, 0, 0, Buffer.concat([number(0), number(11), Buffer.alloc(16_000, 65)]))),
  ],
  [
    'GOAWAY and on it goes',
    sends(
      id => frame(GOAWAY, 0, 0, Buffer.concat([number(id), number(0)])),
      answer,
      id => frame(DATA, END_STREAM, id, 'evil'),
    ),
  ],
  ['GOAWAY without end', floods(() => frame(GOAWAY, 0, 0, Buffer.concat([number(0x7fffffff), number(0)])))],
  ['a window of nothing', sends(id => frame(WINDOW_UPDATE, 0, id, number(0)))],
  [
    'a window that overflows',
    sends(
      () => frame(WINDOW_UPDATE, 0, 0, number(0x7fffffff)),
      () => frame(WINDOW_UPDATE, 0, 0, number(0x7fffffff)),
    ),
  ],
  ['windows without end', floods(() => frame(WINDOW_UPDATE, 0, 0, number(1)))],
  ['an answer in HTTP/1.1', sends(() => Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil'))],
  ['rubbish', sends(() => Buffer.alloc(5_000, 0x5a))],
  [
    'half a frame',
    stream => {
      stream.write(Buffer.from('0000', 'hex'))
      stream.cut()
    },
  ],
  [
    'a cut within the body',
    stream => {
      stream.write(answer(stream.id), frame(DATA, 0, stream.id, 'half'))
      stream.cut()
    },
  ],
  ['silence', () => {}],
  ['headers and silence', sends(answer)],
]

export const H2_CASES: readonly TlsMisbehaviour[] = CASES.map(([name, stream]) => ({ name: `HTTP/2: ${name}`, stream }))
