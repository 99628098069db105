/**
 * A lesson as a file, to carry from one portal to another. JSON without anything that says where or by whom it was made; what
 * is read back and written again is the same to the byte. Files come from anybody: bounded, checked, unknown keys dropped.
 */
import * as v from 'valibot'
import { parseJson } from '../../json.js'
import { canonicalUrl } from '../../page/index.js'
import { isTask, LESSON_LIMITS, type LessonContent } from './lessons.js'
import { manyLines, oneLine } from './texts.js'

const FORMAT = 'longtail-lesson'
const VERSION = 1
export const LESSON_ENDING = 'lesson.json'
const MAX_BYTES = 1024 * 1024

const text = (clean: (text: string, max: number) => string, max: number) =>
  v.optional(
    v.pipe(
      v.string(),
      v.transform(value => clean(value, max)),
    ),
    '',
  )

const itemSchema = v.object({
  url: v.pipe(v.string(), v.maxLength(8_000)),
  title: text(oneLine, LESSON_LIMITS.itemTitle),
  notes: text(manyLines, LESSON_LIMITS.itemNotes),
})

/** Portals that know no tasks leave it out. */
const taskSchema = v.object({ task: v.pipe(text(manyLines, LESSON_LIMITS.itemNotes), v.nonEmpty()) })

const lessonSchema = v.object({
  format: v.literal(FORMAT),
  version: v.literal(VERSION),
  title: text(oneLine, LESSON_LIMITS.title),
  notes: text(manyLines, LESSON_LIMITS.notes),
  items: v.pipe(v.array(v.unknown()), v.maxLength(10_000)),
})

export interface ReadLesson {
  readonly lesson: LessonContent
  /** Items that are neither pages nor tasks, or too many. */
  readonly leftOut: number
}

export function writeLessonFile({ title, notes, items }: LessonContent): string {
  const lesson = {
    format: FORMAT,
    version: VERSION,
    title,
    notes,
    items: items.map(item =>
      isTask(item) ? { task: item.notes } : { url: item.url, title: item.title, notes: item.notes },
    ),
  }
  return `${JSON.stringify(lesson, null, 2)}\n`
}

/** Null: not a lesson of a version that is known here. */
export function readLessonFile(bytes: Uint8Array): ReadLesson | null {
  if (bytes.length > MAX_BYTES) return null
  const parsed = v.safeParse(lessonSchema, parseJson(new TextDecoder().decode(bytes)))
  if (!parsed.success) return null
  const { title, notes, items: written } = parsed.output
  const items = written
    .flatMap(one => {
      const task = v.safeParse(taskSchema, one)
      if (task.success) return [{ url: '', title: '', notes: task.output.task }]
      const item = v.safeParse(itemSchema, one)
      const url = item.success ? canonicalUrl(item.output.url) : null
      return !item.success || url === null ? [] : [{ ...item.output, url, title: item.output.title || url }]
    })
    .slice(0, LESSON_LIMITS.items)
  return { lesson: { title, notes, items }, leftOut: written.length - items.length }
}
