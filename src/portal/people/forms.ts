/** Small pieces of which the forms of people/ are made. Every form works without a script. */
import { markup, NOTHING, type Markup } from '../../markup.js'
import { htmlAnswer, type Answer, type Portal, type PortalRequest, type Route } from '../server/route.js'
import { layout } from '../ui/layout.js'
import type { LocalPeople } from './people.js'
import { attachment } from './texts.js'

/** Without it no form is accepted. */
export function token(request: PortalRequest): Markup {
  return hidden('token', request.token)
}

export function hidden(name: string, value: string): Markup {
  return markup`<input type="hidden" name="${name}" value="${value}">`
}

/** A button that does one thing: a form of its own. `about`: what it is about, for those who hear the page. */
export function actionForm(
  request: PortalRequest,
  action: string,
  label: string,
  fields: Readonly<Record<string, string>>,
  about = '',
): Markup {
  const inputs = Object.entries(fields).map(([name, value]) => hidden(name, value))
  const spoken = about === '' ? NOTHING : markup` aria-label="${label}: ${about}"`
  return markup`<form class="action" method="post" action="${action}">${token(request)}${inputs}<button${spoken}>${label}</button></form>`
}

export interface PageOptions {
  readonly title: string
  readonly content: Markup
  readonly status?: number
  /** Said at the top, and by screen readers at once. */
  readonly said?: string
  readonly isError?: boolean
  /** Why it was not done: said as an error, with status 409. '' for none. */
  readonly problem?: string
  /** Files of ui/assets beside people.css. */
  readonly styles?: readonly string[]
  readonly scripts?: readonly string[]
}

/** Of pages that show a lesson or change it. */
export const LESSON_ASSETS = { styles: ['lesson.css'], scripts: ['lesson.js'] } as const

export function peoplePage(request: PortalRequest, portal: Portal, options: PageOptions): Answer {
  const { title, problem = '', said = problem, isError = problem !== '' } = options
  const notice =
    said === ''
      ? NOTHING
      : markup`<p class="notice${isError ? ' error' : ''}" role="${isError ? 'alert' : 'status'}">${said}</p>`
  const content = markup`<div class="people"><h1>${title}</h1>\n${notice}\n${options.content}</div>`
  return htmlAnswer(
    layout(request, portal, {
      title,
      content,
      styles: ['people.css', ...(options.styles ?? [])],
      scripts: options.scripts,
    }),
    options.status ?? (problem === '' ? 200 : 409),
  )
}

/** A file to take away. */
export function downloadAnswer(name: string, ending: string, type: string, body: string | Uint8Array): Answer {
  return { status: 200, headers: { 'Content-Type': type, 'Content-Disposition': attachment(name, ending) }, body }
}

/** What only works where something can be written; `title` of the page that says so elsewhere. */
export function writable(
  people: LocalPeople,
  title: 'bookmarks' | 'lessons',
  handle: (request: PortalRequest, portal: Portal, people: LocalPeople) => Answer,
): Route['handle'] {
  return (request, portal) =>
    people.isWritable
      ? handle(request, portal, people)
      : unavailablePage(request, portal, request.messages.common[title])
}

/** For portals on a medium that cannot be written. */
export function unavailablePage(request: PortalRequest, portal: Portal, title: string): Answer {
  return peoplePage(request, portal, {
    title,
    content: markup`<p>${request.messages.people.readOnly}</p>`,
    status: request.method === 'GET' ? 200 : 503,
  })
}
