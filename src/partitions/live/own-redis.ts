/** A Redis of one's own, for the workers of one machine: on a socket in the crawl's directory, without a file and without a port. */
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LongtailError } from '../../errors.js'

export interface OwnRedis {
  /** The path of its socket. */
  readonly address: string
  readonly pid: () => number
  stop(): Promise<void>
}

/** What the system takes for the name of a socket. */
const LONGEST_PATH = 100
const START_MS = 10_000
/** Streams are short (redis-engine.ts): 64 of them, full, and what pages taught. What does not fit waits with its sender. */
const MOST_MEMORY = 2 ** 30
const LOOK_MS = 20

export async function startRedis(directory: string, warn: (message: string) => void): Promise<OwnRedis> {
  const inside = join(directory, 'redis.sock')
  const address = inside.length <= LONGEST_PATH ? inside : join(tmpdir(), `longtail-${process.pid}.sock`)
  let isStopping = false
  let server = await launch(address)
  const watch = (): void => {
    server.once('exit', () => {
      if (isStopping) return
      // it held nothing that the logs do not have
      warn('Redis has died: starting it again')
      launch(address).then(
        again => {
          server = again
          if (isStopping) server.kill('SIGTERM')
          else watch()
        },
        (error: unknown) => warn(String(error)),
      )
    })
  }
  watch()
  return {
    address,
    pid: () => server.pid ?? 0,
    async stop() {
      isStopping = true
      if (server.exitCode === null && server.signalCode === null) {
        const gone = new Promise(resolve => server.once('exit', resolve))
        server.kill('SIGTERM')
        await gone
      }
      rmSync(address, { force: true })
    },
  }
}

/**
 * A shell that becomes the server, and beside it one that waits for the end of a pipe from us: it comes when we end, whatever we die of, and
 * takes the server along. Both are a group of their own: Ctrl-C is for the crawl, which stops them last.
 */
const WITH_US = 'exec 3<&0; (cat <&3 >/dev/null; kill -TERM 0) & exec redis-server "$@" 3<&- </dev/null'

async function launch(address: string): Promise<ChildProcess> {
  rmSync(address, { force: true })
  const socket = ['--unixsocket', address, '--unixsocketperm', '700']
  const memory = ['--maxmemory', String(MOST_MEMORY), '--maxmemory-policy', 'noeviction']
  const settings = ['--port', '0', ...socket, '--save', '', '--appendonly', 'no', ...memory]
  const server = spawn('sh', ['-c', WITH_US, 'sh', ...settings], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  // who waits for it need not wait when the server is gone
  server.once('exit', () => server.stdin?.destroy())
  let failure: Error | null = null
  server.once('error', error => (failure = error))
  const until = Date.now() + START_MS
  while (!existsSync(address)) {
    if (failure !== null || server.exitCode !== null || Date.now() > until)
      throw new LongtailError(
        'E_ENGINE',
        'a crawl by many processes needs Redis, and "redis-server" does not start; install it (Debian: apt install redis-server), or name one that runs with --join redis://…',
      )
    await new Promise(resolve => setTimeout(resolve, LOOK_MS))
  }
  return server
}
