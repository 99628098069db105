/** /admin/login and logout. Sessions and the waits between tries are kept by server/. */
import { markup } from '../../markup.js'
import { localPath } from '../server/local-path.js'
import { SESSION_COOKIE } from '../server/cookies.js'
import { get, post, seeOther, type Answer, type Portal, type PortalRequest, type Route } from '../server/route.js'
import { formatNumber } from '../ui/format.js'
import { fill } from '../ui/messages.js'
import type { AdminTools as AllTools } from './admin-frame.js'
import { hidden, peoplePage, token, unavailablePage } from './forms.js'
import { verifyPassword } from './password.js'

type AdminTools = Pick<AllTools, 'people' | 'sessions'>

export function loginRoutes(tools: AdminTools): readonly Route[] {
  return [
    get('/admin/login', (request, portal) => ask(request, portal, tools)),
    post('/admin/login', (request, portal) => logIn(request, portal, tools)),
    post('/admin/logout', request => logOut(request, tools)),
  ]
}

function ask(request: PortalRequest, portal: Portal, { people }: AdminTools, problem = '', status = 200): Answer {
  const { admin, common } = request.messages
  if (!people.isWritable) return unavailablePage(request, portal, common.administration)
  const back = localPath(request.form.get('back') ?? request.query.get('back'), '/admin')
  if (request.isAdmin && problem === '') return seeOther(back)
  const content = markup`<p>${admin.loginIntro}</p>
<form class="make" method="post" action="/admin/login">${token(request)}${hidden('back', back)}
<label for="password">${admin.password}</label>
<input id="password" type="password" name="password" required autocomplete="current-password" maxlength="500">
<button class="main">${admin.logIn}</button></form>
<p>${admin.forgotten}</p>`
  return peoplePage(request, portal, { title: common.administration, content, problem, status })
}

async function logIn(request: PortalRequest, portal: Portal, tools: AdminTools): Promise<Answer> {
  const { admin } = request.messages
  if (!tools.people.isWritable) return ask(request, portal, tools)
  const wait = tools.sessions.attempt(request.address)
  if (wait > 0) {
    const answer = ask(request, portal, tools, waitNote(request, wait), 429)
    return { ...answer, headers: { ...answer.headers, 'Retry-After': String(wait) } }
  }
  if (!(await verifyPassword(tools.people, request.form.get('password') ?? '')))
    return ask(request, portal, tools, admin.wrongPassword, 403)
  return seeOther(localPath(request.form.get('back'), '/admin'), [tools.sessions.open(request.address)])
}

export function waitNote(request: PortalRequest, seconds: number): string {
  return fill(request.messages.admin.waitBefore, { seconds: formatNumber(request.language, seconds) })
}

function logOut(request: PortalRequest, { sessions }: AdminTools): Answer {
  return seeOther('/', [sessions.close(request.cookies.get(SESSION_COOKIE) ?? '')])
}
