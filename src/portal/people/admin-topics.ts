/** /admin/topics and /admin/featured: what topics are called, and which pages stand first. */
import { markup, NOTHING, type Markup } from '../../markup.js'
import { canonicalUrl } from '../../page/index.js'
import { localPath } from '../server/local-path.js'
import { seeOther, type Answer, type Portal, type PortalRequest, type Route } from '../server/route.js'
import { adminPage, adminRoute, saidSaved, type AdminTools } from './admin-frame.js'
import { hidden, token } from './forms.js'
import { drawKept } from './kept-page.js'

/** A form cannot bring back more. */
const MAX_NAMES = 1_000

export function topicRoutes(tools: AdminTools): readonly Route[] {
  return [
    adminRoute('GET', '/admin/topics', tools, showNames),
    adminRoute('POST', '/admin/topics', tools, saveNames),
    adminRoute('GET', '/admin/featured', tools, showFeatured),
    adminRoute('POST', '/admin/featured', tools, saveFeatured),
    adminRoute('POST', '/admin/feature', tools, featureOne),
  ]
}

function showNames(request: PortalRequest, portal: Portal, { people }: AdminTools): Answer {
  const { admin } = request.messages
  const { topicNames } = people.rules()
  const topics = portal.library.topics().slice(0, MAX_NAMES)
  const rows = topics.map(
    ({ slug, name }, at) =>
      markup`<div class="row"><label for="topic-${at}">${name}</label><input id="topic-${at}" name="name.${slug}" maxlength="100" value="${topicNames.get(slug) ?? ''}" placeholder="${name}" autocomplete="off"></div>\n`,
  )
  const content =
    topics.length === 0
      ? markup`<p>${admin.noTopics}</p>`
      : markup`<p>${admin.topicNamesIntro}</p>
<form class="make" method="post" action="/admin/topics">${token(request)}
${rows}<button class="main">${admin.save}</button></form>`
  return adminPage(request, portal, { title: admin.topicNames, content, said: saidSaved(request) })
}

function saveNames(request: PortalRequest, portal: Portal, { people }: AdminTools): Answer {
  const names = new Map<string, string>()
  for (const { slug } of portal.library.topics()) {
    const name = request.form.get(`name.${slug}`)
    if (name !== null) names.set(slug, name)
  }
  people.house.nameTopics(names)
  return seeOther('/admin/topics?saved=1')
}

/** `?topic=`: which page's list is shown; '' for the front page. */
function showFeatured(request: PortalRequest, portal: Portal, { people }: AdminTools): Answer {
  const { admin } = request.messages
  const { featured, topicNames } = people.rules()
  const chosen = request.query.get('topic') ?? ''
  const option = (slug: string, name: string): Markup =>
    markup`<option value="${slug}"${slug === chosen ? markup` selected` : NOTHING}>${name}</option>`
  const options = portal.library.topics().map(({ slug, name }) => option(slug, topicNames.get(slug) ?? name))
  const urls = featured.get(chosen) ?? []
  const content = markup`<p>${admin.featuredIntro}</p>
<form class="make" method="get" action="/admin/featured"><label for="topic">${admin.where}</label>
<select id="topic" name="topic">${option('', admin.frontPage)}${options}</select><button>${admin.show}</button></form>
<form class="make" method="post" action="/admin/featured">${token(request)}${hidden('topic', chosen)}
<label for="urls">${admin.featuredLabel}</label>
<textarea id="urls" name="urls" rows="6" class="code" spellcheck="false">\n${urls.join('\n')}</textarea>
<button class="main">${admin.save}</button></form>
${urls.length === 0 ? NOTHING : markup`<ul class="cards">${urls.map(url => drawKept(request, portal, { url, title: portal.library.page(url)?.title ?? url }))}</ul>`}`
  return adminPage(request, portal, { title: admin.featured, content, said: saidSaved(request) })
}

function saveFeatured(request: PortalRequest, portal: Portal, { people }: AdminTools): Answer {
  const slug = request.form.get('topic') ?? ''
  const urls = (request.form.get('urls') ?? '').split(/\s+/).filter(url => url !== '')
  if (slug === '' || portal.library.topic(slug) !== null) people.house.feature(slug, urls)
  return seeOther(`/admin/featured?topic=${encodeURIComponent(slug)}&saved=1`)
}

/** The button above an archived page: to the front page, before those that are there. */
function featureOne(request: PortalRequest, _portal: Portal, { people }: AdminTools): Answer {
  const url = canonicalUrl(request.form.get('url') ?? '')
  if (url !== null) people.house.feature('', [url, ...(people.rules().featured.get('') ?? [])])
  return seeOther(localPath(request.form.get('back'), '/admin/featured?saved=1'))
}
