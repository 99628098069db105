/** A lesson on paper: notes, tasks, and of every page its text and pictures. The browser's print command makes the PDF. */
import { joined, markup, NOTHING, type Markup } from '../../markup.js'
import type { LessonItem } from '../contracts.js'
import { htmlAnswer, type Answer, type Portal, type PortalRequest } from '../server/route.js'
import { assetAddress } from '../ui/assets.js'
import { formatDate } from '../ui/format.js'
import { portalName } from '../ui/layout.js'
import { downloadAnswer } from './forms.js'
import { presence } from './kept-page.js'
import type { Articles } from './lesson-articles.js'
import { isTask, type StoredLesson } from './lessons.js'

/** A page of its own without navigation, so that what is printed is the lesson. */
export async function printPage(
  request: PortalRequest,
  portal: Portal,
  lesson: StoredLesson,
  articles: Articles,
): Promise<Answer> {
  const texts = request.messages.lessons
  const head = markup`<link rel="stylesheet" href="${assetAddress('people.css')}">
<link rel="stylesheet" href="${assetAddress('lesson.css')}">
<script src="${assetAddress('lesson.js')}" defer></script>`
  const bar = markup`<p class="no-print"><a href="/lessons/${lesson.id}">${texts.backToLesson}</a> <button type="button" data-print hidden>${texts.printNow}</button> <span class="hint">${texts.printHint}</span></p>`
  const items = await drawItems(request, portal, lesson.items, articles.reader(portal))
  return htmlAnswer(paper(request, portal, lesson, { head, bar, items }))
}

/** For people without the portal: one file that opens in any browser, with the texts of the pages. Addresses are those of the Web. */
export async function pageToTakeAway(
  request: PortalRequest,
  portal: Portal,
  lesson: StoredLesson,
  articles: Articles,
): Promise<Answer> {
  const textOf = articles.reader(portal, () => NOTHING)
  const folded = async (url: string): Promise<Markup> => {
    const article = await textOf(url)
    if (article === NOTHING) return NOTHING
    return markup`<details><summary>${request.messages.people.textOfPage}</summary>${article}</details>`
  }
  const head = markup`<style>${PAPER}</style>`
  const items = await drawItems(request, portal, lesson.items, folded)
  const page = paper(request, portal, lesson, { head, bar: NOTHING, items })
  return downloadAnswer(lesson.title, 'html', 'text/html; charset=utf-8', page.text)
}

const PAPER =
  'body{font:16px/1.5 sans-serif;max-width:44em;margin:2em auto;padding:0 1em}h2{font-size:1.2em}.notes{white-space:pre-wrap}.address{word-wrap:break-word;color:#444}section{margin:0 0 1em}.task{border:1px solid #999;padding:0 1em}'

/** One after the other: a lesson of a hundred pages does not keep the archive from all others. */
async function drawItems(
  request: PortalRequest,
  portal: Portal,
  items: readonly LessonItem[],
  articleOf: (url: string) => Promise<Markup>,
): Promise<Markup[]> {
  const drawn: Markup[] = []
  let pages = 0
  for (const item of items)
    drawn.push(isTask(item) ? task(request, item) : page(request, portal, item, ++pages, await articleOf(item.url)))
  return drawn
}

function task(request: PortalRequest, { notes }: LessonItem): Markup {
  return markup`<section class="task"><h2>${request.messages.lessons.task}</h2><p class="notes">${notes}</p><div class="lines"></div></section>\n`
}

function page(request: PortalRequest, portal: Portal, item: LessonItem, number: number, article: Markup): Markup {
  const { url, title, notes } = item
  const address = title === url ? NOTHING : markup`<p class="address">${url}</p>`
  const missing =
    presence(portal, url) === 'here' ? NOTHING : markup`<p class="absence">${request.messages.people.notHere}</p>`
  return markup`<section><h2>${number}. <a href="${url}">${title}</a></h2>${address}${missing}${notes === '' ? NOTHING : markup`<div class="notes">${notes}</div>`}${article}</section>\n`
}

function paper(
  request: PortalRequest,
  portal: Portal,
  lesson: StoredLesson,
  { head, bar, items }: { readonly head: Markup; readonly bar: Markup; readonly items: readonly Markup[] },
): Markup {
  return markup`<!doctype html>
<html lang="${request.language}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${lesson.title}</title>
${head}
</head>
<body class="paper">
<main>
${bar}
<h1>${lesson.title}</h1>
${lesson.notes === '' ? NOTHING : markup`<div class="notes">${lesson.notes}</div>`}
${joined(items)}<p class="meta">${portalName(portal)} · ${formatDate(request.language, lesson.updatedAt)}</p>
</main>
</body>
</html>
`
}
