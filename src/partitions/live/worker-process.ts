/** A worker as a process of its own: `longtail worker`. */
import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import { parseJson } from '../../json.js'

const MAIN = fileURLToPath(new URL('../../cli/main.js', import.meta.url))

/** As much of the JSON that a worker prints as the whole is made of. */
const result = v.object({
  stopped: v.picklist(['finished', 'pages', 'quota', 'bytes', 'time', 'interrupted', 'failed']),
  left: v.picklist(['nothing', 'held', 'silent', 'parked']),
  unfetched: v.array(v.object({ reason: v.string(), urls: v.number(), example: v.string() })),
})
export type WorkerResult = Readonly<v.InferOutput<typeof result>>

const introduction = v.object({ worker: v.string() })
export type Introduction = Readonly<v.InferOutput<typeof introduction>>

export class WorkerProcess {
  /** Its name among the workers; '' until it has said so. */
  name = ''
  private child: ChildProcess | null = null

  constructor(
    private readonly address: string,
    private readonly store: string,
    private readonly expected: number,
    private readonly warn: (message: string) => void,
    /** Of a store that is no directory: where it may write for itself. */
    private readonly work: string | null = null,
  ) {}

  get pid(): number {
    return this.child?.pid ?? 0
  }

  /** Null when it died. */
  async run(): Promise<WorkerResult | null> {
    const flags = ['--store', this.store, '--expected', String(this.expected), '--json']
    if (this.work !== null) flags.push('--work', this.work)
    // a group of its own: Ctrl-C is for us, and we tell it. It notices by the channel when we are gone.
    const child = spawn(process.execPath, [MAIN, 'worker', ...flags], {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      detached: true,
      // the address may have a password: flags are for everybody to see
      env: { ...process.env, LONGTAIL_JOIN: this.address },
    })
    this.child = child
    this.name = ''
    child.on('message', message => {
      const said = v.safeParse(introduction, message)
      if (said.success) this.name = said.output.worker
    })
    let last = ''
    if (child.stdout !== null) createInterface(child.stdout).on('line', line => (last = line))
    if (child.stderr !== null)
      createInterface(child.stderr).on('line', line => this.warn(line.replace(/^(?:\S+ )?warning: /, '')))
    const code = await new Promise<number | null>(resolve => child.once('close', resolve))
    this.child = null
    const { success, output } = v.safeParse(result, parseJson(last))
    return code === 0 && success ? output : null
  }

  /** The first time it finishes what is under way. */
  stop(): void {
    this.child?.kill('SIGTERM')
  }
}
