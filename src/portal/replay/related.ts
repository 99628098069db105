/** Beside an archived page: pages like it, the best of its topic, and the topics next to that. */
import { markup, NOTHING, type Markup } from '../../markup.js'
import type { PageCard, Topic } from '../contracts.js'
import type { Portal, PortalRequest } from '../server/route.js'
import { fill } from '../ui/messages.js'
import { languageTag, rawPath, readableHost, viewPath } from '../ui/page-list.js'
import { topicName } from '../ui/topic-names.js'
import { neighbourTopics } from '../ui/topics.js'

const MOST_LIKE = 5
const MOST_OF_TOPIC = 4

export async function relatedPages(request: PortalRequest, portal: Portal, page: PageCard | null): Promise<Markup> {
  if (page === null) return NOTHING
  const { replay } = request.messages
  const near = await portal.searcher.nearest(page.url, page.title, MOST_LIKE + 1)
  const like = near.filter(({ id }) => id !== page.id).slice(0, MOST_LIKE)
  const topic = topicOf(portal, page)
  const shown = new Set([page.id, ...like.map(({ id }) => id)])
  const best = topic === null ? [] : portal.library.topicPages(topic.slug, { offset: 0, limit: 2 * shown.size })
  const ofTopic = best.filter(({ id }) => !shown.has(id)).slice(0, MOST_OF_TOPIC)
  const name = topic === null ? '' : topicName(portal, topic)
  return markup`<div class="aside">${list('like', replay.moreLikeThis, like)}${list('of-topic', fill(replay.moreOfTopic, { topic: name }), ofTopic)}${topic === null ? NOTHING : neighbourTopics(request, portal, topic)}</div>`
}

/** Subjects stand before their topics: the last is the narrowest. */
function topicOf(portal: Portal, { topics }: PageCard): Topic | null {
  const slug = topics.at(-1)
  return slug === undefined ? null : portal.library.topic(slug)
}

function list(id: string, title: string, pages: readonly PageCard[]): Markup {
  if (pages.length === 0) return NOTHING
  const items = pages.map(({ url, title, image, language, site }) => {
    const picture =
      image === ''
        ? NOTHING
        : markup`<img src="${rawPath(image)}" alt="" width="64" height="48" loading="lazy" decoding="async">`
    return markup`<li><a href="${viewPath(url)}">${picture}<span lang="${languageTag(language)}" dir="auto">${title}</span></a> <span class="address">${readableHost(site)}</span></li>\n`
  })
  return markup`<section class="panel related" aria-labelledby="${id}"><h2 id="${id}">${title}</h2><ul>${items}</ul></section>\n`
}
