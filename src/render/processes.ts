/** Memory and CPU time of a browser's processes, where the system tells (Linux). */
import { readdirSync, readFileSync } from 'node:fs'

export interface SeenProcess {
  readonly pid: number
  readonly memoryBytes: number
  readonly cpuMs: number
  /** It runs pages. */
  readonly isPage: boolean
}

/** Of the kernel's clock, on every Linux that Node runs on. */
const TICK_MS = 10
const PAGE_BYTES = 4096

/** Those of a process group; none where nobody tells. */
export function processesOf(group: number): SeenProcess[] {
  if (process.platform !== 'linux') return []
  const seen: SeenProcess[] = []
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'latin1')
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      if (Number(fields[2]) !== group) continue
      const [, resident, shared] = readFileSync(`/proc/${name}/statm`, 'latin1').split(' ').map(Number)
      seen.push({
        pid: Number(name),
        memoryBytes: (resident - shared) * PAGE_BYTES,
        cpuMs: (Number(fields[11]) + Number(fields[12])) * TICK_MS,
        isPage: readFileSync(`/proc/${name}/cmdline`, 'latin1').includes('--type=renderer'),
      })
    } catch {
      // it ended while we looked
    }
  }
  return seen
}

/** CPU time of processes that come and go: of each what it had when it was seen last. */
export class CpuTime {
  private readonly last = new Map<number, number>()
  private ended = 0

  see(processes: readonly SeenProcess[]): void {
    const present = new Set(processes.map(({ pid }) => pid))
    for (const [pid, cpuMs] of this.last)
      if (!present.has(pid)) {
        this.ended += cpuMs
        this.last.delete(pid)
      }
    for (const { pid, cpuMs } of processes) this.last.set(pid, cpuMs)
  }

  get totalMs(): number {
    let sum = this.ended
    for (const cpuMs of this.last.values()) sum += cpuMs
    return sum
  }
}
