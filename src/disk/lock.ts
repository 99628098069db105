/**
 * One writer per directory: the file `lock` in it holds the writer's process id and the time when that process started. A lock whose
 * process is gone is what a kill left behind, and is taken over.
 */
import { linkSync, readdirSync, readFileSync, readlinkSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { isErrno, LongtailError, type ErrorCode } from '../errors.js'
import { unwritable } from './disk-error.js'

/** Any description of a directory that says where it is. */
interface Place {
  readonly path: string
}

export interface LockOptions {
  /** What is done to the directory, for who finds it locked. */
  readonly doing?: string
  readonly code?: ErrorCode
}

const NAME = 'lock'
/** A lock that was left behind is removed and taken; a third time would be the third process at the same moment. */
const ATTEMPTS = 3

/** Returns what gives the directory back. Throws E_OUT_DIR, or `code`, when another process has it. */
export function lockDirectory(
  { path: directory }: Place,
  { doing = 'crawled', code = 'E_OUT_DIR' }: LockOptions = {},
): () => void {
  const path = join(directory, NAME)
  const mine = `${thisProcess()}\n`
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (take(path, mine, directory)) {
      removeLeftovers(directory)
      return () => release(path, mine)
    }
    const theirs = read(path)
    const holder = holderIn(theirs)
    if (holder > 0)
      throw new LongtailError(
        code,
        `${directory} is being ${doing} by process ${holder}: wait until it ends, or stop it with Ctrl-C`,
      )
    removeStale(path, theirs)
  }
  throw new LongtailError(code, `${directory} was locked by another process at the same moment; try again`)
}

/** The process that holds the lock, or 0. */
export function lockHolder({ path }: Place): number {
  return holderIn(read(join(path, NAME)))
}

/** This process, as `isSameProcess` knows it. */
export function thisProcess(): string {
  return `${process.pid} ${processStart(process.pid)}`
}

/** Where `isSameProcess` knows processes of this name: containers of one machine may share its name, and count processes for themselves. */
export function thisMachine(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${hostname()} ${boot} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return hostname()
  }
}

/** Whether the process that called itself so still runs on this machine. */
export function isSameProcess(name: string): boolean {
  return holderIn(name) > 0
}

/** False: there is a lock. It appears with its content: nobody sees one that is still empty. */
function take(path: string, mine: string, directory: string): boolean {
  const own = `${path}.${process.pid}`
  try {
    writeFileSync(own, mine)
    try {
      linkSync(own, path)
    } catch (error) {
      if (isErrno(error, 'EEXIST')) return false
      // a file system without links
      writeFileSync(path, mine, { flag: 'wx' })
    } finally {
      rmSync(own, { force: true })
    }
    return true
  } catch (error) {
    if (isErrno(error, 'EEXIST')) return false
    throw unwritable(directory, error)
  }
}

/** By a rename, which one process alone can do. Where it has moved a lock that was taken meanwhile, that one is put back. */
function removeStale(path: string, stale: string): void {
  const moved = `${path}.${process.pid}.old`
  try {
    renameSync(path, moved)
    if (read(moved) !== stale) linkSync(moved, path)
  } catch (error) {
    if (!isErrno(error, 'ENOENT', 'EEXIST')) throw error
  } finally {
    rmSync(moved, { force: true })
  }
}

/** Of processes that were killed while they took the lock. */
function removeLeftovers(directory: string): void {
  for (const name of readdirSync(directory)) {
    const pid = /^lock\.(\d+)(?:\.old)?$/.exec(name)?.[1]
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(directory, name), { force: true })
  }
}

function release(path: string, mine: string): void {
  if (read(path) === mine) rmSync(path, { force: true })
}

/** '' where there is none. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function holderIn(lock: string): number {
  const [pid, start = ''] = lock.trim().split(' ')
  return isAlive(Number(pid), start) ? Number(pid) : 0
}

function isAlive(pid: number, start: string): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || !isRunning(pid)) return false
  // process ids are used again; the start time tells whether this is the same process
  const now = processStart(pid)
  return now !== '' && start === now
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return isErrno(error, 'EPERM')
  }
}

/** '-' where the system has no /proc; '' for a process that has ended and that its parent has not asked about yet: it writes nothing any more. */
function processStart(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' || fields[0] === 'X' ? '' : fields[19]
  } catch {
    return '-'
  }
}
