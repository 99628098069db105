/** The front page: a large search box, and what there is to find. */
import { joined, markup, NOTHING, type Markup } from '../../markup.js'
import type { Cluster, PageCard } from '../contracts.js'
import { drawNames } from '../people/lesson-list.js'
import { htmlAnswer, type Answer, type Portal, type PortalRequest } from '../server/route.js'
import { counted, formatDate, formatNumber, languageName } from './format.js'
import { layout, portalName } from './layout.js'
import { fill } from './messages.js'
import { drawCard } from './page-list.js'
import { searchForm } from './search-form.js'
import { topicName, topicTree, type TopicTree } from './topic-names.js'

const MOST_TOPICS = 24
const MOST_CHILDREN = 5
const MOST_FEATURED = 12
const MOST_PHRASES = 16
const MOST_LANGUAGES = 8
const MOST_LESSONS = 10

export async function homePage(request: PortalRequest, portal: Portal): Promise<Answer> {
  const name = portalName(portal)
  const { browse } = request.messages
  const tree = topicTree(portal.library.topics())
  const phrases = tree.length === 0 ? await portal.searcher.subtopics('', MOST_PHRASES) : []
  const featured = featuredPages(portal, '')
  const best = featured.length === 0 && tree.length === 0 && phrases.length === 0
  const content = markup`<h1 class="title">${name}</h1>
${searchForm(request, { searched: '', large: true })}
${facts(request, portal)}
${tree.length === 0 ? NOTHING : topicTiles(request, portal, tree)}
${phrases.length === 0 ? NOTHING : phraseLinks(browse.mainPhrases, phrases, '')}
${featured.length === 0 ? NOTHING : pageSection(browse.recommended, featured)}
${schoolLessons(request, portal)}
${best ? pageSection(browse.bestPages, portal.library.bestPages({ offset: 0, limit: 10 })) : NOTHING}`
  return htmlAnswer(layout(request, portal, { title: name, content, searched: null, kind: 'home' }))
}

/** What the administrator recommends and what is still here. */
export function featuredPages(portal: Portal, slug: string): PageCard[] {
  const urls = (portal.people.rules().featured.get(slug) ?? []).slice(0, MOST_FEATURED)
  return urls.map(url => portal.library.page(url)).filter(page => page !== null)
}

export function pageSection(title: string, pages: readonly PageCard[]): Markup {
  return markup`<section><h2>${title}</h2>\n<ul class="cards">${pages.map(page => drawCard(page))}</ul></section>`
}

/** Phrases to search for; in a topic when `slug` names one. */
export function phraseLinks(title: string, phrases: readonly Cluster[], slug: string): Markup {
  const links = phrases.map(({ label, query }) => {
    const search = new URLSearchParams({ q: query, ...(slug === '' ? {} : { topic: slug }) })
    return markup`<li><a href="/search?${search.toString()}">${label}</a></li>`
  })
  return markup`<section class="phrases"><h2>${title}</h2>\n<ul class="chips">${links}</ul></section>`
}

function topicTiles(request: PortalRequest, portal: Portal, tree: readonly TopicTree[]): Markup {
  const { browse, common } = request.messages
  const tiles = tree.slice(0, MOST_TOPICS).map(({ topic, children }) => {
    const below = children
      .slice(0, MOST_CHILDREN)
      .map(child => markup`<li>${topicLink(child.topic.slug, topicName(portal, child.topic))}</li>`)
    const list = below.length === 0 ? NOTHING : markup`<ul>${below}</ul>`
    return markup`<li class="tile">${topicLink(topic.slug, topicName(portal, topic))} <span class="count">${counted(request.language, topic.pages, common.pagesOne, common.pagesMany)}</span>${list}</li>\n`
  })
  const more = tree.length > MOST_TOPICS ? markup`<p><a href="/topics">${browse.allTopics}</a></p>` : NOTHING
  return markup`<section><h2>${browse.browseTopics}</h2>\n<ul class="tiles">${tiles}</ul>${more}</section>`
}

function schoolLessons(request: PortalRequest, portal: Portal): Markup {
  const lessons = portal.people.publishedLessons().slice(0, MOST_LESSONS)
  if (lessons.length === 0) return NOTHING
  return markup`<section><h2>${request.messages.people.schoolLessons}</h2>${drawNames(request, lessons)}</section>`
}

export function topicLink(slug: string, name: string): Markup {
  return markup`<a href="/topics/${encodeURIComponent(slug)}">${name}</a>`
}

function facts(request: PortalRequest, portal: Portal): Markup {
  const { browse, common, search } = request.messages
  const { pages, sites, builtAt, languages } = portal.library.facts()
  const size = fill(browse.collection, {
    pages: counted(request.language, pages, common.pagesOne, common.pagesMany),
    sites: counted(request.language, sites, common.sitesOne, common.sitesMany),
  })
  const date = fill(browse.updated, { date: formatDate(request.language, builtAt) })
  const listed = languages.filter(({ value }) => value !== 'und').slice(0, MOST_LANGUAGES)
  const names = listed.map(
    ({ value, count }) =>
      markup`${languageName(request.language, value, search.unknownLanguage)} (${formatNumber(request.language, count)})`,
  )
  const tongues = names.length < 2 ? NOTHING : markup` · ${browse.languages}: ${joined(names, ', ')}`
  return markup`<p class="facts">${size} · ${date}${tongues}</p>`
}
