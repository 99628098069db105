/** A connection to Redis, or to a Cluster of them, that comes back by itself. The client is an optional package: one process needs none. */
import { createConnection } from 'node:net'
import type { ClusterOptions, RedisOptions } from 'ioredis'
import { LongtailError, messageOf } from '../errors.js'
import { tidy } from '../one-line.js'
import { parseRedisAddress, shownAddress, USUAL_PORT, type RedisAddress } from './redis-address.js'

export interface RedisConnection {
  /** Throws E_ENGINE, to be tried again, when the server is out of reach. */
  call(command: string, ...args: readonly (string | number)[]): Promise<unknown>
  /** The same, asked of every server that holds data. */
  callAll(command: string, ...args: readonly (string | number)[]): Promise<unknown[]>
  /** Each time the server is there again. */
  onReady(listener: () => void): void
  close(): void
}

const CONNECT_MS = 5000
const ANSWER_MS = 5000
const LONGEST_PAUSE_MS = 1000
const REFUSAL_MS = 500
const LONGEST_REFUSAL = 500

const SERVER: RedisOptions = {
  connectTimeout: CONNECT_MS,
  commandTimeout: ANSWER_MS,
  // a network that was cut is not noticed otherwise: the system goes on trying for a quarter of an hour
  socketTimeout: ANSWER_MS,
  maxRetriesPerRequest: 0,
}
const pauseMs = (times: number): number => Math.min(50 * times, LONGEST_PAUSE_MS)

/** As much of the client as is used, of one server and of a Cluster. */
interface Client {
  connect(): Promise<void>
  disconnect(): void
  call(command: string, ...args: (string | number)[]): Promise<unknown>
  on(event: string, listener: () => void): unknown
}

interface Clients {
  readonly all: Client
  servers(): readonly Pick<Client, 'call'>[]
}

/** How addresses are written: redis-address.ts. */
export async function connectRedis(address: string): Promise<RedisConnection> {
  const clients = await createClients(parseRedisAddress(address))
  const { all } = clients
  // every failure reaches who asked
  all.on('error', () => {})
  const failed = (error: unknown): LongtailError => {
    const said = messageOf(error)
    return /^(?:MOVED|ASK) /.test(said)
      ? new LongtailError(
          'E_ENGINE',
          `Redis at ${shownAddress(address)} belongs to a Cluster: name it as redis+cluster://HOST:PORT,HOST:PORT`,
        )
      : new LongtailError('E_ENGINE', `Redis at ${shownAddress(address)} is out of reach (${said})`, 'retry', {
          cause: error,
        })
  }
  try {
    await all.connect()
  } catch (error) {
    all.disconnect()
    const refusal = await refusalOf(address)
    throw new LongtailError(
      'E_ENGINE',
      refusal === null
        ? `Redis at ${shownAddress(address)} cannot be reached (${messageOf(error)}); check the address, and that it runs`
        : `Redis at ${shownAddress(address)} refuses this machine: ${refusal}`,
    )
  }
  const ask = async (client: Pick<Client, 'call'>, command: string, args: readonly (string | number)[]) => {
    try {
      return await client.call(command, ...args)
    } catch (error) {
      throw failed(error)
    }
  }
  return {
    call: (command, ...args) => ask(all, command, args),
    callAll: (command, ...args) => Promise.all(clients.servers().map(server => ask(server, command, args))),
    onReady: listener => void all.on('ready', listener),
    close: () => all.disconnect(),
  }
}

async function createClients(address: RedisAddress): Promise<Clients> {
  const { Cluster, Redis } = await client()
  if (typeof address === 'string') {
    const redis = new Redis(address, {
      ...SERVER,
      lazyConnect: true,
      enableOfflineQueue: false,
      retryStrategy: pauseMs,
    })
    return { all: redis, servers: () => [redis] }
  }
  const { nodes, username, password, isSecure } = address
  const options: ClusterOptions = {
    lazyConnect: true,
    enableOfflineQueue: false,
    clusterRetryStrategy: pauseMs,
    redisOptions: { ...SERVER, username, password, ...(isSecure ? { tls: {} } : {}) },
  }
  const cluster = new Cluster([...nodes], options)
  return { all: cluster, servers: () => cluster.nodes('master') }
}

/**
 * What a server says to whom it does not serve, before it closes the connection: that it is in protected mode, or has too many clients.
 * The client library writes first, and loses that answer.
 */
async function refusalOf(address: string): Promise<string | null> {
  if (!address.startsWith('redis://') || !URL.canParse(address)) return null
  const { hostname, port } = new URL(address)
  const host = hostname.replace(/^\[|\]$/g, '')
  const socket = createConnection({ host, port: port === '' ? USUAL_PORT : Number(port) })
  const timer = setTimeout(() => socket.destroy(), REFUSAL_MS)
  let said = ''
  try {
    for await (const bytes of socket) {
      said += String(bytes)
      if (said.includes('\n') || said.length > LONGEST_REFUSAL) break
    }
  } catch {
    return null // who connects is told how the first try failed
  } finally {
    clearTimeout(timer)
  }
  const [line, isWhole] = [said.split('\r\n')[0], said.includes('\r\n')]
  if (!isWhole || !line.startsWith('-')) return null
  if (line.startsWith('-DENIED'))
    return 'it is in protected mode; give it a password (requirepass, redis://:PASSWORD@HOST:PORT) or start it with --protected-mode no'
  return tidy(line.replace(/^-(?:ERR )?/, ''), LONGEST_REFUSAL)
}

async function client() {
  try {
    return await import('ioredis')
  } catch (error) {
    throw new LongtailError(
      'E_ENGINE',
      `the package "ioredis" is missing, which connects workers (${messageOf(error)}); install it with "npm install ioredis"`,
    )
  }
}
