/**
 * A crawl that learns its language on while it runs (`target: {language: {model, learn: true}}`). When the memory says that it is time
 * (learned-versions.ts) nothing new is asked for, a thread learns from what the crawl has found, and what comes of it is an entry of
 * the log: the new model, a file in models/ that is named after its digest, or why the old one stays.
 *
 *   page entries ─▶ due ─▶ learn (train/, in a thread) ─▶ models/NAME-DIGEST.model ─▶ `learned` entry ─▶ pages from here on
 *
 * A model is on the disk before the log speaks of it. A page is judged by the models that counted when its analysis began, and its entry
 * says how many `learned` entries that were.
 */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { CrawlDirectory } from '../collection/crawl-directory.js'
import { writeLearnedNames } from '../collection/learned-models.js'
import { syncFile } from '../disk/write-atomically.js'
import { LongtailError, messageOf } from '../errors.js'
import type { Journal } from './journal.js'
import type { Learner, LearnedVersions } from './learned-versions.js'
import type { Recorder } from './recorder.js'

/** Who learns: train/crawl-learner.ts, which this folder does not know. */
export interface LanguageLearner {
  /** Writes a model to `out`; null when it was closed meanwhile. Throws where what was found teaches nothing, or makes it worse. */
  learn(request: LearningRequest): Promise<LearningResult | null>
  close(): Promise<void>
}

export interface LearningRequest {
  /** Code of the language. */
  readonly code: string
  /** Directory of the crawl. */
  readonly crawl: string
  readonly out: string
}

export interface LearningResult {
  readonly pages: number
  readonly hosts: number
}

export interface LearningParts {
  readonly directory: CrawlDirectory
  readonly versions: LearnedVersions
  readonly journal: Journal
  readonly recorder: Recorder
  readonly warn: (message: string) => void
}

export class CrawlLearning {
  private busy = false
  private readonly learner: LanguageLearner

  constructor(
    private readonly parts: LearningParts,
    openLearner: () => LanguageLearner,
  ) {
    const { directory, versions } = parts
    for (const file of Object.values(versions.files)) checkModel(directory, file)
    writeLearnedNames(directory, versions.files)
    this.learner = openLearner()
  }

  /** Something is being learned: nothing new is asked for. */
  get isBusy(): boolean {
    return this.busy
  }

  /** After every page. `done`: when the crawl may go on. */
  look(done: () => void): void {
    const due = this.busy ? null : this.parts.versions.due
    if (due === null || this.parts.recorder.isSealed) return
    this.busy = true
    void this.learn(due).finally(() => {
      this.busy = false
      done()
    })
  }

  close(): Promise<void> {
    return this.learner.close()
  }

  /** Never rejects: a crawl goes on with the model that it has. */
  private async learn({ name, code }: Learner): Promise<void> {
    const { directory, versions, journal, recorder, warn } = this.parts
    const out = join(directory.models, `${name}.next`)
    const at = (): string => new Date().toISOString()
    try {
      // what the crawl found is read from the disk
      await recorder.sync()
      const result = await this.learner.learn({ code, crawl: directory.path, out })
      // a run that is over left it unfinished: the next one tries again
      if (result === null || recorder.isSealed) return
      const { pages, hosts } = result
      const sha256 = digestOf(out)
      const file = `${name.replace(/\.model$/, '')}-${sha256.slice(0, 16)}.model`
      syncFile(out)
      renameSync(out, join(directory.models, file))
      journal.add({ t: 'learned', at: at(), model: name, file, sha256, pages, hosts })
      writeLearnedNames(directory, versions.files)
      warn(`${code}: learned from ${pages} more pages on ${hosts} servers; models/${file} judges pages from now on`)
    } catch (error) {
      rmSync(out, { force: true })
      const reason = messageOf(error)
      journal.add({ t: 'learned', at: at(), model: name, reason })
      warn(`the language model was not improved: ${reason}`)
    }
  }
}

function checkModel({ models }: CrawlDirectory, file: string): void {
  const path = join(models, file)
  const digest = /-([0-9a-f]{16})\.model$/.exec(file)?.[1]
  if (existsSync(path) && digest !== undefined && digestOf(path).startsWith(digest)) return
  throw new LongtailError(
    'E_CRAWL_DIR',
    `${path} is missing or was changed, but the crawl needs it to judge pages; restore it from a copy of the crawl`,
  )
}

function digestOf(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex')
}
