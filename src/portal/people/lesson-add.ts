/**
 * "Add to a lesson", by one click and without a script: beside every result and above every page. Pages go into the lesson in hand, the
 * one that this browser changed last; a choice names another one. On a page of results one form serves all buttons.
 */
import { joined, markup, NOTHING, type Markup } from '../../markup.js'
import { canonicalUrl } from '../../page/index.js'
import { localPath } from '../server/local-path.js'
import { seeOther, type Answer, type Portal, type PortalRequest } from '../server/route.js'
import { counted } from '../ui/format.js'
import { addressOf } from '../ui/layout.js'
import { fill } from '../ui/messages.js'
import { hidden, peoplePage, token } from './forms.js'
import type { LocalPeople } from './people.js'
import { shelfOf } from './shelf.js'

/** A menu stays usable with this many. */
const MAX_CHOICES = 50
const FORM = 'to-lesson'

/** Above the results: which lesson, and the way to it. */
export function lessonBar(request: PortalRequest, portal: Portal): Markup {
  if (!portal.people.isWritable) return NOTHING
  const texts = request.messages.lessons
  const inHand = portal.people.lessonInHand(request.shelf)
  const choice = lessonChoice(request, portal)
  const start = markup`<form class="lesson-bar${choice === NOTHING ? ' empty' : ''}" id="${FORM}" method="post" action="/add-to-lesson">${token(request)}${hidden('back', addressOf(request))}`
  if (inHand === null)
    return markup`${start}${choice === NOTHING ? NOTHING : markup`<label>${texts.addPagesTo} ${choice}</label>`}</form>`
  const { people } = request.messages
  const pages = counted(request.language, inHand.urls.size, people.onePage, people.manyPages)
  return markup`${start}<label>${texts.addPagesTo} ${choice}</label> <span class="state" role="status">${fill(texts.lessonHas, { title: inHand.title, pages })}</span> <span class="ways"><a href="/lessons/${inHand.id}">${texts.openLesson}</a> <a href="/lessons/${inHand.id}/print">${people.print}</a></span></form>`
}

/** Beside a result; works together with `lessonBar`. */
export function addButton(
  request: PortalRequest,
  portal: Portal,
  page: { readonly id: number; readonly url: string; readonly title: string },
): Markup {
  if (!portal.people.isWritable) return NOTHING
  const { lessons, people } = request.messages
  const inHand = portal.people.lessonInHand(request.shelf)
  const place = placeOf(page.id)
  if (inHand?.urls.has(page.url) === true)
    return markup`<span class="to-lesson" id="${place}" tabindex="-1">✓ ${lessons.inLesson}</span>`
  return markup`<span class="to-lesson" id="${place}"><button class="quiet" form="${FORM}" name="url" value="${page.url}" aria-label="${people.addToLesson}: ${page.title}">${people.addToLesson}</button></span>`
}

/** In the bar above a page. */
export function addForm(
  request: PortalRequest,
  portal: Portal,
  page: { readonly url: string; readonly title: string },
): Markup {
  const { lessons, people } = request.messages
  const inHand = portal.people.lessonInHand(request.shelf)
  if (inHand?.urls.has(page.url) === true)
    return markup`<a class="in-lesson" href="/lessons/${inHand.id}">✓ ${lessons.inLesson}: ${inHand.title}</a>`
  return markup`<form class="action" method="post" action="/add-to-lesson">${token(request)}${hidden('url', page.url)}${hidden('title', page.title)}${hidden('back', `/web/${page.url}`)}${lessonChoice(request, portal)}<button>${people.addToLesson}</button></form>`
}

/** The lesson in hand first; without one a new lesson is. */
function lessonChoice(request: PortalRequest, portal: Portal): Markup {
  const texts = request.messages.people
  const lessons = portal.people.lessonsOf(request.shelf).slice(0, MAX_CHOICES)
  if (lessons.length === 0) return NOTHING
  const isInHand = portal.people.lessonInHand(request.shelf) !== null
  const fresh = markup`<option value="">${texts.newLesson}</option>`
  const options = lessons.map(({ id, title }) => markup`<option value="${id}">${title}</option>`)
  return markup`<select name="lesson" aria-label="${texts.chooseLesson}">${isInHand ? NOTHING : fresh}${joined(options)}${isInHand ? fresh : NOTHING}</select>`
}

function placeOf(id: number): string {
  return `page-${id}`
}

export function addPage(request: PortalRequest, portal: Portal, people: LocalPeople): Answer {
  const texts = request.messages.people
  const { form } = request
  const shelf = shelfOf(request)
  const url = canonicalUrl(form.get('url') ?? '')
  if (url === null) return seeOther('/lessons')
  const page = portal.library.page(url)
  const item = { url, title: page?.title ?? form.get('title') ?? url, notes: '' }
  const back = localPath(form.get('back'), '')
  const chosen = people.lessons.get(form.get('lesson') ?? '')
  const mine = chosen !== null && people.lessons.mayEdit(chosen, request.shelf, '') ? chosen : null
  if (mine !== null && !people.lessons.addItem(mine.id, item))
    return seeOther(`/lessons/${mine.id}/edit?said=full&back=${encodeURIComponent(back)}`, [shelf.cookie])
  const lesson =
    mine ??
    people.lessons.create(shelf.id, { title: titleFrom(back) || texts.untitledLesson, notes: '', items: [item] })
  if (lesson === null)
    return peoplePage(request, portal, {
      title: request.messages.common.lessons,
      content: NOTHING,
      problem: texts.lessonsFull,
    })
  if (back === '') return seeOther(`/lessons/${lesson.id}/edit?said=added`, [shelf.cookie])
  // to the result that was added, not to the top of the list
  const place = page !== null && back.startsWith('/search?') ? `#${placeOf(page.id)}` : ''
  return seeOther(back + place, [shelf.cookie])
}

/** A lesson that begins with a search is about what was searched for. */
function titleFrom(back: string): string {
  return back.startsWith('/search?') ? (new URLSearchParams(back.slice(8)).get('q') ?? '').trim() : ''
}
