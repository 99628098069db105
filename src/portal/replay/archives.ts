/** Records of the archives, read by their place. A bounded number of files stays open: the ones used last. */
import { createArchiveFiles, type ArchiveFiles } from '../../archive/archive-files.js'
import { openByteFile, readRecordAt, type ByteFile, type WarcRecord } from '../../archive/index.js'
import { LongtailError } from '../../errors.js'
import type { RecordPlace } from '../contracts.js'

export type Archives = ReturnType<typeof createArchives>

/** Crawls have some hundred files; a server of thirty readers needs its handles for them. */
const MAX_OPEN = 40

/** Films are read one after the other: thirty at once would take all the memory of a small machine. */
const LARGE_BYTES = 4 * 1024 * 1024

/** A small record may unpack to 64 MB: so many of them at once, and no more. */
const MAX_READING = 8

interface Opened {
  readonly members: Promise<{ readonly files: readonly ByteFile[]; close(): Promise<void> }>
  users: number
  isEvicted: boolean
}

export function createArchives(maxOpen = MAX_OPEN) {
  /** The one used last is the last. */
  const open = new Map<string, Opened>()
  let lastLarge: Promise<unknown> = Promise.resolve()
  let reading = 0
  const waiting: (() => void)[] = []

  const use = (path: string): Opened => {
    let opened = open.get(path)
    if (opened === undefined) {
      opened = { members: openPath(path), users: 0, isEvicted: false }
      // a file that is not there now may be there later
      opened.members.catch(() => {
        if (open.get(path) === opened) open.delete(path)
      })
    }
    open.delete(path)
    open.set(path, opened)
    opened.users++
    return opened
  }
  const release = async (opened: Opened): Promise<void> => {
    opened.users--
    if (opened.isEvicted && opened.users === 0) await closeOne(opened)
  }
  const evict = async (path: string, opened: Opened): Promise<void> => {
    open.delete(path)
    opened.isEvicted = true
    if (opened.users === 0) await closeOne(opened)
  }

  return {
    /** Throws E_ARCHIVE or E_WARC when the file is missing or has no record there. */
    async read({ file, member, offset, length }: RecordPlace): Promise<WarcRecord> {
      if (reading >= MAX_READING) await new Promise<void>(turn => waiting.push(turn))
      else reading++
      let opened = use(file)
      try {
        for (const [path, other] of open) {
          if (open.size <= maxOpen) break
          await evict(path, other)
        }
        let wanted = await memberOf(opened, file, member)
        if (wanted !== undefined && offset + length > wanted.size) {
          // a crawl or an update wrote on, and a new index names what is behind the end that this file had
          if (open.get(file) === opened) await evict(file, opened)
          await release(opened)
          opened = use(file)
          wanted = await memberOf(opened, file, member)
        }
        if (wanted === undefined) {
          throw new LongtailError(
            'E_ARCHIVE',
            `${file} does not contain ${member}: put back the file that the portal was built from`,
          )
        }
        if (length < LARGE_BYTES) return await readRecordAt(wanted, offset, length)
        const large = wanted
        const record = lastLarge.then(() => readRecordAt(large, offset, length))
        lastLarge = record.catch(() => undefined)
        return await record
      } finally {
        const next = waiting.shift()
        if (next === undefined) reading--
        else next()
        await release(opened)
      }
    },
    async close(): Promise<void> {
      for (const [path, opened] of [...open]) await evict(path, opened)
    },
  }
}

async function memberOf(opened: Opened, path: string, member: string): Promise<ByteFile | undefined> {
  const { files } = await opened.members
  return member === '' ? files[0] : files.find(one => one.name === `${path}#${member}`)
}

async function closeOne(opened: Opened): Promise<void> {
  await opened.members.then(
    members => members.close(),
    () => undefined,
  )
}

/** A plain file is opened as it is; only a WACZ has members. */
async function openPath(path: string): Promise<{ files: readonly ByteFile[]; close(): Promise<void> }> {
  const plain = await openByteFile(path)
  const start = await plain.read(0, 4)
  if (start.toString('latin1') !== 'PK\x03\x04') return { files: [plain], close: () => plain.close() }
  await plain.close()
  const archives: ArchiveFiles = createArchiveFiles(1)
  try {
    // whatever cannot be opened is missed by those who ask for it
    return { files: await archives.open(path, () => undefined), close: () => archives.close() }
  } catch (error) {
    await archives.close()
    throw error
  }
}
