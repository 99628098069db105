/** Topics to browse: all of them as a tree, and one with its best pages. */
import { joined, markup, NOTHING, type Markup } from '../../markup.js'
import type { Topic } from '../contracts.js'
import { Refusal } from '../server/refusal.js'
import { htmlAnswer, type Answer, type Portal, type PortalRequest } from '../server/route.js'
import { counted, fillMarkup } from './format.js'
import { featuredPages, pageSection, phraseLinks } from './home.js'
import { layout } from './layout.js'
import { cover, drawIntroduced } from './page-list.js'
import { pageOf, paging } from './paging.js'
import { searchForm } from './search-form.js'
import { topicCards, topicFace, topicLink } from './topic-cards.js'
import { topicName, topicTree, type TopicTree } from './topic-names.js'

const PAGE_SIZE = 20
const MOST_PHRASES = 16
/** With more of them a list is read faster than boxes. */
const MOST_CARDS = 60
const MOST_NEIGHBOURS = 12

export async function topicsPage(request: PortalRequest, portal: Portal): Promise<Answer> {
  const { common } = request.messages
  const tree = topicTree(portal.library.topics())
  const list = tree.length === 0 ? await insteadOfTopics(request, portal) : topicShelves(request, portal, tree)
  const content = markup`<h1>${common.topics}</h1>\n${list}`
  return htmlAnswer(layout(request, portal, { title: common.topics, content, styles: ['home.css'] }))
}

export async function topicPage(request: PortalRequest, portal: Portal): Promise<Answer> {
  const { slug } = request.params
  const topic = portal.library.topic(slug)
  if (topic === null) throw new Refusal('not found')
  const { browse, common } = request.messages
  const name = topicName(portal, topic)
  const page = pageOf(request.query)
  const featured = page === 1 ? featuredPages(portal, slug) : []
  const shown = new Set(featured.map(({ id }) => id))
  const range = { offset: (page - 1) * PAGE_SIZE, limit: PAGE_SIZE + 1 }
  const found = portal.library.topicPages(slug, range)
  const pages = found.slice(0, PAGE_SIZE).filter(({ id }) => !shown.has(id))
  const phrases = page === 1 ? await portal.searcher.subtopics(slug, MOST_PHRASES) : []
  const best =
    pages.length === 0
      ? markup`<p>${browse.noPages}</p>`
      : markup`<ul class="cards">${pages.map(card => drawIntroduced(portal.library, card))}</ul>`
  const { sentence, language, images } = topicFace(portal, topic)
  const content = markup`<div class="topic-head"><div class="about"><h1>${name}</h1>
${sentence === '' ? NOTHING : markup`<p class="sentence" lang="${language}" dir="auto">${sentence}</p>`}
<p class="count">${counted(request.language, topic.pages, common.pagesOne, common.pagesMany)}${partOf(request, portal, topic)}</p>
${searchForm(request, { searched: '', filters: { topic: slug }, label: browse.searchTopic })}</div>${cover(images[0] ?? '', name)}</div>
<div class="columns"><div class="found">
${page === 1 ? childTopics(request, portal, topic) : NOTHING}
${phrases.length === 0 ? NOTHING : phraseLinks(browse.subtopics, phrases, slug)}
${featured.length === 0 ? NOTHING : pageSection(browse.recommended, featured)}
<section><h2>${browse.bestPages}</h2>\n${best}</section>
${paging(request, page, found.length > PAGE_SIZE)}
</div>${neighbourTopics(request, portal, topic)}</div>`
  return htmlAnswer(
    layout(request, portal, { title: name, content, searched: null, kind: 'topic', styles: ['home.css'] }),
  )
}

/** Nobody sorted the pages: what they speak of is the next best. */
async function insteadOfTopics({ messages }: PortalRequest, portal: Portal): Promise<Markup> {
  const { browse } = messages
  const phrases = await portal.searcher.subtopics('', MOST_PHRASES)
  return markup`<p>${browse.noTopics} <a href="/sites">${browse.allSites}</a></p>
${phrases.length === 0 ? NOTHING : phraseLinks(browse.mainPhrases, phrases, '')}`
}

/** A subject with topics below it is a shelf; topics that stand alone share one. */
function topicShelves(request: PortalRequest, portal: Portal, tree: readonly TopicTree[]): Markup {
  const alone = tree.filter(({ children }) => children.length === 0)
  const shelves = tree
    .filter(({ children }) => children.length > 0)
    .map(({ topic, children }) => {
      const { common } = request.messages
      const count = counted(request.language, topic.pages, common.pagesOne, common.pagesMany)
      return markup`<section><div class="section-head"><h2>${topicLink(topic.slug, topicName(portal, topic))}</h2><span class="count">${count}</span></div>${topicBoxes(request, portal, children)}</section>\n`
    })
  return markup`${alone.length === 0 ? NOTHING : topicBoxes(request, portal, alone)}${shelves}`
}

function topicBoxes(request: PortalRequest, portal: Portal, tree: readonly TopicTree[]): Markup {
  const rest = tree.slice(MOST_CARDS)
  return markup`${topicCards(request, portal, tree.slice(0, MOST_CARDS))}${rest.length === 0 ? NOTHING : topicList(request, portal, rest)}`
}

function topicList(request: PortalRequest, portal: Portal, tree: readonly TopicTree[]): Markup {
  const { common } = request.messages
  const items = tree.map(
    ({ topic }) =>
      markup`<li>${topicLink(topic.slug, topicName(portal, topic))} <span class="count">${counted(request.language, topic.pages, common.pagesOne, common.pagesMany)}</span></li>\n`,
  )
  return markup`<ul class="tree">${items}</ul>`
}

function childTopics(request: PortalRequest, portal: Portal, topic: Topic): Markup {
  const children = portal.library.topics().filter(({ parent }) => parent === topic.slug)
  if (children.length === 0) return NOTHING
  return topicBoxes(
    request,
    portal,
    children.map(child => ({ topic: child, children: [] })),
  )
}

/** Topics of the same subject; also beside a page of the topic (replay/view-page.ts). */
export function neighbourTopics(request: PortalRequest, portal: Portal, topic: Topic): Markup {
  const near = portal.library.topics().filter(({ slug, parent }) => parent === topic.parent && slug !== topic.slug)
  if (near.length === 0) return NOTHING
  const neighbours = near.slice(0, MOST_NEIGHBOURS).map(other => ({ topic: other, children: [] }))
  const title = request.messages.browse.neighbours
  return markup`<nav class="aside panel" aria-label="${title}"><h2>${title}</h2>${topicList(request, portal, neighbours)}</nav>`
}

function partOf(request: PortalRequest, portal: Portal, topic: Topic): Markup {
  const parent = topic.parent === '' ? null : portal.library.topic(topic.parent)
  if (parent === null) return NOTHING
  const link = topicLink(parent.slug, topicName(portal, parent))
  return joined([markup` · `, fillMarkup(request.messages.browse.partOf, { topic: link })])
}
