/** /join and /class: how pupils come into a class, read its lesson and answer. Not there unless the administrator switched classes on. */
import { markup, NOTHING, type Markup } from '../../markup.js'
import { NO_PUPIL_COOKIE, PUPIL_COOKIE, pupilCookie } from '../server/cookies.js'
import { createLimiter, networkOf } from '../server/limiter.js'
import { get, post, seeOther, type Answer, type Portal, type PortalRequest, type Route } from '../server/route.js'
import { fill } from '../ui/messages.js'
import { waitNote } from './admin-login.js'
import { switchedOn } from './class-pages.js'
import { CLASS_LIMITS, type JoinAnswer, type Pupil } from './classes.js'
import { actionForm, LESSON_ASSETS, peoplePage, token } from './forms.js'
import { drawKept } from './kept-page.js'
import { drawTask } from './lesson-view.js'
import { isTask, type StoredItem } from './lessons.js'
import type { LocalPeople } from './people.js'
import { shelfOf } from './shelf.js'

/**
 * Wrong codes: by address and of all addresses together. Right ones cost nothing, so that a class behind one router gets in at once;
 * at one guess a second it takes a year to try three per cent of the codes.
 */
const WRONG_CODES = { perSecond: 0.1, burst: 20 }
const ALL_WRONG_CODES = { perSecond: 1, burst: 100 }

export function pupilRoutes(people: LocalPeople): readonly Route[] {
  const wrong = createLimiter(WRONG_CODES)
  const allWrong = createLimiter(ALL_WRONG_CODES)
  const join = (request: PortalRequest, portal: Portal): Answer => {
    const network = networkOf(request.address)
    const wait = Math.max(wrong.wait(network), allWrong.wait(''))
    if (wait > 0) {
      const answer = ask(request, portal, people, waitNote(request, wait), 429)
      return { ...answer, headers: { ...answer.headers, 'Retry-After': String(wait) } }
    }
    const joined = people.classes.join(request.form.get('code') ?? '', request.form.get('nickname') ?? '')
    if (joined === 'no class') {
      wrong.charge(network, 1)
      allWrong.charge('', 1)
    }
    if (typeof joined === 'string') return ask(request, portal, people, reasonOf(request, joined), 409)
    // with a shelf the pupil's forms carry a token of their own
    return seeOther('/class', [pupilCookie(joined.cookie), shelfOf(request).cookie])
  }
  return [
    get('/join', switchedOn(people, ask)),
    post('/join', switchedOn(people, join)),
    get('/class', switchedOn(people, show)),
    post('/class/answers', switchedOn(people, answer)),
    post(
      '/class/leave',
      switchedOn(people, () => seeOther('/join', [NO_PUPIL_COOKIE])),
    ),
  ]
}

function ask(request: PortalRequest, portal: Portal, _people: LocalPeople, problem = '', status = 200): Answer {
  const texts = request.messages.classes
  const code = (request.form.get('code') ?? request.query.get('code') ?? '').slice(0, 20)
  const content = markup`<p>${texts.joinIntro}</p>
<form class="make" method="post" action="/join">${token(request)}
<label for="code">${texts.code}</label>
<input id="code" name="code" required maxlength="20" value="${code}" autocomplete="off" autocapitalize="none" spellcheck="false">
<label for="nickname">${texts.nickname}</label>
<input id="nickname" name="nickname" required maxlength="${CLASS_LIMITS.nickname}" autocomplete="off">
<button class="main">${texts.joinButton}</button></form>`
  return peoplePage(request, portal, { title: texts.join, content, problem, status })
}

function reasonOf(request: PortalRequest, reason: Extract<JoinAnswer, string>): string {
  const texts = request.messages.classes
  const reasons = {
    'no class': texts.wrongCode,
    taken: texts.nicknameTaken,
    full: texts.classFull,
    'no nickname': texts.noNickname,
  } as const satisfies Record<typeof reason, string>
  return reasons[reason]
}

function show(request: PortalRequest, portal: Portal, people: LocalPeople): Answer {
  const texts = request.messages.classes
  const found = people.classes.pupilOf(request.cookies.get(PUPIL_COOKIE) ?? '')
  if (found === null) return seeOther('/join', request.cookies.has(PUPIL_COOKIE) ? [NO_PUPIL_COOKIE] : [])
  const { pupil, of } = found
  const lesson = people.lessons.get(of.lesson)
  const items = (lesson?.items ?? []).map(item => drawItem(request, portal, pupil, item))
  const hasTasks = lesson?.items.some(isTask) === true
  const lessonPart =
    lesson === null
      ? markup`<p>${texts.nothingYet}</p>`
      : markup`<h2>${lesson.title}</h2>${lesson.notes === '' ? NOTHING : markup`<p class="notes">${lesson.notes}</p>`}
<form method="post" action="/class/answers">${token(request)}<ol class="cards numbered">\n${items}</ol>
${hasTasks ? markup`<p><button class="main">${texts.sendAnswers}</button></p>` : NOTHING}</form>`
  const content = markup`<p>${fill(texts.youAre, { nickname: pupil.nickname })}</p><p class="meta">${texts.teacherSees}</p>
${lessonPart}
${actionForm(request, '/class/leave', texts.leave, {})}`
  const said = request.query.has('sent') ? texts.answersSent : ''
  return peoplePage(request, portal, { title: of.name, content, said, ...LESSON_ASSETS })
}

function drawItem(request: PortalRequest, portal: Portal, pupil: Pupil, item: StoredItem): Markup {
  const texts = request.messages.classes
  if (isTask(item))
    return drawTask(
      request,
      item.notes,
      markup`<label class="below" for="answer-${item.id}">${texts.yourAnswer}</label>
<textarea id="answer-${item.id}" name="answer.${item.id}" rows="2" maxlength="${CLASS_LIMITS.answer}" dir="auto">\n${pupil.answers.get(item.id) ?? ''}</textarea>`,
    )
  const seen = pupil.opened.has(item.url) ? markup`<span class="meta">✓ ${texts.opened}</span>` : NOTHING
  return drawKept(
    request,
    portal,
    item,
    markup`${item.notes === '' ? NOTHING : markup`<p class="notes">${item.notes}</p>`}${seen}`,
  )
}

function answer(request: PortalRequest, portal: Portal, people: LocalPeople): Answer {
  const cookie = request.cookies.get(PUPIL_COOKIE) ?? ''
  if (people.classes.pupilOf(cookie) === null) return seeOther('/join')
  for (const [name, text] of request.form) {
    const [, item] = /^answer\.(\d{1,15})$/.exec(name) ?? []
    if (item !== undefined && !people.classes.answer(cookie, Number(item), text))
      return peoplePage(request, portal, {
        title: request.messages.classes.classes,
        content: NOTHING,
        problem: request.messages.classes.classFull,
      })
  }
  return seeOther('/class?sent=1')
}
