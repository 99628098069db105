/** `portal apply` killed in the middle, again and again: for the test, and for the measurement with a large portal. */
import { cpSync, existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { portalDirectory } from '../../src/collection/portal-directory.js'
import { fileStamp } from '../../src/disk/file-stamp.js'
import { openDatabase } from '../../src/disk/sqlite.js'
import { portalStates } from '../../src/portal/updates/index.js'
import { startCli } from '../crawl/run-cli.js'

export interface KillOptions {
  /** A portal with the old state; never written. */
  readonly saved: string
  /** Where copies of it are made, updated and killed. */
  readonly school: string
  readonly update: string
  readonly kills: number
  /** 0 to 1. */
  readonly random: () => number
  /** Called after each kill with the state that the portal says it has: throws if that is not the whole truth. */
  readonly check: (state: string) => void
}

export interface KillCounts {
  old: number
  new: number
  /** Kills that left something behind beside the old state. */
  leftovers: number
}

/** The process is killed at random moments between taking the lock and its end. */
export async function killUpdates(options: KillOptions): Promise<KillCounts> {
  const { saved, school, update, kills, random, check } = options
  const { lock, index } = portalDirectory(school)
  let attempt = 0
  const counts: KillCounts = { old: 0, new: 0, leftovers: 0 }
  const oldState = portalStates(saved).received?.state
  const restore = (): void => {
    rmSync(school, { recursive: true, force: true })
    cpSync(saved, school, { recursive: true })
  }
  restore()
  const lasts = await timeLocked(school, update, lock)
  for (let kill = 0; kill < kills;) {
    if (portalStates(school).received?.state !== oldState) restore()
    const before = fileStamp(index)
    const { child, result } = startCli(['portal', 'apply', school, update])
    const isOver = (): boolean => child.exitCode !== null
    await until(() => existsSync(lock), isOver)
    // any moment; and, because the last steps are short, every third time the moment of the rename or shortly after it
    if (attempt++ % 3 < 2) await sleep(random() * lasts)
    else {
      await until(() => fileStamp(index) !== before, isOver)
      await sleep(random() * 10)
    }
    child.kill('SIGKILL')
    const { signal } = await result
    // it was done before: another attempt
    if (signal !== 'SIGKILL') continue
    kill++
    const state = portalStates(school).received?.state ?? ''
    counts[state === oldState ? 'old' : 'new']++
    if (state === oldState && filesIn(school) !== filesIn(saved)) counts.leftovers++
    check(state)
  }
  // whatever the last one left, the next attempt ends well
  const last = await startCli(['portal', 'apply', school, update]).result
  if (last.code !== 0) throw new Error(last.stderr)
  if (hasLeftovers(school)) throw new Error('something was left behind')
  return counts
}

async function until(isSo: () => boolean, isOver: () => boolean): Promise<void> {
  while (!isSo() && !isOver()) await nextTurn()
}

/** How long an update holds the lock here and now. */
async function timeLocked(school: string, update: string, lock: string): Promise<number> {
  const { child, result } = startCli(['portal', 'apply', school, update])
  await until(
    () => existsSync(lock),
    () => child.exitCode !== null,
  )
  const from = performance.now()
  await result
  return performance.now() - from
}

/** Names and sizes, without the lock. */
function filesIn(portal: string): string {
  const names = readdirSync(portal, { recursive: true, encoding: 'utf8' }).filter(name => !name.startsWith('lock'))
  return names
    .map(name => `${name} ${statSync(join(portal, name)).isFile() ? statSync(join(portal, name)).size : ''}`)
    .sort()
    .join('\n')
}

function hasLeftovers(school: string): boolean {
  return (
    readdirSync(school).some(name => name.startsWith('index.db.')) ||
    readdirSync(join(school, 'archives')).some(name => name.endsWith('.arriving'))
  )
}

/** Every capture that the index names lies within its file. */
export function checkArchives(school: string): void {
  const database = openDatabase(join(school, 'index.db'), { readOnly: true })
  try {
    const rows = database
      .prepare(
        'SELECT f.path AS path, max(c.offset + c.length) AS end FROM captures c JOIN files f ON f.id = c.file GROUP BY f.id',
      )
      .all()
    if (rows.length === 0) throw new Error('the portal is empty')
    for (const { path, end } of rows)
      if (statSync(join(school, String(path))).size < Number(end)) throw new Error(`${String(path)} is too short`)
    const [sound] = database.prepare('PRAGMA integrity_check').all()
    if (sound.integrity_check !== 'ok') throw new Error(String(sound.integrity_check))
  } finally {
    database.close()
  }
}
