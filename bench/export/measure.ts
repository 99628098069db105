/** What a command costs: CPU time of all its threads, time on the clock, the largest resident set, and what it says at its end. */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'

export interface Cost {
  readonly cpuSeconds: number
  readonly wallSeconds: number
  readonly peakMb: number
}

/** Ticks of Linux's clock for processes. */
const TICKS_PER_SECOND = 100
/** What a process does after the last look is not counted. */
const LOOK_MS = 20
/** Progress is told there, too. */
const MAX_COMPLAINT = 1_000

/** The system's own account of the process, looked up until it ends. `said`: its standard output. */
export async function measure(
  command: string,
  args: readonly string[],
): Promise<{ readonly cost: Cost; readonly said: string }> {
  const started = performance.now()
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  let complaint = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint = (complaint + text).slice(-MAX_COMPLAINT)))
  let cpuSeconds = 0
  let peakMb = 0
  const look = (): void => {
    try {
      const stat = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1].split(' ')
      cpuSeconds = Math.max(cpuSeconds, (Number(stat[11]) + Number(stat[12])) / TICKS_PER_SECOND)
      const peak = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))
      peakMb = Math.max(peakMb, Number(peak?.[1] ?? 0) / 1024)
    } catch {
      // it has ended
    }
  }
  const timer = setInterval(look, LOOK_MS)
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  }).finally(() => clearInterval(timer))
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with code ${code}: ${complaint.trim()}`)
  return { cost: { cpuSeconds, wallSeconds: (performance.now() - started) / 1000, peakMb }, said }
}

/** Of the last line that a command wrote. */
export function jsonIn(said: string): unknown {
  return JSON.parse(said.trim().split('\n').at(-1) ?? '')
}
