/**
 * The directory of one partition of a crawl, `parts/NN`. Whoever takes a partition begins an epoch, which has a directory of its own:
 *
 *   parts/07/000001/   epoch.json, log, checkpoint, frontier … of the first worker that held it
 *   parts/07/000002/   of the next one; its epoch.json says how much of the log before it counts
 *   parts/07/warc/     archives of all epochs; names say the epoch
 *
 * A worker that was taken for dead and comes back writes into its own directory only, where nobody reads behind the end that its
 * successor has set. The directory of an epoch appears with its content, and once: two workers never begin the same one.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as v from 'valibot'
import { isErrno, LongtailError } from '../errors.js'
import { parseJson } from '../json.js'
import { isSameProcess, thisMachine } from '../disk/lock.js'
import { syncDirectory, writeAtomically } from '../disk/write-atomically.js'

const NAME = /^\d{6}$/
const RELEASED = 'released'

const amount = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const head = v.object({
  epoch: amount,
  at: v.string(),
  /** Who holds the partition: the worker, its machine, its process and when that started. */
  worker: v.string(),
  machine: v.string(),
  process: v.string(),
  /** How much of the log before this epoch counts; its lines are counted when it was replayed, until then 0. */
  before: v.object({ end: amount, line: amount }),
})
export type EpochHead = Readonly<v.InferOutput<typeof head>>

export interface Epoch extends EpochHead {
  readonly path: string
}

export function epochPath(part: string, epoch: number): string {
  return join(part, String(epoch).padStart(6, '0'))
}

/** In order, from the first one on. Empty when nobody has held the partition yet. */
export function epochsOf(part: string): Epoch[] {
  let names: string[]
  try {
    names = readdirSync(part)
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return []
    throw error
  }
  return names
    .filter(name => NAME.test(name))
    .sort()
    .map(name => readEpoch(join(part, name)))
}

function readEpoch(path: string): Epoch {
  const file = join(path, 'epoch.json')
  const { success, output } = v.safeParse(head, parseJson(readFileSync(file, 'utf8')))
  if (success) return { ...output, path }
  throw new LongtailError('E_CRAWL_DIR', `${file} does not describe an epoch of a crawl; restore it from a copy`)
}

/** Once the log before it was replayed, or proved shorter. */
export function updateEpoch(part: string, epoch: EpochHead): void {
  writeAtomically(join(epochPath(part, epoch.epoch), 'epoch.json'), `${JSON.stringify(epoch)}\n`)
}

/** Nobody writes into the directory of the epoch any more. */
export function releaseEpoch({ path }: Epoch): void {
  writeFileSync(join(path, RELEASED), '')
}

/** Of workers that died while they began an epoch up to this one. */
export function removeUnbegun(part: string, { epoch }: EpochHead): void {
  for (const name of readdirSync(part)) {
    const number = /^(\d{6})\.\d+\.tmp$/.exec(name)?.[1]
    if (number !== undefined && Number(number) <= epoch) rmSync(join(part, name), { recursive: true, force: true })
  }
}

export function wasReleased({ path }: Epoch): boolean {
  return existsSync(join(path, RELEASED))
}

/** Whoever held it has given it up, or is gone for certain. Of other machines nobody can say. */
export function isOver(epoch: Epoch): boolean {
  return wasReleased(epoch) || (epoch.machine === thisMachine() && !isSameProcess(epoch.process))
}

/** False: somebody else was faster, and has the partition. */
export function beginEpoch(part: string, epoch: EpochHead): boolean {
  const path = epochPath(part, epoch.epoch)
  const made = `${path}.${process.pid}.tmp`
  rmSync(made, { recursive: true, force: true })
  mkdirSync(made, { recursive: true })
  writeFileSync(join(made, 'epoch.json'), `${JSON.stringify(epoch)}\n`, { flush: true })
  syncDirectory(made)
  try {
    // a directory that is not empty is never replaced
    renameSync(made, path)
    syncDirectory(dirname(path))
    return true
  } catch (error) {
    rmSync(made, { recursive: true, force: true })
    if (isErrno(error, 'ENOTEMPTY', 'EEXIST')) return false
    throw error
  }
}
