/** The portal as browsers meet it: `longtail portal serve` in a process of its own, asked over HTTP by a number of clients at once. */
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { fileURLToPath } from 'node:url'
import { latenciesOf, type Latencies } from './queries.js'

export interface Served {
  readonly clients: number
  /** Between an answer and the next question of the same client. */
  readonly thinkMs: number
  readonly latencies: Latencies
  readonly perSecond: number
  readonly failed: number
  /** Bytes of all answers: the work cannot be skipped. */
  readonly bytes: number
}

const OWN_MAIN = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url))
/** Of the counters in /proc/PID/stat. */
const TICK_MS = 10

export class ServedPortal {
  private constructor(
    readonly url: string,
    private readonly child: ChildProcess,
  ) {}

  /** `main`: the command line of the build that serves. */
  static async start(directory: string, main = OWN_MAIN): Promise<ServedPortal> {
    const child = spawn(process.execPath, [main, 'portal', 'serve', directory, '--port', '0', '--json'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const url = await new Promise<string>((resolve, reject) => {
      let said = ''
      child.stdout.on('data', (part: Buffer) => {
        said += part.toString()
        const found = /"url":"([^"]+)"/.exec(said)
        if (found !== null) resolve(found[1])
      })
      child.once('exit', code => reject(new Error(`portal serve ended with code ${code}`)))
    })
    return new ServedPortal(url, child)
  }

  /** Resident now and at its highest. */
  memory(): { readonly rssMb: number; readonly peakRssMb: number } {
    const path = `/proc/${this.child.pid}/status`
    const status = existsSync(path) ? readFileSync(path, 'utf8') : ''
    const read = (name: string): number => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024
    return { rssMb: read('VmRSS'), peakRssMb: read('VmHWM') }
  }

  /** Processor time of all its threads so far; 0 where the system does not say. */
  cpuMs(): number {
    const path = `/proc/${this.child.pid}/stat`
    if (!existsSync(path)) return 0
    const fields = readFileSync(path, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS
  }

  /** Each client takes the next query when its last one was answered. */
  async ask(queries: readonly string[], clients: number, thinkMs: number): Promise<Served> {
    const agent = new Agent({ keepAlive: true, maxSockets: clients })
    const times: number[] = []
    let next = 0
    let failed = 0
    let bytes = 0
    const start = performance.now()
    const client = async (): Promise<void> => {
      while (next < queries.length) {
        const query = queries[next++]
        const asked = performance.now()
        const { status, size } = await fetchPage(new URL(`search?q=${encodeURIComponent(query)}`, this.url), agent)
        times.push(performance.now() - asked)
        bytes += size
        if (status !== 200) failed++
        if (thinkMs > 0) await new Promise(resolve => setTimeout(resolve, thinkMs))
      }
    }
    await Promise.all(
      Array.from({ length: clients }, async (_, i) => {
        // people do not all press the key in the same instant
        if (thinkMs > 0) await new Promise(resolve => setTimeout(resolve, (thinkMs * i) / clients))
        await client()
      }),
    )
    const seconds = (performance.now() - start) / 1000
    agent.destroy()
    return { clients, thinkMs, latencies: latenciesOf(times), perSecond: queries.length / seconds, failed, bytes }
  }

  async close(): Promise<void> {
    const gone = new Promise(resolve => this.child.once('exit', resolve))
    this.child.kill('SIGTERM')
    await gone
  }
}

function fetchPage(url: URL, agent: Agent): Promise<{ status: number; size: number }> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, answer => {
      let size = 0
      answer.on('data', (part: Buffer) => (size += part.length))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, size }))
      answer.on('error', reject)
    }).on('error', reject)
  })
}
