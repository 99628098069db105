/** /classes: a teacher's classes; the page of one says who opened what, and what was answered. Not there unless switched on. */
import { markup, NOTHING, type Markup } from '../../markup.js'
import { Refusal } from '../server/refusal.js'
import { get, post, seeOther, type Answer, type Portal, type PortalRequest, type Route } from '../server/route.js'
import { counted, formatNumber } from '../ui/format.js'
import { fill } from '../ui/messages.js'
import { CLASS_LIMITS, type Pupil, type SchoolClass } from './classes.js'
import { actionForm, LESSON_ASSETS, peoplePage, token } from './forms.js'
import { isTask, type StoredItem } from './lessons.js'
import type { LocalPeople } from './people.js'
import { shareBox } from './reachable.js'
import { shelfOf } from './shelf.js'

export function classRoutes(people: LocalPeople): readonly Route[] {
  return [
    get('/classes', switchedOn(people, list)),
    post('/classes', switchedOn(people, create)),
    get('/classes/:id', switchedOn(people, show)),
    post('/classes/:id', switchedOn(people, change)),
  ]
}

/** Without classes there is nothing at these addresses. */
export function switchedOn(
  people: LocalPeople,
  handle: (request: PortalRequest, portal: Portal, people: LocalPeople) => Answer,
): Route['handle'] {
  return (request, portal) => {
    if (!people.isWritable || !people.rules().hasClasses) throw new Refusal('not found')
    return handle(request, portal, people)
  }
}

function list(request: PortalRequest, portal: Portal, people: LocalPeople, problem = ''): Answer {
  const texts = request.messages.classes
  const own = people.classes.ofShelf(request.shelf)
  const rows = own.map(
    ({ id, name, pupils }) =>
      markup`<li><a href="/classes/${id}">${name}</a> <span class="meta">${counted(request.language, pupils, texts.onePupil, texts.manyPupils)}</span></li>\n`,
  )
  const content = markup`<p>${texts.classesIntro}</p>
${own.length === 0 ? NOTHING : markup`<h2>${texts.yourClasses}</h2><ul class="lessons">${rows}</ul>`}
<h2>${texts.openClass}</h2>
<form class="make" method="post" action="/classes">${token(request)}
<label for="name">${texts.className}</label>
<input id="name" name="name" required maxlength="${CLASS_LIMITS.name}" autocomplete="off">
${lessonChoice(request, people, '')}<button class="main">${texts.openClass}</button></form>
<p><a href="/join">${texts.join}</a></p>`
  return peoplePage(request, portal, { title: texts.classes, content, problem, ...LESSON_ASSETS })
}

function lessonChoice(request: PortalRequest, people: LocalPeople, chosen: string): Markup {
  const texts = request.messages.classes
  const current = people.lessons.get(chosen)
  const known = new Map(
    [...people.publishedLessons(), ...people.lessonsOf(request.shelf)].map(one => [one.id, one.title]),
  )
  if (current !== null) known.set(current.id, current.title)
  const options = [...known].map(
    ([id, title]) => markup`<option value="${id}"${id === chosen ? markup` selected` : NOTHING}>${title}</option>`,
  )
  return markup`<label for="lesson">${texts.lessonOfClass}</label>
<select id="lesson" name="lesson"><option value="">${texts.noLesson}</option>${options}</select>`
}

/** From the list, or from a lesson, whose name the class then has. */
function create(request: PortalRequest, portal: Portal, people: LocalPeople): Answer {
  const { form } = request
  const shelf = shelfOf(request)
  const lesson = people.lessons.get(form.get('lesson') ?? '')
  const name = form.get('name')?.trim() || (lesson?.title ?? '')
  const id = people.classes.create(shelf.id, name, lesson?.id ?? '')
  if (id === null) return list(request, portal, people, request.messages.classes.classesFull)
  return seeOther(`/classes/${id}`, [shelf.cookie])
}

/** Only for whoever opened it, and for the administrator; for others it does not exist. */
function classOf(request: PortalRequest, people: LocalPeople): SchoolClass {
  const found = people.classes.get(request.params.id)
  if (found === null || !(request.isAdmin || people.classes.isOf(found.id, request.shelf)))
    throw new Refusal('not found')
  return found
}

function show(request: PortalRequest, portal: Portal, people: LocalPeople): Answer {
  const texts = request.messages.classes
  const one = classOf(request, people)
  const pupils = people.classes.pupils(one.id)
  const items = people.lessons.get(one.lesson)?.items ?? []
  const act = (action: string, label: string): Markup =>
    actionForm(request, `/classes/${one.id}`, label, { do: action })
  const content = markup`<p>${counted(request.language, pupils.length, texts.onePupil, texts.manyPupils)} · <a href="/classes/${one.id}">${texts.refresh}</a></p>
${one.isOpen ? markup`<p>${texts.code}: <strong class="class-code">${one.code}</strong></p>` : NOTHING}
${pupils.length === 0 ? markup`<p>${texts.noPupils}</p>` : whoOpened(request, one, pupils, items)}
${items.filter(isTask).map(task => answersTo(request, task, pupils))}
${one.isOpen ? shareBox(request, portal, `/join?code=${one.code}`) : NOTHING}
<form class="make" method="post" action="/classes/${one.id}">${token(request)}
${lessonChoice(request, people, one.lesson)}<button name="do" value="lesson">${request.messages.people.save}</button></form>
${one.isOpen ? act('close', texts.stopJoining) : act('open', texts.letJoin)}
<form method="post" action="/classes/${one.id}">${token(request)}<p class="buttons"><label><input type="checkbox" name="sure" value="yes"> ${request.messages.people.sureToDelete}</label> <button class="quiet" name="do" value="delete">${texts.deleteClass}</button></p></form>`
  return peoplePage(request, portal, { title: one.name, content, ...LESSON_ASSETS })
}

function whoOpened(
  request: PortalRequest,
  { id }: SchoolClass,
  pupils: readonly Pupil[],
  items: readonly StoredItem[],
): Markup {
  const texts = request.messages.classes
  const pages = items.filter(item => !isTask(item))
  const heads = pages.map(
    ({ title }, i) =>
      markup`<th scope="col" class="number" title="${title}">${formatNumber(request.language, i + 1)}<span class="unseen"> ${title}</span></th>`,
  )
  const rows = pupils.map(pupil => {
    const cells = pages.map(({ url }) =>
      pupil.opened.has(url)
        ? markup`<td class="yes">✓<span class="unseen"> ${texts.opened}</span></td>`
        : markup`<td></td>`,
    )
    const count = pages.filter(({ url }) => pupil.opened.has(url)).length
    const share = fill(texts.openedOf, {
      count: formatNumber(request.language, count),
      all: formatNumber(request.language, pages.length),
    })
    return markup`<tr><th scope="row" class="pattern">${pupil.nickname}</th><td>${share}</td>${cells}<td>${actionForm(request, `/classes/${id}`, request.messages.people.remove, { do: 'remove', pupil: String(pupil.id) }, pupil.nickname)}</td></tr>\n`
  })
  return markup`<h2>${texts.whoOpened}</h2>
<div class="wide" tabindex="0" role="region" aria-label="${texts.whoOpened}"><table><thead><tr><th scope="col">${texts.pupil}</th><th scope="col">${texts.opened}</th>${heads}<td></td></tr></thead><tbody>
${rows}</tbody></table></div>`
}

function answersTo(request: PortalRequest, task: StoredItem, pupils: readonly Pupil[]): Markup {
  const texts = request.messages.classes
  const rows = pupils.flatMap(({ nickname, answers }) => {
    const text = answers.get(task.id)
    return text === undefined
      ? []
      : [
          markup`<tr><th scope="row" class="pattern">${nickname}</th><td><div class="notes" dir="auto">${text}</div></td></tr>\n`,
        ]
  })
  return markup`<h2>${texts.answers}</h2><p class="notes">${task.notes}</p>
${rows.length === 0 ? markup`<p>${texts.noAnswers}</p>` : markup`<table class="answers"><thead><tr><th scope="col">${texts.pupil}</th><th scope="col">${texts.answers}</th></tr></thead><tbody>\n${rows}</tbody></table>`}`
}

function change(request: PortalRequest, _portal: Portal, people: LocalPeople): Answer {
  const { id } = classOf(request, people)
  const { form } = request
  const action = form.get('do')
  if (action === 'delete' && form.get('sure') === 'yes') {
    people.classes.remove(id)
    return seeOther('/classes')
  }
  if (action === 'open' || action === 'close') people.classes.setOpen(id, action === 'open')
  else if (action === 'remove') people.classes.removePupil(id, Number(form.get('pupil')) || 0)
  else if (action === 'lesson') people.classes.setLesson(id, people.lessons.get(form.get('lesson') ?? '')?.id ?? '')
  return seeOther(`/classes/${id}`)
}
