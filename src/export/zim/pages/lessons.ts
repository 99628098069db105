/** Lessons: pages in a teacher's order, with notes. */
import { readFileSync, statSync } from 'node:fs'
import { LongtailError, systemReason } from '../../../errors.js'
import { markup, NOTHING } from '../../../markup.js'
import { readLessonFile } from '../../../portal/people/lesson-file.js'
import { isTask, pageCount, type LessonContent } from '../../../portal/people/lessons.js'
import { counted } from '../../../portal/ui/format.js'
import { relativeAddress } from '../paths.js'
import { drawCard, LESSONS, type Desk, type OwnPage } from './frame.js'

export interface NamedLesson {
  readonly path: string
  readonly lesson: LessonContent
}

const MAX_FILE_BYTES = 1024 * 1024

/** A file that a portal saved: docs/portal-people.md. */
export function lessonIn(file: string): LessonContent {
  try {
    if (statSync(file).size <= MAX_FILE_BYTES) {
      const read = readLessonFile(readFileSync(file))
      if (read !== null) return { ...read.lesson, title: read.lesson.title || read.lesson.items[0]?.title || '–' }
    }
  } catch (error) {
    throw new LongtailError('E_USAGE', `${file} cannot be read (${systemReason(error)}): check its name`)
  }
  throw new LongtailError('E_USAGE', `${file} is not a lesson: save one in a portal with "Save as a file"`)
}

export function nameLessons(lessons: readonly LessonContent[]): NamedLesson[] {
  return lessons.map((lesson, index) => ({ path: `${LESSONS}/${index + 1}`, lesson }))
}

export function* lessonPages(desk: Desk, lessons: readonly NamedLesson[]): Generator<OwnPage> {
  if (lessons.length === 0) return
  const { language, messages } = desk
  const title = messages.common.lessons
  const items = lessons.map(
    ({ path, lesson }) =>
      markup`<li><a href="${relativeAddress(LESSONS, path)}">${lesson.title}</a> <span class="count">${counted(language, pageCount(lesson.items), messages.people.onePage, messages.people.manyPages)}</span></li>\n`,
  )
  yield { path: LESSONS, title, isFront: false, content: markup`<h1>${title}</h1>\n<ul class="lessons">${items}</ul>` }
  for (const { path, lesson } of lessons) {
    const cards = lesson.items.map(item => {
      const { url, title: name, notes } = item
      if (isTask(item))
        return markup`<li class="card task"><div class="about"><h2>${messages.lessons.task}</h2><p class="notes">${notes}</p></div></li>\n`
      const page = desk.library.page(url)
      const below = notes === '' ? NOTHING : markup`<p class="notes">${notes}</p>`
      return drawCard(desk, path, { url, image: page?.image ?? '', language: page?.language ?? 'und' }, name, below)
    })
    const content = markup`<h1>${lesson.title}</h1>
${lesson.notes === '' ? NOTHING : markup`<p class="notes">${lesson.notes}</p>`}
<ol class="cards numbered">${cards}</ol>`
    const text = [lesson.notes, ...lesson.items.flatMap(item => [item.title, item.notes])].join('\n')
    yield { path, title: lesson.title, isFront: true, content, text }
  }
}
