/**
 * Changing a lesson: one form with all its texts, so that whatever button is pressed, nothing that was typed is lost. A text is
 * written only when it was changed in this form (`was`): moving a page in an old tab does not bring back an old note.
 */
import { markup, NOTHING, type Markup } from '../../markup.js'
import { canonicalUrl } from '../../page/index.js'
import { localPath } from '../server/local-path.js'
import { Refusal } from '../server/refusal.js'
import { get, post, seeOther, type Answer, type Portal, type PortalRequest, type Route } from '../server/route.js'
import { hidden, LESSON_ASSETS, peoplePage, token, writable } from './forms.js'
import { drawKept, presence } from './kept-page.js'
import { addPage } from './lesson-add.js'
import { isTask, LESSON_LIMITS, type Move, type StoredItem, type StoredLesson } from './lessons.js'
import type { LocalPeople } from './people.js'
import { reachableOrigin } from './reachable.js'
import { manyLines, mark, oneLine } from './texts.js'

export function lessonEditRoutes(people: LocalPeople): readonly Route[] {
  return [
    get('/lessons/:id/edit', writable(people, 'lessons', edit)),
    get('/lessons/:id/edit/:key', writable(people, 'lessons', edit)),
    post('/lessons/:id', writable(people, 'lessons', change)),
    post('/add-to-lesson', writable(people, 'lessons', addPage)),
  ]
}

/** The lesson and the key with which it is changed ('' from the shelf that made it); null: it may only be read. */
function opened(request: PortalRequest, people: LocalPeople): { lesson: StoredLesson; key: string } | null {
  const lesson = people.lessons.get(request.params.id)
  if (lesson === null) throw new Refusal('not found')
  const key = request.params.key ?? request.form.get('key') ?? ''
  return request.isAdmin || people.lessons.mayEdit(lesson, request.shelf, key) ? { lesson, key } : null
}

function edit(request: PortalRequest, portal: Portal, people: LocalPeople): Answer {
  const texts = request.messages.people
  const found = opened(request, people)
  if (found === null) return seeOther(`/lessons/${request.params.id}?locked=1`)
  const { lesson, key } = found
  const last = lesson.items.length - 1
  const items = lesson.items.map((item, at) => drawItem(request, portal, item, at > 0, at < last))
  const content = markup`${backLink(request)}
<form class="lesson" method="post" action="/lessons/${lesson.id}" enctype="multipart/form-data">${token(request)}${hidden('key', key)}
<label for="title">${texts.lessonTitle}</label>
<input id="title" name="title" maxlength="${LESSON_LIMITS.title}" value="${lesson.title}" autocomplete="off">${hidden('was.title', mark(lesson.title))}
<label for="notes">${texts.lessonNotes}</label>
<textarea id="notes" name="notes" rows="4" maxlength="${LESSON_LIMITS.notes}">\n${lesson.notes}</textarea>${hidden('was.notes', mark(lesson.notes))}
<button class="main" name="do" value="save">${texts.save}</button>
<h2>${texts.pagesOfLesson}</h2>
${items.length === 0 ? markup`<p>${texts.emptyLesson}</p>` : markup`<p class="hint">${request.messages.lessons.moveHelp}</p><ol class="cards numbered" data-order data-moved="${request.messages.lessons.moved}">\n${items}</ol><p class="unseen" role="status" data-order-status></p>`}
${hidden('order', '')}<label for="task">${request.messages.lessons.addTask}</label>
<textarea id="task" name="task" rows="2" maxlength="${LESSON_LIMITS.itemNotes}" aria-describedby="task-help"></textarea>
<p class="hint" id="task-help">${request.messages.lessons.addTaskHelp}</p>
<label for="address">${texts.addByAddress}</label>
<input id="address" name="address" inputmode="url" maxlength="4000" autocomplete="off" placeholder="http://">
<p class="buttons"><button class="main" name="do" value="save">${texts.save}</button> <button name="do" value="done">${texts.saveAndShow}</button></p>
<p class="share">${texts.editLink} <span class="link">${reachableOrigin(request.origin, portal.listensOn).origin}/lessons/${lesson.id}/edit/${lesson.key}</span></p>
<p class="buttons"><label><input type="checkbox" name="sure" value="yes"> ${texts.sureToDelete}</label> <button class="quiet" name="do" value="delete">${texts.deleteLesson}</button></p>
</form>`
  return peoplePage(request, portal, { title: texts.editLesson, content, ...said(request), ...LESSON_ASSETS })
}

function drawItem(request: PortalRequest, portal: Portal, item: StoredItem, up: boolean, down: boolean): Markup {
  const { people: texts, lessons } = request.messages
  const name = isTask(item) ? oneLine(item.notes, 80) : item.title
  const label = isTask(item) ? lessons.task : texts.pageNotes
  const button = (move: Move, label: string): Markup =>
    markup`<button class="quiet" name="do" value="${move}.${item.id}" aria-label="${label}: ${name}">${label}</button> `
  const below = markup`<label class="below" for="note-${item.id}">${label}</label>
<textarea id="note-${item.id}" name="note.${item.id}" rows="2" maxlength="${LESSON_LIMITS.itemNotes}" aria-label="${label}: ${name}">\n${item.notes}</textarea>${hidden(`was.${item.id}`, mark(item.notes))}
<span class="controls"><button type="button" class="quiet handle" data-move="${item.id}" data-name="${name}" aria-label="${lessons.move}: ${name}" hidden>↕ ${lessons.move}</button> ${up ? button('up', texts.up) : NOTHING}${down ? button('down', texts.down) : NOTHING}${button('remove', texts.remove)}</span>`
  if (isTask(item)) return markup`<li class="card task"><div class="about">${below}</div></li>\n`
  return drawKept(request, portal, item, below)
}

function said(request: PortalRequest): { said?: string; isError?: boolean } {
  const texts = request.messages.people
  const word = request.query.get('said')
  if (word === 'saved') return { said: texts.saved }
  if (word === 'added') return { said: texts.pageAdded }
  if (word === 'full') return { said: texts.lessonFull, isError: true }
  if (word === 'room') return { said: texts.lessonsFull, isError: true }
  if (word === 'address') return { said: texts.noAddress, isError: true }
  return {}
}

function backLink(request: PortalRequest): Markup {
  const back = localPath(request.query.get('back'), '')
  return back === '' ? NOTHING : markup`<p><a href="${back}">${request.messages.people.backToPage}</a></p>`
}

function change(request: PortalRequest, portal: Portal, people: LocalPeople): Answer {
  const texts = request.messages.people
  const found = opened(request, people)
  if (found === null)
    return peoplePage(request, portal, {
      title: request.messages.common.lessons,
      content: NOTHING,
      said: texts.notYours,
      isError: true,
      status: 403,
    })
  const { lesson, key } = found
  const { form } = request
  const [action, item] = (form.get('do') ?? 'save').split('.')
  if (action === 'delete' && form.get('sure') === 'yes') {
    people.lessons.remove(lesson.id)
    return seeOther('/lessons')
  }
  const isSaved = people.lessons.change(lesson.id, changedTexts(lesson, form))
  const order = (form.get('order') ?? '').split('.').filter(one => /^\d{1,15}$/.test(one))
  if (order.length > 0) people.lessons.order(lesson.id, order.map(Number))
  const task = form.get('task')?.trim() ?? ''
  const hasRoom = task === '' || people.lessons.addItem(lesson.id, { url: '', title: '', notes: task })
  const address = form.get('address')?.trim() ?? ''
  const added = address === '' ? 'saved' : addAddress(portal, people, lesson.id, address)
  const result = !isSaved ? 'room' : hasRoom ? added : 'full'
  if (action === 'up' || action === 'down' || action === 'remove')
    people.lessons.moveItem(lesson.id, Number(item), action)
  if (action === 'done' && (result === 'saved' || result === 'added')) return seeOther(`/lessons/${lesson.id}`)
  return seeOther(`/lessons/${lesson.id}/edit${key === '' ? '' : `/${key}`}?said=${result}`)
}

function changedTexts(lesson: StoredLesson, form: URLSearchParams) {
  const changed = (name: string, was: string, clean: (text: string) => string): string | undefined => {
    const text = form.get(name)
    if (text === null) return undefined
    const cleaned = clean(text)
    return mark(cleaned) === form.get(was) ? undefined : cleaned
  }
  const itemNotes = new Map<number, string>()
  for (const { id } of lesson.items) {
    const notes = changed(`note.${id}`, `was.${id}`, text => manyLines(text, LESSON_LIMITS.itemNotes))
    if (notes !== undefined) itemNotes.set(id, notes)
  }
  return {
    // a lesson without a title could not be found again
    title: changed('title', 'was.title', text => oneLine(text, LESSON_LIMITS.title)) || undefined,
    notes: changed('notes', 'was.notes', text => manyLines(text, LESSON_LIMITS.notes)),
    itemNotes,
  }
}

/** As people write it: without http:// in front, or copied from this portal. */
function addAddress(
  portal: Portal,
  people: LocalPeople,
  lesson: string,
  written: string,
): 'added' | 'full' | 'address' {
  const address = /^(?:[^?#]*\/web\/)?(https?:\/\/.*)$/is.exec(written)?.[1] ?? `http://${written}`
  const url = canonicalUrl(address)
  if (url === null || !new URL(url).hostname.includes('.')) return 'address'
  const found = portal.library.capture(url)?.url ?? url
  if (presence(portal, found) === 'missing') people.missed('page', found)
  const title = portal.library.page(found)?.title ?? found
  return people.lessons.addItem(lesson, { url: found, title, notes: '' }) ? 'added' : 'full'
}
