/** /admin/wishes: what was searched without result and which pages were wanted, and both as files for the next crawl. */
import { markup, type Markup } from '../../markup.js'
import { seeOther, type Answer, type Portal, type PortalRequest, type Route } from '../server/route.js'
import { formatDate, formatNumber } from '../ui/format.js'
import { viewPath } from '../ui/page-list.js'
import { adminPage, adminRoute, adminTable, type AdminTools } from './admin-frame.js'
import { actionForm, downloadAnswer, hidden, token } from './forms.js'
import { seedFile, syllabusFile } from './wish-files.js'
import type { WishKind } from './wishes.js'

const MAX_SHOWN = 200
const MAX_EXPORTED = 10_000
const SYLLABUS_TYPE = 'application/yaml; charset=utf-8'

export function wishRoutes(tools: AdminTools): readonly Route[] {
  const { wishes } = tools.people
  return [
    adminRoute('GET', '/admin/wishes', tools, show),
    adminRoute('GET', '/admin/wishes/seeds.txt', tools, () =>
      downloadAnswer('seeds', 'txt', 'text/plain; charset=utf-8', seedFile(wishes.list('page', MAX_EXPORTED))),
    ),
    adminRoute('GET', '/admin/wishes/syllabus.yaml', tools, () =>
      downloadAnswer('syllabus', 'yaml', SYLLABUS_TYPE, syllabusFile(wishes.list('search', MAX_EXPORTED))),
    ),
    adminRoute('POST', '/admin/wishes/remove', tools, ({ form }) => {
      wishes.remove(kindOf(form), form.get('text') ?? '')
      return seeOther('/admin/wishes')
    }),
    adminRoute('POST', '/admin/wishes/clear', tools, ({ form }) => {
      wishes.clear(kindOf(form))
      return seeOther('/admin/wishes')
    }),
  ]
}

function kindOf(form: URLSearchParams): WishKind {
  return form.get('kind') === 'page' ? 'page' : 'search'
}

function show(request: PortalRequest, portal: Portal, { people }: AdminTools): Answer {
  const { admin } = request.messages
  const section = (kind: WishKind, title: string, file: string, label: string): Markup => {
    const wishes = people.wishes.list(kind, MAX_SHOWN)
    if (wishes.length === 0) return markup`<h2>${title}</h2><p>${admin.noWishes}</p>`
    const rows = wishes.map(({ text, count, at }) => {
      const path = kind === 'page' ? viewPath(text) : `/search?q=${encodeURIComponent(text)}`
      return markup`<tr><td class="pattern"><a href="${path}">${text}</a></td><td>${formatNumber(request.language, count)}</td><td>${formatDate(request.language, at)}</td><td><button class="quiet" name="text" value="${text}" aria-label="${admin.removeLine}: ${text}">${admin.removeLine}</button></td></tr>\n`
    })
    return markup`<h2>${title}</h2>
<p><a class="button" href="/admin/wishes/${file}">${label}</a></p>
<form method="post" action="/admin/wishes/remove">${token(request)}${hidden('kind', kind)}
${adminTable(title, [kind === 'page' ? admin.address : admin.search, admin.times, admin.lastTime], rows)}</form>
${actionForm(request, '/admin/wishes/clear', admin.clear, { kind }, title)}`
  }
  const content = markup`<p>${admin.wishesIntro}</p>
${section('search', admin.searchesWithoutResult, 'syllabus.yaml', admin.downloadSyllabus)}
${section('page', admin.wantedPages, 'seeds.txt', admin.downloadSeeds)}`
  return adminPage(request, portal, { title: admin.wishes, content })
}
