/**
 * index.db as it leaves the machine: archives under the names that they will have in the other portal, nothing that says where they
 * lay here, and nothing that only the next build needs to know.
 */
import { constants, copyFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { placedFile } from '../../collection/file-place.js'
import type { PortalDirectory } from '../../collection/portal-directory.js'
import { fingerprint } from '../../collection/unpack.js'
import { inTransaction, openDatabase, type Database } from '../../disk/sqlite.js'
import { rowReader } from '../../disk/sqlite-rows.js'
import { LongtailError } from '../../errors.js'
import { bytesIn, type ByteRange } from './byte-ranges.js'
import { digestFile, type FileDigest } from './digest-file.js'
import { forgetRepeats, moveRecords, namedRanges } from './named-records.js'

/** An archive file of a portal that was packed. */
export interface SentArchive extends FileDigest {
  /** In `archives/` of the other portal. */
  readonly name: string
  /** Where it is on this machine; while its crawl runs, with `.open` at its end. */
  readonly path: string
  /** Where only these bytes of it travel. */
  readonly ranges?: readonly ByteRange[]
}

/** A file of which less is needed than this share travels without the rest. */
const MOSTLY = 0.5

const FILES = rowReader({ id: 'number', path: 'text', member: 'text' })

/** Writes `to`. `known`: archives of the state before, whose names are kept where their bytes still stand at the beginning. */
export function makeTravellingIndex(
  { path: home, index }: PortalDirectory,
  to: string,
  known: readonly SentArchive[],
): SentArchive[] {
  copyFileSync(index, to, constants.COPYFILE_FICLONE)
  const database = openDatabase(to, { singleFile: true })
  try {
    // a copy that a crash leaves behind is made again
    database.exec('PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF')
    const archives = inTransaction(database, () => strip(database, home, known))
    // SQLite leaves what was there before in unused corners of the file
    database.exec('VACUUM')
    return archives
  } finally {
    database.close()
  }
}

function strip(database: Database, home: string, known: readonly SentArchive[]): SentArchive[] {
  const archives = new Map<string, SentArchive>()
  const before = new Map(known.map(archive => [archive.path, archive]))
  forgetRepeats(database)
  const named = namedRanges(database)
  const shortened = new Map<number, readonly ByteRange[]>()
  const rows = FILES.all(database.prepare('SELECT id, path, member FROM files ORDER BY id').all())
  const update = database.prepare('UPDATE files SET origin = ?, path = ? WHERE id = ?')
  const places = new Map<string, number>()
  for (const { path } of rows) places.set(path, (places.get(path) ?? 0) + 1)
  const leaveOut = database.prepare('DELETE FROM files WHERE id = ?')
  for (const { id, path, member } of rows) {
    const full = placedFile(home, path)
    const origin = full.replace(/\.open$/, '')
    const ranges = named.get(id)
    if (ranges === undefined) {
      leaveOut.run(id)
      continue
    }
    const isAlone = member === '' && places.get(path) === 1
    const archive =
      archives.get(origin) ?? packedArchive(full, origin, before.get(origin), isAlone ? ranges : undefined)
    if (archive.ranges !== undefined) shortened.set(id, archive.ranges)
    archives.set(origin, archive)
    update.run(`archives/${archive.name}`, `archives/${archive.name}`, id)
  }
  moveRecords(database, shortened)
  database.exec(`
    UPDATE sources SET path = 'packed/' || id, state = '';
    DELETE FROM waiting;
    DELETE FROM facts WHERE name = 'state';
    UPDATE facts SET value = '[]' WHERE name = 'crawls'`)
  return [...archives.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
}

/**
 * A name stands for one content: files that only grew keep theirs, others get a new one. So nobody who still reads the old library
 * finds new bytes in an old place.
 */
function packedArchive(
  path: string,
  origin: string,
  before: SentArchive | undefined,
  named: readonly ByteRange[] | undefined,
): SentArchive {
  let digest: ReturnType<typeof digestFile>
  let ranges: readonly ByteRange[] | undefined
  try {
    ranges = rangesToSend(path, before, named)
    digest = digestFile(path, before, ranges)
  } catch (error) {
    throw new LongtailError(
      'E_ARCHIVE',
      `${path}, an archive of this portal, cannot be read: put it back, or build the portal again`,
      'abort',
      { cause: error },
    )
  }
  const { isContinued, ...known } = digest
  // 200 letters, and nothing that another system or a terminal stumbles over
  const own = basename(origin)
    .replace(/[^\p{L}\p{N}._ -]/gu, '_')
    .slice(-100)
  const name =
    isContinued && before !== undefined
      ? before.name
      : `${fingerprint(`${origin}\n${known.digest}`).slice(0, 10)}-${own.replace(/^\.+/, '_')}`
  return { ...known, name, path: origin, ...(ranges === undefined ? {} : { ranges }) }
}

/** Undefined: the whole file. What was sent whole goes on as it is, or it would be sent again. */
function rangesToSend(
  path: string,
  before: SentArchive | undefined,
  named: readonly ByteRange[] | undefined,
): readonly ByteRange[] | undefined {
  if (named === undefined || !path.replace(/\.open$/, '').endsWith('.warc.gz')) return undefined
  if (before !== undefined) return before.ranges === undefined ? undefined : named
  return bytesIn(named) < MOSTLY * statSync(path).size ? named : undefined
}
