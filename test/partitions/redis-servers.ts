/** Redis servers on the loopback that can be killed and started again, with and without what they held; and a Cluster of them. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const START_MS = 20_000

export interface RedisServerOptions {
  readonly host?: string
  readonly settings?: readonly string[]
  readonly within?: readonly string[]
}

export class RedisServer {
  private child: ChildProcess | null = null

  private constructor(
    private readonly directory: string,
    readonly port: number,
    private readonly host: string,
    private readonly settings: readonly string[],
    /** What programs are started with, to be in a network of their own. */
    private readonly within: readonly string[],
  ) {}

  /** It keeps a file of everything that is written to it. `host`: an address of this machine. */
  static async start(
    directory: string,
    { host = '127.0.0.1', settings = [], within = [] }: RedisServerOptions = {},
  ): Promise<RedisServer> {
    const server = new RedisServer(directory, await freePort(), host, settings, within)
    await server.start()
    return server
  }

  get address(): string {
    return `redis://${this.host}:${this.port}`
  }

  /** After `kill`. */
  async start(): Promise<void> {
    mkdirSync(this.directory, { recursive: true })
    const { directory, port, host, settings } = this
    const args = [
      '--port',
      String(port),
      '--bind',
      host,
      '--protected-mode',
      'no',
      '--dir',
      directory,
      '--save',
      '',
      '--appendonly',
      'yes',
    ]
    const [first, ...rest] = [...this.within, 'redis-server', ...args, ...settings]
    const child = spawn(first, rest, { stdio: 'ignore' })
    this.child = child
    const end = Date.now() + START_MS
    while (!this.isReady()) {
      if (child.exitCode !== null || Date.now() > end) throw new Error(`redis-server does not start at port ${port}`)
      await sleep(50)
    }
  }

  async kill(): Promise<void> {
    const { child } = this
    if (child === null || child.exitCode !== null || child.signalCode !== null) return
    const gone = new Promise(resolve => child.once('exit', resolve))
    child.kill('SIGKILL')
    await gone
  }

  /** While it does not run. */
  loseData(): void {
    rmSync(this.directory, { recursive: true, force: true })
  }

  cli(...command: string[]): string {
    const [first, ...rest] = [...this.within, 'redis-cli', '-h', this.host, '-p', String(this.port), ...command]
    return execFileSync(first, rest, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  }

  private isReady(): boolean {
    try {
      return this.cli('PING').trim() === 'PONG'
    } catch {
      return false
    }
  }
}

export interface RedisCluster {
  readonly address: string
  readonly servers: readonly RedisServer[]
  /** The master of the key. */
  masterOf(key: string): RedisServer
  stop(): Promise<void>
}

/** Three masters and three replicas. */
export async function startCluster(directory: string): Promise<RedisCluster> {
  const servers = await Promise.all(
    Array.from({ length: 6 }, async (_, i) => {
      const bus = await freePort()
      const settings = ['--cluster-enabled', 'yes', '--cluster-port', String(bus), '--cluster-node-timeout', '2000']
      return RedisServer.start(join(directory, `node-${i}`), { settings })
    }),
  )
  const stop = async (): Promise<void> => void (await Promise.all(servers.map(server => server.kill())))
  try {
    const hosts = servers.map(({ port }) => `127.0.0.1:${port}`)
    servers[0].cli('--cluster', 'create', ...hosts, '--cluster-replicas', '1', '--cluster-yes')
    while (!servers.every(server => server.cli('CLUSTER', 'INFO').includes('cluster_state:ok'))) await sleep(100)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    address: `redis+cluster://${servers.slice(0, 3).map(({ port }) => `127.0.0.1:${port}`)}`,
    servers,
    masterOf(key) {
      const slot = Number(servers[0].cli('CLUSTER', 'KEYSLOT', key))
      const line = servers[0]
        .cli('CLUSTER', 'NODES')
        .split('\n')
        .find(node => /\bmaster\b/.test(node) && slotsOf(node).some(([from, to]) => slot >= from && slot <= to))
      const port = Number(/:(\d+)@/.exec(line ?? '')?.[1])
      const master = servers.find(server => server.port === port)
      if (master === undefined) throw new Error(`no master holds ${key}`)
      return master
    },
    stop,
  }
}

/** The last fields of a line of CLUSTER NODES. */
function slotsOf(node: string): [from: number, to: number][] {
  return node
    .split(' ')
    .slice(8)
    .flatMap(range => {
      const [from, to = from] = range.split('-').map(Number)
      return Number.isInteger(from) ? [[from, to]] : []
    })
}

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise(resolve => server.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}
