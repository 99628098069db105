/** CPU time of a process and of all that it has started, by the kind of thread, from /proc. */
import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts CPU time in hundredths of a second. */
const TICKS_PER_SECOND = 100

export const KINDS = ['main', 'analysis', 'engine', 'redis', 'coordinator'] as const
export type Kind = (typeof KINDS)[number]
export type CpuSeconds = Readonly<Record<Kind, number>>

/**
 * `root`: the command. A process of its own threads is told by its children: one that has started others is the coordinator. Threads have
 * no names: of those that are not the first, the busiest one analyses, and all others belong to V8 and libuv.
 */
export function cpuOf(root: number): CpuSeconds {
  const children = new Map<number, number[]>()
  for (const name of readdirSync('/proc').filter(entry => /^\d+$/.test(entry))) {
    const fields = statOf(name)
    if (fields === null) continue
    const parent = Number(fields[1])
    children.set(parent, [...(children.get(parent) ?? []), Number(name)])
  }
  const cpu: Record<Kind, number> = { main: 0, analysis: 0, engine: 0, redis: 0, coordinator: 0 }
  const walk = (pid: number): void => {
    const below = children.get(pid) ?? []
    const threads = threadsOf(pid)
    const all = threads.reduce((sum, { seconds }) => sum + seconds, 0)
    if (nameOf(pid).startsWith('redis')) cpu.redis += all
    else if (below.length > 0) cpu.coordinator += all
    else {
      const [first, ...rest] = threads
      const busiest = Math.max(0, ...rest.map(({ seconds }) => seconds))
      cpu.main += first?.seconds ?? 0
      cpu.analysis += busiest
      cpu.engine += all - busiest - (first?.seconds ?? 0)
    }
    below.forEach(walk)
  }
  walk(root)
  return cpu
}

export function cpuOfProcess(pid: number): number {
  return threadsOf(pid).reduce((sum, { seconds }) => sum + seconds, 0)
}

function threadsOf(pid: number): { readonly seconds: number }[] {
  try {
    return readdirSync(`/proc/${pid}/task`)
      .map(Number)
      .sort((a, b) => a - b)
      .map(tid => ({ seconds: secondsIn(statOf(`${pid}/task/${tid}`)) }))
  } catch {
    return [] // it has ended
  }
}

function secondsIn(fields: readonly string[] | null): number {
  return fields === null ? 0 : (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

function nameOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8')
  } catch {
    return ''
  }
}

/** From the state on, which stands behind the name; null when the process has ended. */
function statOf(path: string): string[] | null {
  try {
    const text = readFileSync(`/proc/${path}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return null
  }
}
