/**
 * What answers take up until browsers have read them. A browser that asks for much at once and reads nothing would fill the
 * memory of the server, and keep everybody else waiting.
 */
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** One request of a connection after the other: HTTP lets a browser send a thousand at once, and no browser does. */
export function createTurns() {
  const last = new WeakMap<Socket, Promise<void>>()
  return {
    /** Resolves when the answers before are out; false: the connection is gone. */
    async wait(socket: Socket, response: ServerResponse): Promise<boolean> {
      const before = last.get(socket)
      last.set(socket, new Promise<void>(done => void response.once('close', done)))
      if (before !== undefined) await before
      return !socket.destroyed
    },
  }
}

export const LARGE_BODY = 1024 * 1024
/** A school's server may be a small board. The largest file of an archive that is shown at all has 64 MB. */
const MOST_HELD = 256 * 1024 * 1024

/** Large bodies that are on their way. The same bytes count once, however many read them (replay/ shares them). */
export function createOutgoing(mostHeld = MOST_HELD) {
  const readers = new Map<ArrayBufferLike, number>()
  let held = 0
  return {
    /** False: there is no room for this one now. */
    hold({ buffer, length }: Uint8Array, response: ServerResponse): boolean {
      if (length < LARGE_BODY) return true
      const before = readers.get(buffer) ?? 0
      if (before === 0) {
        // alone it is always let through
        if (held > 0 && held + buffer.byteLength > mostHeld) return false
        held += buffer.byteLength
      }
      readers.set(buffer, before + 1)
      response.once('close', () => {
        const left = (readers.get(buffer) ?? 1) - 1
        if (left > 0) return void readers.set(buffer, left)
        readers.delete(buffer)
        held -= buffer.byteLength
      })
      return true
    },
  }
}
