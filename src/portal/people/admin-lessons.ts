/** /admin/lessons: which lessons everybody sees, and which go. */
import { markup } from '../../markup.js'
import { seeOther, type Answer, type Portal, type PortalRequest, type Route } from '../server/route.js'
import { formatDate, formatNumber } from '../ui/format.js'
import { adminPage, adminRoute, adminTable, type AdminTools } from './admin-frame.js'
import { actionForm } from './forms.js'

const MAX_SHOWN = 200

export function adminLessonRoutes(tools: AdminTools): readonly Route[] {
  return [
    adminRoute('GET', '/admin/lessons', tools, show),
    adminRoute('POST', '/admin/lessons/publish', tools, ({ form }, _portal, { people }) => {
      people.lessons.publish(form.get('id') ?? '', form.get('show') === 'yes')
      return seeOther('/admin/lessons')
    }),
    adminRoute('POST', '/admin/lessons/delete', tools, ({ form }, _portal, { people }) => {
      people.lessons.remove(form.get('id') ?? '')
      return seeOther('/admin/lessons')
    }),
  ]
}

function show(request: PortalRequest, portal: Portal, { people }: AdminTools): Answer {
  const { admin, people: texts, common } = request.messages
  const lessons = people.lessons.all(MAX_SHOWN)
  const rows = lessons.map(
    ({ id, title, items, updatedAt, isPublished }) =>
      markup`<tr><td class="pattern"><a href="/lessons/${id}">${title}</a></td><td>${formatNumber(request.language, items)}</td><td>${formatDate(request.language, updatedAt)}</td><td>${actionForm(request, '/admin/lessons/publish', isPublished ? admin.unpublish : admin.publish, { id, show: isPublished ? 'no' : 'yes' }, title)}${actionForm(request, '/admin/lessons/delete', texts.deleteLesson, { id }, title)}</td></tr>\n`,
  )
  const content =
    lessons.length === 0
      ? markup`<p>${admin.noLessonsYet}</p>`
      : markup`<p>${admin.lessonsIntro}</p>
${adminTable(common.lessons, [texts.lessonTitle, admin.pages, admin.lastChange], rows)}`
  return adminPage(request, portal, { title: common.lessons, content })
}
