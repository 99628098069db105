/** A lesson as everybody sees it who has the link: on the screen, on paper, and as files to take away. */
import { joined, markup, NOTHING, type Markup } from '../../markup.js'
import { get, htmlAnswer, post, seeOther } from '../server/route.js'
import type { Answer, Portal, PortalRequest, Route } from '../server/route.js'
import { Refusal } from '../server/refusal.js'
import { assetAddress } from '../ui/assets.js'
import { formatDate } from '../ui/format.js'
import { portalName } from '../ui/layout.js'
import { languageTag } from '../ui/page-list.js'
import { actionForm, downloadAnswer, peoplePage, unavailablePage } from './forms.js'
import { drawKept, presence } from './kept-page.js'
import { LESSON_ENDING, writeLessonFile } from './lesson-file.js'
import { leftOutNote } from './lesson-list.js'
import type { StoredLesson } from './lessons.js'
import type { LocalPeople } from './people.js'
import { shelfOf } from './shelf.js'

export function lessonViewRoutes(people: LocalPeople): readonly Route[] {
  const lessonOf = (request: PortalRequest): StoredLesson => {
    const lesson = people.lessons.get(request.params.id)
    if (lesson === null) throw new Refusal('not found')
    return lesson
  }
  return [
    get('/lessons/:id', (request, portal) => view(request, portal, people, lessonOf(request))),
    get('/lessons/:id/print', (request, portal) => {
      const style = markup`<link rel="stylesheet" href="${assetAddress('people.css')}">`
      return htmlAnswer(paper(request, portal, lessonOf(request), style))
    }),
    get('/lessons/:id/file', request => file(lessonOf(request))),
    get('/lessons/:id/page', (request, portal) => pageToTakeAway(request, portal, lessonOf(request))),
    post('/lessons/:id/copy', (request, portal) => copy(request, portal, people, lessonOf(request))),
  ]
}

function view(request: PortalRequest, portal: Portal, people: LocalPeople, lesson: StoredLesson): Answer {
  const texts = request.messages.people
  const mayEdit = people.isWritable && (request.isAdmin || people.lessons.mayEdit(lesson, request.shelf, ''))
  const items = lesson.items.map(item =>
    drawKept(request, portal, item, item.notes === '' ? NOTHING : markup`<p class="notes">${item.notes}</p>`),
  )
  const link = (path: string, label: string): Markup =>
    markup`<li><a class="button" href="/lessons/${lesson.id}/${path}">${label}</a></li>`
  const content = markup`<p class="meta">${formatDate(request.language, lesson.updatedAt)}</p>
${lesson.notes === '' ? NOTHING : markup`<p class="notes">${lesson.notes}</p>`}
${items.length === 0 ? markup`<p>${texts.emptyLesson}</p>` : markup`<ol class="cards numbered">\n${items}</ol>`}
<ul class="actions">${mayEdit ? link('edit', texts.edit) : NOTHING}${link('print', texts.print)}${link('file', texts.downloadFile)}${link('page', texts.downloadPage)}${people.isWritable && !mayEdit ? markup`<li>${actionForm(request, `/lessons/${lesson.id}/copy`, texts.copyLesson, {})}</li>` : NOTHING}</ul>
<p class="share">${texts.shareLink} <span class="link">${request.origin}/lessons/${lesson.id}</span></p>`
  const said = request.query.has('locked') ? texts.notYours : leftOutNote(request)
  return peoplePage(request, portal, { title: lesson.title, content, said })
}

function file(lesson: StoredLesson): Answer {
  return downloadAnswer(lesson.title, LESSON_ENDING, 'application/json; charset=utf-8', writeLessonFile(lesson))
}

/** For people without the portal: one file that opens in any browser, with the texts of the pages. Addresses are those of the Web. */
function pageToTakeAway(request: PortalRequest, portal: Portal, lesson: StoredLesson): Answer {
  const page = paper(request, portal, lesson, markup`<style>${PAPER}</style>`, textReader(request, portal))
  return downloadAnswer(lesson.title, 'html', 'text/html; charset=utf-8', page.text)
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

const PAPER =
  'body{font:16px/1.5 sans-serif;max-width:44em;margin:2em auto;padding:0 1em}.notes{white-space:pre-wrap}.address{word-wrap:break-word;color:#444}li{margin:0 0 1em}'

/** A file that cannot be sent by mail or opened on a telephone helps nobody. */
const MAX_TEXT = 50_000
const MAX_TEXTS = 2_000_000

/** The main text of a page, folded; nothing when it has none, or when there was too much already. */
function textReader(request: PortalRequest, portal: Portal): (url: string) => Markup {
  let left = MAX_TEXTS
  return url => {
    const page = portal.library.page(url)
    const text = page === null ? '' : portal.library.textOf(page.id).slice(0, MAX_TEXT)
    left -= text.length
    if (page === null || text === '' || left < 0) return NOTHING
    const paragraphs = text.split('\n').map(paragraph => markup`<p>${paragraph}</p>\n`)
    return markup`<details><summary>${request.messages.people.textOfPage}</summary><div lang="${languageTag(page.language)}">${paragraphs}</div></details>`
  }
}

/** Without navigation: what is printed is the lesson. */
function paper(
  request: PortalRequest,
  portal: Portal,
  lesson: StoredLesson,
  style: Markup,
  textOf: (url: string) => Markup = () => NOTHING,
): Markup {
  const items = lesson.items.map(
    ({ url, title, notes }) =>
      markup`<li><a href="${url}">${title}</a>${title === url ? NOTHING : markup`<br><span class="address">${url}</span>`}${presence(portal, url) === 'here' ? NOTHING : markup` <span class="absence">${request.messages.people.notHere}</span>`}${notes === '' ? NOTHING : markup`<div class="notes">${notes}</div>`}${textOf(url)}</li>\n`,
  )
  return markup`<!doctype html>
<html lang="${request.language}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${lesson.title}</title>
${style}
</head>
<body class="paper">
<main>
<h1>${lesson.title}</h1>
${lesson.notes === '' ? NOTHING : markup`<div class="notes">${lesson.notes}</div>`}
<ol>
${joined(items)}</ol>
<p class="meta">${portalName(portal)} · ${formatDate(request.language, lesson.updatedAt)}</p>
</main>
</body>
</html>
`
}
