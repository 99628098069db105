/** A file that came in pieces (update.ltu.001, .002, …), read as one; a whole file is one piece. */
import { closeSync, existsSync, fstatSync, openSync, readdirSync, readSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { diskError } from '../../disk/disk-error.js'
import { LongtailError } from '../../errors.js'

export interface Pieces {
  /** As it was named, for messages. */
  readonly name: string
  readonly bytes: number
  /** A piece between others is missing or too short. */
  readonly isBroken: boolean
  /** Fewer bytes at the end. */
  read(position: number, length: number): Buffer
  /** The file that has this byte. */
  at(position: number): string
  /** What is missing of the `total` bytes that there should be at least. */
  incomplete(total: number): LongtailError
  close(): void
}

interface OpenPiece {
  readonly path: string
  readonly file: number
  readonly start: number
  readonly bytes: number
}

const PIECE = /^(.*)\.(\d{3,})$/s

/** One name: that file, or its pieces. Several names: pieces of one file, in any order. */
export function openPieces(given: readonly string[]): Pieces {
  const name = PIECE.exec(given[0])?.[1] ?? given[0]
  const { paths, missing } = piecesOf(given, name)
  const open: OpenPiece[] = []
  let bytes = 0
  const close = (): void => {
    for (const { file } of open.splice(0)) closeSync(file)
  }
  try {
    for (const path of paths) {
      const file = openSync(path, 'r')
      const status = fstatSync(file)
      open.push({ path, file, start: bytes, bytes: status.size })
      if (!status.isFile()) throw new LongtailError('E_UPDATE', `${path} is not a file: give the update file`)
      bytes += status.size
    }
  } catch (error) {
    close()
    throw error instanceof LongtailError ? error : diskError(name, error)
  }
  // all but the last are of one size
  const short = open.slice(0, -1).find(piece => piece.bytes < open[0].bytes)
  return {
    name,
    bytes,
    isBroken: missing.length > 0 || short !== undefined,
    read(position, length) {
      const buffer = Buffer.allocUnsafe(Math.max(0, Math.min(length, bytes - position)))
      let done = 0
      for (const { file, start, bytes: size } of open) {
        if (position + done >= start + size || position + done < start) continue
        const wanted = Math.min(buffer.length - done, start + size - position - done)
        const read = readSync(file, buffer, done, wanted, position + done - start)
        done += read
        if (read < wanted || done === buffer.length) break
      }
      return buffer.subarray(0, done)
    },
    at: position => open.find(({ start, bytes: size }) => position < start + size)?.path ?? name,
    incomplete: total => incomplete(name, open, missing, short, total),
    close,
  }
}

function piecesOf(given: readonly string[], name: string): { readonly paths: string[]; readonly missing: string[] } {
  if (given.length === 1 && existsSync(given[0]) && !PIECE.test(given[0])) return { paths: [given[0]], missing: [] }
  const pieces = given.length > 1 ? [...given] : piecesBeside(name)
  if (pieces.length === 0)
    throw new LongtailError('E_UPDATE', `${given[0]} does not exist: check the name of the update file`)
  const numbered = pieces.map(path => ({ path, number: Number(PIECE.exec(path)?.[2] ?? 0) }))
  if (numbered.some(({ path, number }) => number === 0 || PIECE.exec(path)?.[1] !== name))
    throw new LongtailError('E_USAGE', 'several files: give the pieces of one update (update.ltu.001 update.ltu.002 …)')
  numbered.sort((a, b) => a.number - b.number)
  const missing: string[] = []
  const last = Math.min(numbered[numbered.length - 1].number, 100_000)
  const known = new Set(numbered.map(({ number }) => number))
  for (let number = 1; number < last; number++)
    if (!known.has(number)) missing.push(`${name}.${String(number).padStart(3, '0')}`)
  if (missing.includes(`${name}.001`))
    throw new LongtailError('E_UPDATE', `${name}.001, the first piece, is missing: copy it here and apply again`)
  // behind a gap nothing can be read
  const gap = numbered.findIndex(({ number }, i) => number !== i + 1)
  return { paths: numbered.slice(0, gap === -1 ? undefined : gap).map(({ path }) => path), missing }
}

function piecesBeside(name: string): string[] {
  const directory = dirname(name)
  if (!existsSync(directory)) return []
  return readdirSync(directory)
    .filter(entry => entry.startsWith(`${basename(name)}.`) && /^\.\d{3,}$/.test(entry.slice(basename(name).length)))
    .map(entry => join(directory, entry))
}

function incomplete(
  name: string,
  open: readonly OpenPiece[],
  missing: readonly string[],
  short: OpenPiece | undefined,
  total: number,
): LongtailError {
  const here = open.reduce((sum, { bytes }) => sum + bytes, 0)
  if (short !== undefined)
    return new LongtailError(
      'E_UPDATE',
      `${short.path} has ${short.bytes} of ${open[0].bytes} bytes: copy the rest of it, and apply again`,
    )
  if (missing.length > 0)
    return new LongtailError('E_UPDATE', `missing: ${missing.slice(0, 20).join(', ')}: copy it here and apply again`)
  const isWhole = !PIECE.test(open[0].path)
  const next = `${name}.${String(open.length + 1).padStart(3, '0')}`
  if (!isWhole && open[open.length - 1].bytes === open[0].bytes)
    return new LongtailError(
      'E_UPDATE',
      `${next} and the pieces after it are missing (at least ${total - here} bytes): copy them here and apply again`,
    )
  return new LongtailError(
    'E_UPDATE',
    `${isWhole ? name : open[open.length - 1].path} is not complete: ${here} bytes are here, at least ${total - here} are missing (from byte ${here} on). ` +
      'Copy the rest (rsync --append-verify and curl -C - go on where they stopped), and apply again',
  )
}
