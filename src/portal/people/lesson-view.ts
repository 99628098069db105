/** A lesson as everybody sees it who has the link; on paper: lesson-paper.ts. */
import { markup, NOTHING, type Markup } from '../../markup.js'
import { get, post, seeOther } from '../server/route.js'
import type { Answer, Portal, PortalRequest, Route } from '../server/route.js'
import { Refusal } from '../server/refusal.js'
import { formatDate } from '../ui/format.js'
import { actionForm, downloadAnswer, LESSON_ASSETS, peoplePage, unavailablePage } from './forms.js'
import { drawKept } from './kept-page.js'
import { createArticles } from './lesson-articles.js'
import { LESSON_ENDING, writeLessonFile } from './lesson-file.js'
import { leftOutNote } from './lesson-list.js'
import { pageToTakeAway, printPage } from './lesson-paper.js'
import { isTask, type StoredLesson } from './lessons.js'
import type { LocalPeople } from './people.js'
import { shareBox } from './reachable.js'
import { shelfOf } from './shelf.js'

export function lessonViewRoutes(people: LocalPeople): readonly Route[] {
  const articles = createArticles()
  const lessonOf = (request: PortalRequest): StoredLesson => {
    const lesson = people.lessons.get(request.params.id)
    if (lesson === null) throw new Refusal('not found')
    return lesson
  }
  return [
    get('/lessons/:id', (request, portal) => view(request, portal, people, lessonOf(request))),
    get('/lessons/:id/print', (request, portal) => printPage(request, portal, lessonOf(request), articles)),
    get('/lessons/:id/file', request => file(lessonOf(request))),
    get('/lessons/:id/page', (request, portal) => pageToTakeAway(request, portal, lessonOf(request), articles)),
    post('/lessons/:id/copy', (request, portal) => copy(request, portal, people, lessonOf(request))),
  ]
}

function view(request: PortalRequest, portal: Portal, people: LocalPeople, lesson: StoredLesson): Answer {
  const texts = request.messages.people
  const mayEdit = people.isWritable && (request.isAdmin || people.lessons.mayEdit(lesson, request.shelf, ''))
  const items = lesson.items.map(item =>
    isTask(item)
      ? drawTask(request, item.notes)
      : drawKept(request, portal, item, item.notes === '' ? NOTHING : markup`<p class="notes">${item.notes}</p>`),
  )
  const link = (path: string, label: string): Markup =>
    markup`<li><a class="button" href="/lessons/${lesson.id}/${path}">${label}</a></li>`
  const content = markup`<div class="columns"><div class="found"><p class="meta">${formatDate(request.language, lesson.updatedAt)}</p>
${lesson.notes === '' ? NOTHING : markup`<p class="notes">${lesson.notes}</p>`}
${items.length === 0 ? markup`<p>${texts.emptyLesson}</p>` : markup`<ol class="cards numbered">\n${items}</ol>`}</div>
<div class="aside"><ul class="actions">${link('print', texts.print)}${mayEdit ? link('edit', texts.edit) : NOTHING}${link('file', texts.downloadFile)}${link('page', texts.downloadPage)}${people.isWritable && people.rules().hasClasses ? markup`<li>${actionForm(request, '/classes', request.messages.classes.openClassWith, { lesson: lesson.id })}</li>` : NOTHING}${people.isWritable && !mayEdit ? markup`<li>${actionForm(request, `/lessons/${lesson.id}/copy`, texts.copyLesson, {})}</li>` : NOTHING}</ul>
${shareBox(request, portal, `/lessons/${lesson.id}`)}</div></div>`
  const said = request.query.has('locked') ? texts.notYours : leftOutNote(request)
  return peoplePage(request, portal, { title: lesson.title, content, said, ...LESSON_ASSETS })
}

/** `below`: where it is answered. */
export function drawTask(request: PortalRequest, text: string, below: Markup = NOTHING): Markup {
  return markup`<li class="card task"><div class="about"><strong>${request.messages.lessons.task}</strong><p class="notes">${text}</p>${below}</div></li>\n`
}

function file(lesson: StoredLesson): Answer {
  return downloadAnswer(lesson.title, LESSON_ENDING, 'application/json; charset=utf-8', writeLessonFile(lesson))
}

function copy(request: PortalRequest, portal: Portal, people: LocalPeople, lesson: StoredLesson): Answer {
  const texts = request.messages.people
  if (!people.isWritable) return unavailablePage(request, portal, lesson.title)
  const shelf = shelfOf(request)
  const made = people.lessons.create(shelf.id, lesson)
  if (made === null)
    return peoplePage(request, portal, { title: lesson.title, content: NOTHING, problem: texts.lessonsFull })
  return seeOther(`/lessons/${made.id}/edit`, [shelf.cookie])
}
