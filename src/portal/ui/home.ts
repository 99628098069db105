/** The front page: a search box, and shelves of what there is to find. */
import { joined, markup, NOTHING, type Markup } from '../../markup.js'
import type { Cluster, PageCard } from '../contracts.js'
import { htmlAnswer, type Answer, type Portal, type PortalRequest } from '../server/route.js'
import { counted, formatDate, formatNumber, languageName } from './format.js'
import { layout, portalName } from './layout.js'
import { fill } from './messages.js'
import { drawCard, drawTile, rawPath } from './page-list.js'
import { searchForm } from './search-form.js'
import { isWorthNaming } from './shown-languages.js'
import { topicCards } from './topic-cards.js'
import { topicTree, type TopicTree } from './topic-names.js'

const MOST_TOPICS = 24
const MOST_FEATURED = 12
const MOST_BEST = 8
const MOST_NEW = 6
const MOST_PHRASES = 16
const MOST_TRIES = 4
const MOST_LANGUAGES = 8
const MOST_LESSONS = 8
const MOSAIC = 3
/** Pages that are looked at for those with a picture. */
const LOOKED_AT = 60

export async function homePage(request: PortalRequest, portal: Portal): Promise<Answer> {
  const name = portalName(portal)
  const { browse } = request.messages
  const tree = topicTree(portal.library.topics())
  const phrases = await portal.searcher.subtopics('', MOST_PHRASES)
  const featured = featuredPages(portal, '')
  const best = portal.library.bestPages({ offset: 0, limit: LOOKED_AT })
  const band = markup`<div class="about"><h1 class="title">${name}</h1>
<p class="lead">${browse.welcome}</p>
${searchForm(request, { searched: '', large: true })}
${tries(request, phrases.slice(0, MOST_TRIES))}
${facts(request, portal)}</div>${mosaic([...featured, ...best])}`
  const content = markup`${tree.length === 0 ? NOTHING : topicShelf(request, portal, tree)}
${tree.length > 0 || phrases.length === 0 ? NOTHING : phraseLinks(browse.mainPhrases, phrases, '')}
${featured.length === 0 ? pageSection(browse.bestPages, withPicturesFirst(best).slice(0, MOST_BEST)) : pageSection(browse.recommended, featured)}
${schoolLessons(request, portal)}
${newPages(request, portal)}
${howToSearch(request)}`
  return htmlAnswer(
    layout(request, portal, { title: name, band, content, searched: null, kind: 'home', styles: ['home.css'] }),
  )
}

/** What the administrator recommends and what is still here. */
export function featuredPages(portal: Portal, slug: string): PageCard[] {
  const urls = (portal.people.rules().featured.get(slug) ?? []).slice(0, MOST_FEATURED)
  return urls.map(url => portal.library.page(url)).filter(page => page !== null)
}

export function pageSection(title: string, pages: readonly PageCard[]): Markup {
  if (pages.length === 0) return NOTHING
  return markup`<section>${sectionHead(title)}<ul class="tiles">${pages.map(page => drawTile(page))}</ul></section>`
}

/** Phrases to search for; in a topic when `slug` names one. */
export function phraseLinks(title: string, phrases: readonly Cluster[], slug: string): Markup {
  const links = phrases.map(({ label, query }) => markup`<li><a href="${searchPath(query, slug)}">${label}</a></li>`)
  return markup`<section class="phrases">${sectionHead(title)}<ul class="chips">${links}</ul></section>`
}

function searchPath(query: string, slug = ''): string {
  return `/search?${new URLSearchParams({ q: query, ...(slug === '' ? {} : { topic: slug }) }).toString()}`
}

/** `more`: where the rest of the list is. */
function sectionHead(title: string, more: Markup = NOTHING): Markup {
  return markup`<div class="section-head"><h2>${title}</h2>${more}</div>\n`
}

function withPicturesFirst(pages: readonly PageCard[]): PageCard[] {
  return [...pages].sort((a, b) => Number(a.image === '') - Number(b.image === ''))
}

/** Pictures of the library beside the search box: decoration, so nothing for screen readers. */
function mosaic(pages: readonly PageCard[]): Markup {
  const images = [...new Set(pages.map(({ image }) => image).filter(image => image !== ''))].slice(0, MOSAIC)
  if (images.length < MOSAIC) return NOTHING
  const drawn = images.map(
    image => markup`<li><img src="${rawPath(image)}" alt="" width="240" height="120" decoding="async"></li>`,
  )
  return markup`<ul class="mosaic" aria-hidden="true">${drawn}</ul>`
}

function tries({ messages }: PortalRequest, phrases: readonly Cluster[]): Markup {
  if (phrases.length === 0) return NOTHING
  const links = phrases.map(({ label, query }) => markup`<a href="${searchPath(query)}">${label}</a>`)
  return markup`<p class="tries">${messages.browse.tryThese} ${joined(links, ' ')}</p>`
}

function topicShelf(request: PortalRequest, portal: Portal, tree: readonly TopicTree[]): Markup {
  const { browse } = request.messages
  const all = markup`<a href="/topics">${browse.allTopics}</a>`
  return markup`<section>${sectionHead(browse.browseTopics, all)}${topicCards(request, portal, spread(tree).slice(0, MOST_TOPICS))}</section>`
}

/** One subject above all topics is no choice: its topics are. */
function spread(tree: readonly TopicTree[]): readonly TopicTree[] {
  return tree.length === 1 && tree[0].children.length > 1 ? tree[0].children : tree
}

function schoolLessons(request: PortalRequest, portal: Portal): Markup {
  const { browse, people, common } = request.messages
  const lessons = portal.people.publishedLessons().slice(0, MOST_LESSONS)
  if (lessons.length === 0 && !portal.people.isWritable) return NOTHING
  const tiles = lessons.map(
    ({ id, title, items, updatedAt }) =>
      markup`<li class="tile lesson"><div class="about"><a class="name" href="/lessons/${id}">${title}</a><span class="count">${counted(request.language, items, people.onePage, people.manyPages)} · ${formatDate(request.language, updatedAt)}</span></div></li>\n`,
  )
  const own = portal.people.isWritable
    ? markup`<li class="tile lesson"><div class="about"><a class="name" href="/lessons">${browse.makeLesson}</a><p>${browse.makeLessonHelp}</p></div></li>`
    : NOTHING
  return markup`<section>${sectionHead(lessons.length === 0 ? common.lessons : people.schoolLessons)}<ul class="tiles">${tiles}${own}</ul></section>`
}

function newPages(request: PortalRequest, portal: Portal): Markup {
  const pages = portal.library.newPages(MOST_NEW)
  if (pages.length === 0) return NOTHING
  const drawn = pages.map(page =>
    drawCard(page, markup`<span class="when">${formatDate(request.language, page.at)}</span>`),
  )
  return markup`<section>${sectionHead(request.messages.browse.newPages)}<ul class="cards news">${drawn}</ul></section>`
}

function howToSearch({ messages }: PortalRequest): Markup {
  const { browse, common } = messages
  const example = (query: string): Markup =>
    markup`<p class="example"><a href="${searchPath(query)}"><code>${query}</code></a></p>`
  const way = (text: string, below: Markup): Markup => markup`<li class="panel"><p>${text}</p>${below}</li>`
  return markup`<section>${sectionHead(browse.helpTitle, markup`<a href="/help">${common.help}</a>`)}
<ul class="ways">${way(browse.helpWords, NOTHING)}${way(browse.helpPhrase, example(browse.helpPhraseExample))}${way(browse.helpMinus, example(browse.helpMinusExample))}</ul></section>`
}

function facts(request: PortalRequest, portal: Portal): Markup {
  const { browse, common, search } = request.messages
  const { pages, sites, builtAt, languages } = portal.library.facts()
  const size = fill(browse.collection, {
    pages: counted(request.language, pages, common.pagesOne, common.pagesMany),
    sites: counted(request.language, sites, common.sitesOne, common.sitesMany),
  })
  const date = fill(browse.updated, { date: formatDate(request.language, builtAt) })
  const listed = languages.filter(({ value }) => isWorthNaming(portal.library, value)).slice(0, MOST_LANGUAGES)
  const names = listed.map(
    ({ value, count }) =>
      markup`${languageName(request.language, value, search.unknownLanguage)} (${formatNumber(request.language, count)})`,
  )
  const tongues = names.length < 2 ? NOTHING : markup` · ${browse.languages}: ${joined(names, ', ')}`
  return markup`<p class="facts">${size} · ${date}${tongues}</p>`
}
