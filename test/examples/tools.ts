/** Programs of other people that read what we wrote. */
import { spawnSync } from 'node:child_process'

export function isInstalled(program: string): boolean {
  return spawnSync(program, ['--version']).error === undefined
}

/** What it printed, whatever it thought of it. */
export function resultOf(program: string, args: readonly string[]): string {
  const { stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 26 })
  if (error !== undefined) throw error
  return `${stdout}\n${stderr}`
}
