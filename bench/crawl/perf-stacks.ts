/**
 * Samples of CPU time from Linux' `perf`: unlike those of the engine's profiler they do not count time in which a thread waits for a
 * processor, and they show the threads of the engine itself. Stacks are as good as frame pointers are: native code may hide its callers.
 */
import { spawnSync } from 'node:child_process'
import type { Frame } from './stages.js'

export interface Sample {
  readonly thread: string
  /** The innermost frame first. */
  readonly stack: readonly Frame[]
}

/** Options of Node that give names to compiled and interpreted functions. */
export const NAMING = ['--perf-basic-prof', '--interpreted-frames-native-stack']
const MAX_OUTPUT = 2 ** 30

export function recording(file: string, command: readonly string[]): string[] {
  return ['perf', 'record', '--quiet', '--event=task-clock:u', '--freq=499', '-g', `--output=${file}`, '--', ...command]
}

export function readSamples(file: string): Sample[] {
  const args = ['script', `--input=${file}`, '--fields=tid,ip,sym']
  const { stdout, status, stderr } = spawnSync('perf', args, { encoding: 'utf8', maxBuffer: MAX_OUTPUT })
  if (status !== 0) throw new Error(`perf cannot read ${file}: ${stderr}`)
  const samples: Sample[] = []
  for (const block of stdout.split(/\n\n+/)) {
    const [head, ...lines] = block.split('\n')
    if (lines.length > 0) samples.push({ thread: head.trim(), stack: lines.map(frameOf) })
  }
  return samples
}

/** `7f… JS:*name file:///…:line:column`, `7f… v8::internal::…` */
function frameOf(line: string): Frame {
  const symbol = line.trim().replace(/^[0-9a-f]+ /, '')
  const script = /^JS:[*^~]?(\S*) (\S+?):\d+:\d+/.exec(symbol)
  if (script !== null) return { functionName: script[1], url: script[2] }
  return { functionName: isCollector(symbol) ? '(garbage collector)' : symbol, url: '' }
}

function isCollector(symbol: string): boolean {
  return /^v8::internal::.*(Scaveng|Marking|Sweep|Evacuat|MarkCompact|RememberedSet)/.test(symbol)
}
