/**
 * Keep-alive connections, one undici Client each.
 *
 * A connection carries one request at a time: how many requests a host gets at once is the frontier's business. A crawl meets
 * hundreds of thousands of hosts, so the number of idle connections is bounded over all hosts together: the one that has been idle
 * longest is closed first. Whatever ended badly is closed, never reused.
 *
 *   take ─▶ in use ─┬─ giveBack ─▶ idle ─┬─ take (same key)
 *                   └─ drop              └─ closed: idle too long, too many idle, or the server hung up
 */
import type { Socket } from 'node:net'
import { Client } from 'undici'
import type { Destination, OpenSocket, Opening } from './connector.js'
import type { ConnectionFacts } from './transfer.js'

export interface Connection extends ConnectionFacts {
  readonly client: Client
  /** Connections with one key can stand in for each other. */
  readonly key: string
  opening: Opening | null
  idle: boolean
}

export interface ConnectionPoolOptions {
  readonly open: OpenSocket
  readonly maxIdle: number
  readonly keepAliveMs: number
  readonly maxHeaderBytes: number
}

export interface ConnectionPool {
  /** An idle connection of that key, or a new one; with `fresh` always a new one. */
  take(key: string, origin: string, to: Destination, fresh: boolean): Connection
  giveBack(connection: Connection): void
  drop(connection: Connection): void
  /** All connections, in use or idle. */
  readonly size: number
  readonly idle: number
  close(): Promise<void>
}

/** One for all: undici would make an error with a stack for each connection, which costs more than the connection. */
const DROPPED = new Error('the connection was dropped')

export function createConnectionPool(options: ConnectionPoolOptions): ConnectionPool {
  const { open, maxIdle } = options
  const all = new Set<Connection>()
  const idle = new Set<Connection>() // in order of becoming idle
  const idleByKey = new Map<string, Connection[]>()

  function create(key: string, origin: string, to: Destination): Connection {
    const client = new Client(origin, {
      pipelining: 1,
      maxHeaderSize: options.maxHeaderBytes,
      headersTimeout: 0, // http-web.ts keeps the time for all requests together, more exactly and for less
      bodyTimeout: 0,
      keepAliveTimeout: options.keepAliveMs,
      keepAliveMaxTimeout: options.keepAliveMs,
      pingInterval: 0,
      connect: (_, callback) => {
        connection.opening = open(to, (error, socket) => {
          connection.opening = null
          if (socket === null) return callback(error ?? new Error('no socket'), null)
          watch(connection, socket)
          callback(null, socket)
        })
      },
    })
    const connection: Connection = {
      client,
      key,
      ip: null,
      h2: false,
      used: 0,
      awaitingStatus: false,
      http10: false,
      reset: false,
      opening: null,
      idle: false,
    }
    client.on('disconnect', () => {
      if (connection.idle) drop(connection)
    })
    all.add(connection)
    return connection
  }

  function leaveIdle(connection: Connection): void {
    connection.idle = false
    idle.delete(connection)
    const siblings = idleByKey.get(connection.key)
    if (siblings === undefined) return
    const at = siblings.lastIndexOf(connection)
    if (at >= 0) siblings.splice(at, 1)
    if (siblings.length === 0) idleByKey.delete(connection.key)
  }

  function drop(connection: Connection): void {
    if (connection.idle) leaveIdle(connection)
    if (!all.delete(connection)) return
    connection.opening?.cancel()
    void connection.client.destroy(DROPPED)
  }

  return {
    take(key, origin, to, fresh) {
      const siblings = idleByKey.get(key)
      if (siblings === undefined || fresh) return create(key, origin, to)
      const connection = siblings[siblings.length - 1] // the one least likely to have been closed by the server
      leaveIdle(connection)
      return connection
    },

    giveBack(connection) {
      if (!all.has(connection) || connection.client.destroyed || maxIdle === 0) return drop(connection)
      connection.idle = true
      idle.add(connection)
      const siblings = idleByKey.get(connection.key)
      if (siblings === undefined) idleByKey.set(connection.key, [connection])
      else siblings.push(connection)
      if (idle.size > maxIdle) for (const oldest of idle) return drop(oldest)
    },

    drop,

    get size() {
      return all.size
    },

    get idle() {
      return idle.size
    },

    async close() {
      const clients = [...all].map(({ client }) => client)
      for (const connection of [...all]) drop(connection)
      await Promise.all(clients.map(client => client.destroy()))
    },
  }
}

function watch(connection: Connection, socket: Socket): void {
  connection.ip = socket.remoteAddress ?? null
  connection.h2 = 'alpnProtocol' in socket && socket.alpnProtocol === 'h2'
  connection.used = 0
  connection.reset = false
  socket.on('error', error => {
    if ('code' in error && error.code === 'ECONNRESET') connection.reset = true
  })
  if (connection.h2) return
  // undici does not tell the version of an answer; its parser pulls the bytes through `read`
  const read = socket.read.bind(socket)
  socket.read = (size?: number) => {
    const chunk: unknown = read(size)
    if (connection.awaitingStatus && chunk instanceof Uint8Array) {
      connection.awaitingStatus = false
      connection.http10 = chunk.length > 7 && chunk[5] === 0x31 && chunk[7] === 0x30
    }
    return chunk
  }
}
