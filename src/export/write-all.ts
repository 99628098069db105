import { writeSync } from 'node:fs'

/** A disk that is nearly full writes a part and says so by its length only. `position`: where the file stands when it is not given. */
export function writeAll(file: number, bytes: Uint8Array, position?: number): void {
  for (let done = 0; done < bytes.length;) {
    const at = position === undefined ? null : position + done
    done += writeSync(file, bytes, done, bytes.length - done, at)
  }
}
