/** Starts a program once more where it may mount disks, and ends as that ends. */
import { spawn } from 'node:child_process'
import { mountNamespace } from './small-disk.js'

export const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const FLAG = '--mounts'

/** Calls `run` here, with true where mounts are of its own; or in another process that may mount. */
export async function runWithMounts(main: string, run: (mayMount: boolean) => Promise<void>): Promise<void> {
  const isInside = process.argv.includes(FLAG)
  const namespace = isInside ? null : mountNamespace()
  if (namespace === null) return run(isInside)
  process.exitCode = await new Promise<number>(resolve => {
    const again = [process.execPath, main, ...process.argv.slice(2), FLAG]
    const child = spawn(namespace[0], [...namespace.slice(1), ...again], { stdio: 'inherit' })
    for (const signal of SIGNALS) process.on(signal, () => child.kill(signal))
    child.on('close', code => resolve(code ?? 1))
  })
}
