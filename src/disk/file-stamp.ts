import { statSync } from 'node:fs'

/** Another text when it is another file, or the same one written to; '' where there is none that can be seen. */
export function fileStamp(path: string): string {
  try {
    const { ino, size, mtimeMs } = statSync(path)
    return `${ino} ${size} ${mtimeMs}`
  } catch {
    return ''
  }
}
