/** /bookmarks: pages that a reader kept, and the way from there to a lesson. */
import { markup, NOTHING, type Markup } from '../../markup.js'
import { localPath } from '../server/local-path.js'
import { get, post, seeOther, type Answer, type Portal, type PortalRequest, type Route } from '../server/route.js'
import { counted } from '../ui/format.js'
import { viewPath } from '../ui/page-list.js'
import type { Bookmark } from './bookmarks.js'
import { actionForm, peoplePage, token, writable } from './forms.js'
import { drawKept } from './kept-page.js'
import type { LocalPeople } from './people.js'
import { shelfOf } from './shelf.js'

export function bookmarkRoutes(people: LocalPeople): readonly Route[] {
  return [
    get('/bookmarks', writable(people, 'bookmarks', list)),
    post('/bookmarks', writable(people, 'bookmarks', add)),
    post('/bookmarks/remove', writable(people, 'bookmarks', remove)),
    post('/bookmarks/lesson', writable(people, 'bookmarks', makeLesson)),
  ]
}

function list(request: PortalRequest, portal: Portal, people: LocalPeople, problem = ''): Answer {
  const texts = request.messages.people
  const title = request.messages.common.bookmarks
  const bookmarks = people.bookmarks.list(request.shelf)
  const content =
    bookmarks.length === 0
      ? markup`<p>${texts.noBookmarks}</p><p>${texts.bookmarksAreYours}</p>`
      : markup`<p>${texts.bookmarksAreYours}</p>
<form method="post" action="/bookmarks/lesson">${token(request)}
<fieldset class="make"><legend>${texts.lessonOfThese}</legend><p id="choose">${texts.chooseBookmarks}</p>
<label for="lesson-title">${texts.lessonTitle}</label>
<input id="lesson-title" name="title" maxlength="200" autocomplete="off">
<button class="main">${texts.makeLesson}</button></fieldset>
<p class="count">${counted(request.language, bookmarks.length, texts.onePage, texts.manyPages)}</p>
<ul class="cards">
${bookmarks.map(bookmark => drawBookmark(request, portal, bookmark))}</ul></form>`
  return peoplePage(request, portal, { title, content, problem })
}

function drawBookmark(request: PortalRequest, portal: Portal, bookmark: Bookmark): Markup {
  const texts = request.messages.people
  const { id, url, title } = bookmark
  const controls = markup`<span class="controls"><label><input type="checkbox" name="pick" value="${id}" aria-label="${texts.choose}: ${title}"> ${texts.choose}</label>
<button class="quiet" formaction="/bookmarks/remove" name="remove" value="${url}" aria-label="${texts.remove}: ${title}">${texts.remove}</button></span>`
  return drawKept(request, portal, { url, title }, controls)
}

function add(request: PortalRequest, portal: Portal, people: LocalPeople): Answer {
  const texts = request.messages.people
  const shelf = shelfOf(request)
  const url = request.form.get('url') ?? ''
  // the library's own title is better than what a form says
  const title = portal.library.page(url)?.title ?? request.form.get('title') ?? ''
  const kept = people.bookmarks.add(shelf.id, url, title)
  if (kept !== 'kept') return list(request, portal, people, kept === 'full' ? texts.shelfFull : texts.noAddress)
  return seeOther(localPath(request.form.get('back'), '/bookmarks'), [shelf.cookie])
}

function remove(request: PortalRequest, _portal: Portal, people: LocalPeople): Answer {
  people.bookmarks.remove(request.shelf, request.form.get('remove') ?? '')
  return seeOther(localPath(request.form.get('back'), '/bookmarks'))
}

function makeLesson(request: PortalRequest, portal: Portal, people: LocalPeople): Answer {
  const texts = request.messages.people
  const picked = new Set(request.form.getAll('pick').map(Number))
  const all = people.bookmarks.list(request.shelf)
  // oldest first: the order in which they were found
  const chosen = all.filter(({ id }) => picked.size === 0 || picked.has(id)).reverse()
  if (chosen.length === 0) return list(request, portal, people)
  const shelf = shelfOf(request)
  const lesson = people.lessons.create(shelf.id, {
    title: request.form.get('title')?.trim() || texts.untitledLesson,
    notes: '',
    items: chosen.map(({ url, title }) => ({ url, title, notes: '' })),
  })
  if (lesson === null) return list(request, portal, people, texts.lessonsFull)
  return seeOther(`/lessons/${lesson.id}/edit`, [shelf.cookie])
}

/** Keep or forget this page, for the bar above an archived page. */
export function bookmarkForm(request: PortalRequest, portal: Portal, page: { url: string; title: string }): Markup {
  if (!portal.people.isWritable) return NOTHING
  const texts = request.messages.people
  const isKept = portal.people.hasBookmark(request.shelf, page.url)
  const back = viewPath(page.url)
  return isKept
    ? actionForm(request, '/bookmarks/remove', texts.removeBookmark, { back, remove: page.url })
    : actionForm(request, '/bookmarks', texts.addBookmark, { back, url: page.url, title: page.title })
}
