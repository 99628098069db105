/** /admin/classes: whether there are classes at all, and which; off until somebody switches them on. */
import { markup } from '../../markup.js'
import { seeOther, type Answer, type Portal, type PortalRequest, type Route } from '../server/route.js'
import { formatDate, formatNumber } from '../ui/format.js'
import { adminPage, adminRoute, adminTable, saidSaved, type AdminTools } from './admin-frame.js'
import { actionForm } from './forms.js'

export function adminClassRoutes(tools: AdminTools): readonly Route[] {
  return [
    adminRoute('GET', '/admin/classes', tools, show),
    adminRoute('POST', '/admin/classes', tools, ({ form }, _portal, { people }) => {
      people.house.switchClasses(form.get('on') === 'yes')
      return seeOther('/admin/classes?saved=1')
    }),
    adminRoute('POST', '/admin/classes/delete', tools, ({ form }, _portal, { people }) => {
      people.classes.remove(form.get('id') ?? '')
      return seeOther('/admin/classes')
    }),
  ]
}

function show(request: PortalRequest, portal: Portal, { people }: AdminTools): Answer {
  const { admin, classes: texts } = request.messages
  const isOn = people.rules().hasClasses
  const rows = people.classes
    .all()
    .map(
      ({ id, name, pupils, usedAt }) =>
        markup`<tr><td class="pattern">${isOn ? markup`<a href="/classes/${id}">${name}</a>` : name}</td><td>${formatNumber(request.language, pupils)}</td><td>${formatDate(request.language, usedAt)}</td><td>${actionForm(request, '/admin/classes/delete', texts.deleteClass, { id }, name)}</td></tr>\n`,
    )
  const content = markup`<p>${texts.settingIntro}</p>
<p><strong>${isOn ? texts.areOn : texts.areOff}</strong></p>
${actionForm(request, '/admin/classes', isOn ? texts.switchOff : texts.switchOn, { on: isOn ? 'no' : 'yes' })}
${rows.length === 0 ? markup`<p>${texts.noClasses}</p>` : adminTable(texts.classes, [texts.className, texts.pupil, admin.lastChange], rows)}`
  return adminPage(request, portal, { title: texts.classes, content, said: saidSaved(request) })
}
