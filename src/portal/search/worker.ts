/** A thread that searches. It has a connection of its own, and opens index.db again when another file has taken its place. */
import { statSync } from 'node:fs'
import { checked, hasFields } from '../../threads/messages.js'
import { serveJobs } from '../../threads/serve-jobs.js'
import { openEngine, type IndexEngine } from './engine.js'
import type { SearchAnswer, Question, SearchSettings } from './messages.js'

const LOOK_EVERY_MS = 1000
const isSettings = hasFields<SearchSettings>('path', 'hidden')

class Searching {
  readonly #path: string
  #hidden: readonly string[]
  #engine: IndexEngine
  #file: number
  #lookedAt = Date.now()

  constructor({ path, hidden }: SearchSettings) {
    this.#path = path
    this.#hidden = hidden
    this.#engine = this.#open()
    this.#file = this.#fileNumber()
  }

  answer(question: Question): SearchAnswer {
    this.#reopenIfReplaced()
    const engine = this.#engine
    switch (question.kind) {
      case 'search':
        return { search: engine.search(question.request) }
      case 'suggest':
        return { suggest: engine.suggest(question.typed, question.limit) }
      case 'nearest':
        return { nearest: engine.nearest(question.url, question.words, question.limit) }
      case 'subtopics':
        return { subtopics: engine.subtopics(question.slug, question.limit) }
    }
  }

  hide(patterns: readonly string[]): void {
    try {
      this.#engine.hide(patterns)
      this.#hidden = patterns
    } catch {
      // a list that cannot be read changes nothing; who wrote it was told when it was saved
    }
  }

  close(): void {
    this.#engine.close()
  }

  #open(): IndexEngine {
    const opened = openEngine(this.#path)
    if (this.#hidden.length > 0) opened.hide(this.#hidden)
    opened.prepare()
    return opened
  }

  #fileNumber(): number {
    return statSync(this.#path, { throwIfNoEntry: false })?.ino ?? 0
  }

  /** While the file is away (it is being replaced) the one that is open goes on answering. */
  #reopenIfReplaced(): void {
    if (Date.now() - this.#lookedAt < LOOK_EVERY_MS) return
    this.#lookedAt = Date.now()
    const now = this.#fileNumber()
    if (now === 0 || now === this.#file) return
    const next = this.#open()
    this.#engine.close()
    this.#engine = next
    this.#file = now
  }
}

await serveJobs<Question, string>(data => {
  const searching = new Searching(checked(data, isSettings))
  return {
    isJob: hasFields<Question>('kind'),
    handle: question => JSON.stringify(searching.answer(question)),
    told: settings => searching.hide(checked(settings, isSettings).hidden),
    close: () => searching.close(),
  }
})
