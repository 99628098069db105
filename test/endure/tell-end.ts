/** How a process of the harness ends: its summary on one line, or the error that it should or should not end with. */
import { isDiskError } from '../../src/disk/disk-error.js'
import { LongtailError, messageOf } from '../../src/errors.js'

export async function tellEnd(work: () => Promise<unknown>): Promise<void> {
  try {
    console.log(JSON.stringify(await work()))
  } catch (error) {
    const code = error instanceof LongtailError ? error.code : isDiskError(error) ? 'E_DISK' : 'unexpected'
    const where = code === 'unexpected' && error instanceof Error ? `\n${error.stack}` : ''
    process.stderr.write(`${code}: ${messageOf(error)}${where}\n`)
    process.exitCode = 1
  }
}
