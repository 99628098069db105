/** A place on this machine that nobody may reach: counts what comes, by TCP and by UDP. */
import { createSocket } from 'node:dgram'
import { createServer, type AddressInfo } from 'node:net'

export interface Watched {
  readonly port: number
  readonly udpPort: number
  readonly came: string[]
  close(): Promise<void>
}

export async function watchPlace(): Promise<Watched> {
  const came: string[] = []
  const server = createServer(socket => {
    came.push('TCP connection')
    socket.on('error', () => undefined)
    socket.once('data', bytes => came.push(bytes.toString('latin1').split('\r\n')[0]))
    socket.end('HTTP/1.1 204 No Content\r\n\r\n')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const udp = createSocket('udp4', () => came.push('UDP packet'))
  await new Promise<void>(resolve => udp.bind(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    udpPort: udp.address().port,
    came,
    close: async () => {
      udp.close()
      await new Promise<void>(resolve => server.close(() => resolve()))
    },
  }
}
