/**
 * `portal apply`: an update takes effect as a whole or not at all, while the portal serves:
 *
 *   signature ─▶ trusted? ─▶ builds on what is here? ─▶ all blocks whole? ─▶ archives beside the old ones ─▶ index.db.update ─ rename ─▶ index.db
 *
 * The rename is the moment: before it nobody sees anything of the update, because the index that is served names no byte of it; after
 * it there is nothing left to do. What a kill leaves is removed by the next one. What people made (local.db) is never touched.
 */
import { existsSync, statSync } from 'node:fs'
import { portalDirectory, type PortalDirectory } from '../../collection/portal-directory.js'
import { diskError, isDiskError } from '../../disk/disk-error.js'
import { freeSpace } from '../../disk/free-space.js'
import { lockDirectory } from '../../disk/lock.js'
import { makeDirectory } from '../../disk/make-directory.js'
import { removeDatabase } from '../../disk/sqlite.js'
import { putInPlace } from '../../disk/write-atomically.js'
import { LongtailError } from '../../errors.js'
import { SCHEMA_VERSION } from '../store/schema.js'
import { placeArchives, tidyReceived } from './apply-archives.js'
import { stageIndex } from './apply-index.js'
import { UPDATING } from './leftovers.js'
import type { UpdateManifest } from './manifest.js'
import { receivedState, writeIdentity, type ReceivedState } from './received-state.js'
import { trustedKeys } from './trusted-keys.js'
import { openUpdate, type UpdateReader } from './update-reader.js'

export interface ApplyOptions {
  /** Directory of the portal; made for a whole portal, if its key is trusted there. */
  readonly portal: string
  /** The update file, or its pieces. */
  readonly files: readonly string[]
  readonly onProgress?: (doing: string) => void
}

export interface ApplySummary {
  /** False: the portal had this state already. */
  readonly applied: boolean
  readonly state: string
  /** The state before; '' where there was none, or none that came by an update. */
  readonly before: string
  readonly title: string
  readonly key: string
  /** Rows of the index and archive files that changed. */
  readonly rows: number
  readonly archives: number
  readonly seconds: number
}

/** Throws E_UPDATE for whatever must not be put in place; the portal is then as it was. */
export function applyUpdate({ portal, files, onProgress = () => undefined }: ApplyOptions): ApplySummary {
  const startedAt = performance.now()
  const directory = portalDirectory(portal)
  const trusted = trustedKeys(portal)
  if (trusted.length === 0)
    throw new LongtailError(
      'E_UPDATE',
      `${directory.path} trusts no sender yet: ask the sender for the key, and run "longtail portal trust ${portal} KEY" once`,
    )
  const update = openUpdate(files, key => {
    if (!trusted.includes(key))
      throw new LongtailError(
        'E_UPDATE',
        `${files[0]} is signed by ${key}, which ${directory.path} does not trust: if you know that this is the key of the sender, run "longtail portal trust ${portal} ${key}"`,
      )
  })
  try {
    const unlock = lockDirectory(directory, { doing: 'built or updated', code: 'E_PORTAL' })
    try {
      return { ...put(directory, update, onProgress), seconds: (performance.now() - startedAt) / 1000 }
    } finally {
      unlock()
    }
  } catch (error) {
    throw isDiskError(error) ? diskError(directory.path, error) : error
  } finally {
    update.close()
  }
}

function put(
  directory: PortalDirectory,
  update: UpdateReader,
  onProgress: (doing: string) => void,
): Omit<ApplySummary, 'seconds'> {
  const { manifest } = update
  const { state, title, key, parts, tables } = manifest
  if (manifest.kind !== 'library' || state === null)
    throw new LongtailError('E_UPDATE', 'this is a wish list, not an update: "longtail portal wishes FILE" shows it')
  const before = receivedState(directory)
  const summary = { state, before: before?.id ?? '', title, key }
  removeDatabase(`${directory.index}${UPDATING}`)
  if (before?.id === state) {
    writeIdentity(directory, manifest)
    return { ...summary, applied: false, rows: 0, archives: 0 }
  }
  checkFit(directory, manifest, before)
  onProgress('checking the file')
  update.verify()
  checkSpace(directory, manifest)
  makeDirectory(directory.archives)
  // while nothing of the update is there yet: what the served index does not name is left from before
  tidyReceived(directory)
  const undo = placeArchives(directory, update, onProgress)
  try {
    onProgress('changing the index')
    const staged = stageIndex(directory, update)
    if (!existsSync(directory.identity)) writeIdentity(directory, manifest)
    putInPlace(staged, directory.index)
  } catch (error) {
    undo()
    removeDatabase(`${directory.index}${UPDATING}`)
    throw error
  }
  writeIdentity(directory, manifest)
  return {
    ...summary,
    applied: true,
    rows: tables.reduce((sum, { removed, changed, added }) => sum + removed + changed + added, 0),
    archives: parts.filter(({ kind }) => kind === 'archive').length,
  }
}

/** Does it build on what is here? Can this program read it? */
function checkFit({ path, index }: PortalDirectory, manifest: UpdateManifest, before: ReceivedState | null): void {
  const { base, schema, madeAt } = manifest
  if (schema.split('.')[0] !== String(SCHEMA_VERSION))
    throw new LongtailError(
      'E_UPDATE',
      `this update is for libraries of version ${schema}, and this program reads version ${SCHEMA_VERSION}: install the version of Longtail that the sender has`,
    )
  if (base === null) {
    if (before !== null && before.madeAt > madeAt)
      throw new LongtailError(
        'E_UPDATE',
        `${path} has a later state (${before.id} of ${dayOf(before.madeAt)}) than this whole portal of ${dayOf(madeAt)}: ask the sender for a newer one`,
      )
    return
  }
  if (before?.id === base.state) return
  const needed = `it applies to state ${base.state} of ${dayOf(base.madeAt)}`
  if (before !== null && before.madeAt >= madeAt)
    throw new LongtailError(
      'E_UPDATE',
      `this update is older than what ${path} has (state ${before.id} of ${dayOf(before.madeAt)}): ${needed}, and is no longer needed`,
    )
  const has = before === null ? (existsSync(index) ? 'did not come by updates' : 'is empty') : `has state ${before.id}`
  throw new LongtailError(
    'E_UPDATE',
    `${needed}, and ${path} ${has}: apply the update that makes ${base.state} first, or ask the sender for ` +
      (before === null ? 'a whole portal' : `one since ${before.id}, or for a whole portal`),
  )
}

function dayOf(at: number): string {
  return at < 8.64e15 ? new Date(at).toISOString().slice(0, 10) : '?'
}

/** Sizes are what the manifest says: a file that unpacks to more is refused when it does. */
function checkSpace({ path, index }: PortalDirectory, { parts }: UpdateManifest): void {
  const unpacked = parts.reduce((sum, { bytes }) => sum + bytes, 0)
  const copy = parts.some(({ kind }) => kind === 'rows') ? statSync(index).size : 0
  const free = freeSpace(path)?.bytes ?? Infinity
  if (unpacked + copy > free)
    throw new LongtailError(
      'E_DISK',
      `${path}: the update needs ${Math.ceil((unpacked + copy) / 1e6)} MB and ${Math.floor(free / 1e6)} MB are free; nothing was changed. Free some space and apply it again`,
    )
}
