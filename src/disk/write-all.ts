import { writeSync } from 'node:fs'

/** No write can be asked for more than 2 GB. */
const MOST_BYTES = 1 << 30

/** A disk that is nearly full writes a part and says so by its length only. `position`: where the file stands when it is not given. */
export function writeAll(file: number, bytes: Uint8Array, position?: number): void {
  for (let done = 0; done < bytes.length;) {
    const at = position === undefined ? null : position + done
    done += writeSync(file, bytes, done, Math.min(MOST_BYTES, bytes.length - done), at)
  }
}
