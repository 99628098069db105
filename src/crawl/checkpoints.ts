/**
 * The memory of a crawl, saved now and then and at a clean stop, so that a start need not replay the whole log. A checkpoint says
 * up to which line of the log it goes; whatever came later is replayed. It is never needed: one that is missing, damaged, or of
 * another strategy or version costs a full replay.
 */
import type { CrawlDirectory } from '../collection/crawl-directory.js'
import type { LogPosition } from '../collection/log/read-log.js'
import type { Checkpointed, StateFields } from '../contracts.js'
import { loadState, saveState, type SavedState, type StateAbout } from '../disk/state-file.js'
import { asError, LongtailError } from '../errors.js'
import type { FingerprintKey } from '../frontier/index.js'
import { VERSION } from '../version.js'
import { steadyNow } from '../steady-clock.js'
import type { CrawlMemory } from './crawl-memory.js'
import type { Recorder } from './recorder.js'

/** What a kill costs: replaying what was crawled in this time. */
const EVERY_MS = 60_000
/** A checkpoint of a huge crawl takes a while: so many times as long passes before the next one. */
const LEAST_PAUSE = 50
/** Fewer lines are replayed in less time than it takes to save what a large crawl remembers. */
const LEAST_LINES = 500

/** What a checkpoint must have been made with to be of use. */
export interface Circumstances {
  /** With its parameters. */
  readonly strategy: string
  readonly frontier: string
  /** Whether embedded objects are fetched: their table lies elsewhere then. */
  readonly embeds: boolean
  /** archive.keep: whether there is a spool. */
  readonly keep: string
  readonly maxHops: number
  readonly perHost: number
  readonly tracksSeeds: boolean
}

export interface FoundCheckpoint {
  readonly saved: SavedState
  readonly key: FingerprintKey
  readonly position: LogPosition
}

/** Null when there is none that could be used; says why unless there is simply none. */
export function findCheckpoint(
  { checkpoint }: CrawlDirectory,
  wanted: Circumstances,
  warn: (message: string) => void,
): FoundCheckpoint | null {
  try {
    const saved = loadState(checkpoint)
    if (saved === null) return null
    const { about } = saved
    const differs = Object.entries(circumstances(wanted)).find(([name, value]) => about[name] !== value)
    if (differs !== undefined) {
      warn(`the last checkpoint does not fit (another ${differs[0]}): the log is replayed instead`)
      return null
    }
    const number = (name: string): number => Number(about[name])
    return {
      saved,
      key: [number('key0'), number('key1')],
      position: { end: number('end'), line: number('line') },
    }
  } catch (error) {
    if (!(error instanceof LongtailError)) throw error
    warn(error.message)
    return null
  }
}

/** What entries of the log mean; raised when they come to mean something else. 2: URLs of hosts that could not be reached stay queued. 3: rounds. */
const LOG_RULES = 3

/** By the keys of the campaign, for people. */
function circumstances({ strategy, frontier, embeds, keep, maxHops, perHost, tracksSeeds }: Circumstances): StateAbout {
  return {
    version: VERSION,
    'version of the log': LOG_RULES,
    strategy,
    frontier,
    'archive.embeds': String(embeds),
    'archive.keep': keep,
    'limits.hops': String(maxHops),
    'limits.per-host': String(perHost),
    'limits of seeds': String(tracksSeeds),
  }
}

export interface CheckpointParts {
  readonly directory: CrawlDirectory
  readonly circumstances: Circumstances
  readonly key: FingerprintKey
  readonly memory: CrawlMemory
  readonly frontier: Checkpointed
  readonly recorder: Recorder
  readonly upkeep?: { readonly checkpointMs?: number; readonly checkpointLines?: number }
}

export class Checkpoints {
  private saving: Promise<void> | null = null
  private readonly everyMs: number
  private readonly leastLines: number
  private dueAt: number
  private savedLine: number

  constructor(private readonly parts: CheckpointParts) {
    this.everyMs = parts.upkeep?.checkpointMs ?? EVERY_MS
    this.leastLines = parts.upkeep?.checkpointLines ?? LEAST_LINES
    this.dueAt = steadyNow() + this.everyMs
    this.savedLine = parts.recorder.position.line
  }

  /** A strategy that cannot be saved is rebuilt by replaying the log. */
  private get isPossible(): boolean {
    return this.parts.memory.state.strategy.persist !== undefined
  }

  saveIfDue(onFailure: (error: Error) => void): void {
    const { recorder } = this.parts
    if (this.saving !== null || steadyNow() < this.dueAt || recorder.isSealed) return
    if (recorder.position.line - this.savedLine < this.leastLines) return
    this.save().catch((error: unknown) => onFailure(asError(error)))
  }

  /** At the end of a run. */
  async saveLast(): Promise<void> {
    if (this.saving !== null) await this.saving
    if (!this.parts.recorder.isSealed) await this.save()
  }

  /** Nothing is being written any more. Who began it hears of failures. */
  async settle(): Promise<void> {
    await this.saving?.catch(() => {})
  }

  /** What is under way is saved as queued, as a replay would find it. */
  private save(): Promise<void> {
    if (!this.isPossible) return Promise.resolve()
    const startedAt = steadyNow()
    const { memory, directory, recorder, frontier } = this.parts
    const { position } = recorder
    let written: Promise<number> = Promise.resolve(0)
    memory.state.withCutoff(() => {
      written = saveState(directory.checkpoint, { persist: fields => this.persist(fields) }, this.about(position))
    })
    this.savedLine = position.line
    this.saving = written
      .then(() => frontier.checkpointed())
      .finally(() => {
        this.saving = null
        const tookMs = steadyNow() - startedAt
        this.dueAt = steadyNow() + Math.max(this.everyMs - tookMs, LEAST_PAUSE * tookMs)
      })
    return this.saving
  }

  private about({ end, line }: LogPosition): StateAbout {
    const { circumstances: made, key } = this.parts
    return { ...circumstances(made), end, line, key0: key[0], key1: key[1] }
  }

  private persist(fields: StateFields): void {
    persistAll(fields, this.parts.memory, this.parts.frontier)
    const { recorder } = this.parts
    // lines that the checkpoint counts on must not be lost: where they could not be written, it must not count
    fields.beforeItCounts(async () => {
      await recorder.sync()
      if (recorder.failure !== null) throw recorder.failure
    })
  }
}

/** In this order: URLs are known before those who speak of them. */
export function persistAll(fields: StateFields, memory: CrawlMemory, frontier: Checkpointed): void {
  fields.part('frontier', frontier)
  fields.part('memory', memory)
}
