/** /admin: the password, the backup, and what there is to look after. */
import { markup } from '../../markup.js'
import { seeOther, type Answer, type Portal, type PortalRequest, type Route } from '../server/route.js'
import { formatNumber } from '../ui/format.js'
import { adminPage, adminRoute, saidSaved, today, type AdminTools } from './admin-frame.js'
import { waitNote } from './admin-login.js'
import { readableEntries } from '../../page/index.js'
import { actionForm, downloadAnswer, token } from './forms.js'
import { isGoodPassword, setPassword, verifyPassword } from './password.js'

export function overviewRoutes(tools: AdminTools): readonly Route[] {
  return [
    adminRoute('GET', '/admin', tools, overview),
    adminRoute('POST', '/admin/password', tools, changePassword),
    adminRoute('GET', '/admin/backup', tools, (_request, _portal, { people, now }) =>
      downloadAnswer(`local ${today(now())}`, 'db', 'application/vnd.sqlite3', people.backup()),
    ),
  ]
}

function overview(request: PortalRequest, portal: Portal, { people }: AdminTools, problem = '', status = 200): Answer {
  const { admin, common } = request.messages
  const rules = people.rules()
  const row = (path: string, label: string, count: number) =>
    markup`<li><a href="${path}">${label}</a>: ${formatNumber(request.language, count)}</li>`
  const content = markup`<ul class="tally">
${row('/admin/blacklist', admin.blockedLines, readableEntries(rules.blacklist).length)}
${row('/admin/wishes', admin.searchesWithoutResult, people.wishes.count('search'))}
${row('/admin/wishes', admin.wantedPages, people.wishes.count('page'))}
${row('/admin/lessons', common.lessons, people.lessons.count())}
</ul>
<h2>${admin.changePassword}</h2>
<form class="make" method="post" action="/admin/password">${token(request)}
<label for="old">${admin.oldPassword}</label>
<input id="old" type="password" name="old" required autocomplete="current-password" maxlength="500">
<label for="new">${admin.newPassword}</label>
<input id="new" type="password" name="new" required minlength="8" maxlength="500" autocomplete="new-password">
<label for="again">${admin.newPasswordAgain}</label>
<input id="again" type="password" name="again" required minlength="8" maxlength="500" autocomplete="new-password">
<button>${admin.changePassword}</button></form>
<h2>${admin.backup}</h2>
<p>${admin.backupIntro}</p>
<p><a class="button" href="/admin/backup">${admin.downloadBackup}</a></p>
<h2>${admin.logOut}</h2>
${actionForm(request, '/admin/logout', admin.logOut, {})}`
  const said = problem || saidSaved(request)
  return adminPage(request, portal, { title: common.administration, content, said, problem, status })
}

/** The old password is asked for again: somebody may have left the browser open. Everybody else has to log in again. */
async function changePassword(request: PortalRequest, portal: Portal, tools: AdminTools): Promise<Answer> {
  const { admin } = request.messages
  const { people, sessions } = tools
  const wanted = request.form.get('new') ?? ''
  const refuse = (problem: string, status = 409): Answer => overview(request, portal, tools, problem, status)
  if (!isGoodPassword(wanted)) return refuse(admin.passwordTooShort)
  if (wanted !== request.form.get('again')) return refuse(admin.passwordsDiffer)
  const wait = sessions.attempt(request.address)
  if (wait > 0) return refuse(waitNote(request, wait), 429)
  if (!(await verifyPassword(people, request.form.get('old') ?? ''))) return refuse(admin.wrongPassword, 403)
  await setPassword(people, wanted)
  sessions.closeAll()
  return seeOther('/admin?saved=1', [sessions.open(request.address)])
}
