/** A thread that searches. It has a connection of its own, and opens index.db again when another file has taken its place. */
import { statSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { openEngine, type IndexEngine } from './engine.js'
import type { SearchAnswer, FromWorker, Question, ToWorker, WorkerSettings } from './messages.js'

const LOOK_EVERY_MS = 1000

const settings: WorkerSettings = workerData
let hidden = settings.hidden
let engine = open()
let file = fileNumber()
let lookedAt = Date.now()

function open(): IndexEngine {
  const opened = openEngine(settings.path)
  if (hidden.length > 0) opened.hide(hidden)
  return opened
}

function fileNumber(): number {
  return statSync(settings.path, { throwIfNoEntry: false })?.ino ?? 0
}

/** While the file is away (it is being replaced) the one that is open goes on answering. */
function reopenIfReplaced(): void {
  if (Date.now() - lookedAt < LOOK_EVERY_MS) return
  lookedAt = Date.now()
  const now = fileNumber()
  if (now === 0 || now === file) return
  const next = open()
  engine.close()
  engine = next
  file = now
}

function answer(question: Question): SearchAnswer {
  reopenIfReplaced()
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

function say(message: FromWorker): void {
  parentPort?.postMessage(message)
}

parentPort?.on('message', (message: ToWorker) => {
  if ('close' in message) {
    engine.close()
    parentPort?.close()
  } else if ('hide' in message) {
    try {
      engine.hide(message.hide)
      hidden = message.hide
    } catch {
      // a list that cannot be read changes nothing; who wrote it was told when it was saved
    }
  } else {
    try {
      say({ id: message.id, answer: JSON.stringify(answer(message.question)) })
    } catch (error) {
      say({ id: message.id, error: error instanceof Error ? error.message : String(error) })
    }
  }
})
say({ ready: true })
