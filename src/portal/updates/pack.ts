/**
 * `portal pack`: what a portal has beyond a state that somebody else's portal has, in one signed file (docs/portal-updates.md):
 *
 *   index.db ─ travelling-index ─▶ states/STATE.db ─ row-changes, against the state before ─▶ rows ┐
 *   archives ─ new files, and what grew ─▶ bytes ─────────────────────────────────────────────────┴─ update-writer ─▶ update.ltu
 *
 * What people made (local.db) is never looked at.
 */
import { closeSync, existsSync, openSync, statSync } from 'node:fs'
import { lockDirectory } from '../../disk/lock.js'
import { openDatabase } from '../../disk/sqlite.js'
import { diskError, isDiskError } from '../../disk/disk-error.js'
import { LongtailError } from '../../errors.js'
import { portalDirectory } from '../../collection/portal-directory.js'
import { getFact } from '../build/shelves.js'
import { readRanges, type ByteRange } from './byte-ranges.js'
import { signingKey } from './keys.js'
import { forgetStates, keepState, keptStates, stateSince, type KeptState } from './packed-states.js'
import { BLOCK_BYTES, type TableChange } from './manifest.js'
import { dateOfRound } from './since-round.js'
import { writeRowChanges } from './row-changes.js'
import { RowEncoder } from './row-codec.js'
import { writeUpdate, type PartWriter } from './update-writer.js'

export interface PackOptions {
  /** Directory of the portal. */
  readonly portal: string
  /** The file to write. */
  readonly out: string
  /** A state of `keptStates`, the beginning of its name, a date, or the number of a round. Undefined: the whole portal. */
  readonly since?: string
  /** File with the key; that of this user unless said. Made when there is none. */
  readonly key?: string
  /** Bytes of each piece that the file is cut into. */
  readonly pieces?: number
  readonly signal?: AbortSignal
  readonly onProgress?: (doing: string) => void
  readonly now?: () => number
}

export interface PackSummary {
  /** Of the portal as it is now. */
  readonly state: string
  /** The state that the update builds on; null: it is a whole portal. */
  readonly since: string | null
  /** None when nothing changed. */
  readonly files: readonly string[]
  readonly bytes: number
  /** Of index.db and all archives: what a whole portal takes. */
  readonly portalBytes: number
  /** Public key that it is signed with, and where the secret half is. */
  readonly key: string
  readonly keyFile: string
  readonly isNewKey: boolean
}

/** Throws E_UPDATE where the state is not known here; E_PORTAL where there is no portal. */
export async function packPortal(options: PackOptions): Promise<PackSummary> {
  const { now = Date.now, onProgress = () => undefined, signal } = options
  const portal = portalDirectory(options.portal)
  if (!existsSync(portal.index))
    throw new LongtailError(
      'E_PORTAL',
      `${portal.path} is not a portal; give the directory that "longtail portal build --out" wrote`,
    )
  const key = signingKey(options.key)
  const unlock = lockDirectory(portal, { doing: 'built or packed', code: 'E_PORTAL' })
  try {
    // asked for before hours of work, not after
    const since = options.since === undefined ? undefined : await dateOfRound(portal, options.since)
    if (since !== undefined) stateSince(keptStates(portal), since, portal.path)
    onProgress('reading the portal')
    const before = keptStates(portal)
    const state = keepState(portal, now())
    const base = since === undefined ? null : stateSince(before, since, portal.path)
    forgetStates(portal, [state.id, ...(base === null ? [] : [base.id])])
    const portalBytes = state.archives.reduce((sum, { bytes }) => sum + bytes, statSync(state.index).size)
    const summary = {
      state: state.id,
      since: base?.id ?? null,
      portalBytes,
      key: key.text,
      keyFile: key.path,
      isNewKey: key.isNew,
    }
    if (base?.id === state.id) return { ...summary, files: [], bytes: 0 }
    const { title, version } = factsOf(state.index)
    const written = await writeUpdate({ out: options.out, key, pieces: options.pieces }, parts => {
      const tables = writeIndex(base, state, parts)
      for (const archive of state.archives) {
        signal?.throwIfAborted()
        onProgress(archive.name)
        writeArchive(archive, base, parts)
      }
      return {
        kind: 'library' as const,
        madeAt: state.madeAt,
        title,
        state: state.id,
        base: base === null ? null : { state: base.id, madeAt: base.madeAt },
        schema: version,
        tables,
        archives: state.archives.map(({ name, bytes }) => ({ name, bytes })),
      }
    })
    return { ...summary, ...written }
  } catch (error) {
    throw isDiskError(error) ? diskError(portal.path, error) : error
  } finally {
    unlock()
  }
}

function factsOf(index: string): { readonly title: string; readonly version: string } {
  const database = openDatabase(index, { readOnly: true })
  try {
    return { title: getFact(database, 'title').slice(0, 500), version: getFact(database, 'version') }
  } finally {
    database.close()
  }
}

/** Rows where there is a state to compare with, else the file. Returns the changes, table by table. */
function writeIndex(base: KeptState | null, state: KeptState, parts: PartWriter): TableChange[] {
  if (base !== null) {
    const tables = writeRows(base.index, state.index, parts)
    if (tables !== null) return tables
  }
  parts.begin('index', '', 0)
  const { size } = statSync(state.index)
  writeBytes(state.index, [[0, size]], 0, size, parts, false)
  return []
}

/** Null: rows cannot say it, and nothing was written. */
function writeRows(base: string, now: string, parts: PartWriter): TableChange[] | null {
  let isBegun = false
  const begin = (): void => {
    if (!isBegun) parts.begin('rows', '', 0)
    isBegun = true
  }
  const encoder = new RowEncoder(BLOCK_BYTES, piece => {
    begin()
    parts.write(piece)
  })
  const tables = writeRowChanges(base, now, encoder)
  encoder.end()
  // archives may have grown alone
  if (tables !== null) begin()
  return tables
}

function writeArchive(archive: KeptState['archives'][number], base: KeptState | null, parts: PartWriter): void {
  const { name, path, bytes, ranges = [[0, bytes]] } = archive
  const from = base?.archives.find(old => old.name === name)?.bytes ?? 0
  if (from === bytes && base?.archives.some(old => old.name === name) === true) return
  parts.begin('archive', name, from)
  const isPacked = /\.(?:gz|wacz|zip|zst)$/.test(name)
  writeBytes(existsSync(path) ? path : `${path}.open`, ranges, from, bytes, parts, isPacked)
}

function writeBytes(
  path: string,
  ranges: readonly ByteRange[],
  from: number,
  to: number,
  parts: PartWriter,
  isPacked: boolean,
): void {
  const file = openSync(path, 'r')
  try {
    for (const chunk of readRanges(file, path, ranges, from, to)) parts.write(chunk, isPacked)
  } finally {
    closeSync(file)
  }
}
