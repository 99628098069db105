/** HTTP as bytes on a socket: what no library would send. */
import { connect } from 'node:net'

export interface RawAnswer {
  readonly status: number
  readonly headers: string
  readonly body: string
}

/** Sends it and reads until the server ends, or for so long. */
export function sendRaw(origin: string, bytes: string | Buffer, patienceMs = 3000): Promise<RawAnswer> {
  const { hostname, port } = new URL(origin)
  return new Promise((done, fail) => {
    const socket = connect(Number(port), hostname)
    let text = ''
    const finish = () => {
      clearTimeout(timer)
      socket.destroy()
      const [head, ...body] = text.split('\r\n\r\n')
      done({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1] ?? 0), headers: head, body: body.join('\r\n\r\n') })
    }
    const timer = setTimeout(finish, patienceMs)
    socket.setEncoding('latin1')
    socket.on('data', data => (text += String(data)))
    socket.on('end', finish)
    socket.on('error', error => (text === '' ? fail(error) : finish()))
    socket.write(bytes)
  })
}
