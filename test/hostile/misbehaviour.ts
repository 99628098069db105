/** A way in which a server misbehaves, in a few words and as what it sends. Each has a host of its own with an honest page beside it. */
import type { Socket } from 'node:net'

export interface Asked {
  readonly host: string
  /** With its query. */
  readonly path: string
}

/** What goes over the wire, after which the connection is closed; or an act that does everything by itself. */
export type Answer = string | Buffer | ((socket: Socket, asked: Asked) => void)

export interface Misbehaviour {
  readonly name: string
  readonly answer: Answer
  /** What is answered so: `/evil`, `/robots.txt` or `/sitemap.xml`. */
  readonly at: 'page' | 'robots' | 'sitemap'
}

export type Described = readonly (readonly [name: string, answer: Answer])[]

export function described(at: Misbehaviour['at'], cases: Described): Misbehaviour[] {
  return cases.map(([name, answer]) => ({ name, answer, at }))
}

export const OK = 'HTTP/1.1 200 OK\r\n'
export const HTML = 'Content-Type: text/html; charset=utf-8\r\n'

/** An answer with a length; `headers` with their line ends. */
export function page(body: string | Buffer, headers = HTML, first = OK): Buffer {
  const bytes = typeof body === 'string' ? Buffer.from(body, 'utf8') : body
  return Buffer.concat([Buffer.from(`${first}${headers}Content-Length: ${bytes.length}\r\n\r\n`, 'latin1'), bytes])
}

export function redirect(location: string, first = 'HTTP/1.1 302 Found\r\n'): string {
  return `${first}Location: ${location}\r\nContent-Length: 0\r\n\r\n`
}

/** Writes `piece` over and over until the other side hangs up. */
export function forever(head: string, piece: string | Buffer): Answer {
  return socket => {
    socket.write(head, 'latin1')
    const more = (): void => {
      while (!socket.destroyed && socket.write(piece));
    }
    socket.on('drain', more)
    more()
  }
}

/** One piece at a time, at long intervals, without an end. */
export function drip(head: string, piece: string, everyMs = 100): Answer {
  return socket => {
    socket.write(head, 'latin1')
    const timer = setInterval(() => socket.write(piece, 'latin1'), everyMs)
    socket.on('close', () => clearInterval(timer))
  }
}

/** Sends something and resets the connection. */
export function reset(text: string): Answer {
  return socket => {
    if (text === '') socket.resetAndDestroy()
    else socket.write(text, 'latin1', () => socket.resetAndDestroy())
  }
}

/** Sends something and never anything more. */
export function hang(text: string): Answer {
  return socket => void socket.write(text, 'latin1')
}
