import { readReadings } from '../collection/page-readings.js'
import { isPortal } from '../collection/portal-source.js'
import { writeAtomically } from '../disk/write-atomically.js'
import { LongtailError } from '../errors.js'

export interface ReadingFlags {
  out?: string
  local?: string
  json?: boolean
}

export function readings(directory: string, { out, local, json }: ReadingFlags): void {
  if (local === undefined && !isPortal(directory))
    throw new LongtailError(
      'E_PORTAL',
      `${directory} is not a portal; give the directory that "longtail portal build --out" wrote`,
    )
  const found = readReadings(directory, local)
  const lines = found.map(({ url, days }) => `${days} ${url}\n`).join('')
  if (out !== undefined) writeAtomically(out, lines, { isShared: true })
  if (json === true) console.log(JSON.stringify({ readings: found }))
  else if (out === undefined) process.stdout.write(lines)
  if (found.length === 0)
    process.stderr.write(`nothing was counted yet; "longtail portal serve ${directory} --count-readings" counts\n`)
}
