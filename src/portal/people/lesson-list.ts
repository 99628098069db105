/** /lessons: one's own lessons, those of the school, a new one, and one from a file. */
import { markup, NOTHING, type Markup } from '../../markup.js'
import type { LessonName } from '../contracts.js'
import { get, post, seeOther, type Answer, type Portal, type PortalRequest, type Route } from '../server/route.js'
import { counted, formatDate } from '../ui/format.js'
import { fill } from '../ui/messages.js'
import { peoplePage, token, writable } from './forms.js'
import { presence } from './kept-page.js'
import { readLessonFile } from './lesson-file.js'
import type { LocalPeople } from './people.js'
import { shelfOf } from './shelf.js'

export function lessonListRoutes(people: LocalPeople): readonly Route[] {
  return [
    get('/lessons', (request, portal) => list(request, portal, people)),
    post('/lessons', writable(people, 'lessons', create)),
    post('/import-lesson', writable(people, 'lessons', importFile)),
  ]
}

function list(request: PortalRequest, portal: Portal, people: LocalPeople, problem = ''): Answer {
  const texts = request.messages.people
  const title = request.messages.common.lessons
  const published = people.publishedLessons()
  const own = people.lessonsOf(request.shelf)
  const school =
    published.length === 0 ? NOTHING : markup`<h2>${texts.schoolLessons}</h2>${drawNames(request, published)}`
  const mine =
    own.length === 0
      ? markup`<p>${texts.noLessons}</p>`
      : markup`<h2>${texts.yourLessons}</h2>${drawNames(request, own)}<p>${texts.lessonsAreYours}</p>`
  const content = people.isWritable
    ? markup`<div class="columns"><div class="found">${people.rules().hasClasses ? classLinks(request) : NOTHING}${mine}${school}</div>
<div class="aside"><section class="panel"><h2>${texts.newLesson}</h2>
<form class="make" method="post" action="/lessons">${token(request)}
<label for="title">${texts.lessonTitle}</label>
<input id="title" name="title" maxlength="200" required autocomplete="off"><button class="main">${texts.makeLesson}</button></form></section>
<section class="panel"><h2>${texts.importLesson}</h2>
<form class="make" method="post" action="/import-lesson" enctype="multipart/form-data">${token(request)}
<label for="file">${texts.lessonFile}</label>
<input id="file" type="file" name="file" accept=".json,application/json" required><button>${texts.importButton}</button></form></section></div></div>`
    : markup`<p>${texts.readOnly}</p>${school}`
  return peoplePage(request, portal, { title, content, problem })
}

function classLinks(request: PortalRequest): Markup {
  const { classes } = request.messages
  return markup`<ul class="actions"><li><a class="button" href="/join">${classes.join}</a></li><li><a class="button" href="/classes">${classes.classes}</a></li></ul>`
}

/** A list of lessons, as the front page shows those of the school, too. */
export function drawNames(request: PortalRequest, lessons: readonly LessonName[]): Markup {
  const texts = request.messages.people
  const rows = lessons.map(
    ({ id, title, items, updatedAt }) =>
      markup`<li><a href="/lessons/${id}">${title}</a> <span class="meta">${counted(request.language, items, texts.onePage, texts.manyPages)} · ${formatDate(request.language, updatedAt)}</span></li>\n`,
  )
  return markup`<ul class="lessons">${rows}</ul>`
}

function create(request: PortalRequest, portal: Portal, people: LocalPeople): Answer {
  const texts = request.messages.people
  const shelf = shelfOf(request)
  const title = request.form.get('title')?.trim() || texts.untitledLesson
  const lesson = people.lessons.create(shelf.id, { title, notes: '', items: [] })
  if (lesson === null) return list(request, portal, people, texts.lessonsFull)
  return seeOther(`/lessons/${lesson.id}/edit`, [shelf.cookie])
}

/** What the lesson wants and this library lacks goes to the wishes: whoever brought the file will look for it. */
function importFile(request: PortalRequest, portal: Portal, people: LocalPeople): Answer {
  const texts = request.messages.people
  const file = request.files.get('file')
  const read = file === undefined ? null : readLessonFile(file.bytes)
  if (read === null) return list(request, portal, people, texts.notALesson)
  const shelf = shelfOf(request)
  const lesson = people.lessons.create(shelf.id, read.lesson)
  if (lesson === null) return list(request, portal, people, texts.lessonsFull)
  for (const { url } of lesson.items) if (url !== '' && presence(portal, url) === 'missing') people.missed('page', url)
  const left = read.leftOut === 0 ? '' : `?left=${read.leftOut}`
  return seeOther(`/lessons/${lesson.id}${left}`, [shelf.cookie])
}

/** Said after an import that lost items. */
export function leftOutNote(request: PortalRequest): string {
  const left = request.query.get('left') ?? ''
  return /^\d{1,5}$/.test(left) ? fill(request.messages.people.leftOut, { count: left }) : ''
}
