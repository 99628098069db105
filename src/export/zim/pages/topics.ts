/** Topics: all of them as a tree, and each with its pages, best first. */
import { markup, NOTHING, type Markup } from '../../../markup.js'
import type { Topic } from '../../../portal/index.js'
import { counted } from '../../../portal/ui/format.js'
import { topicTree, type TopicTree } from '../../../portal/ui/topic-names.js'
import { OWN, relativeAddress } from '../paths.js'
import { drawCards, numbered, paging, type Desk, type OwnPage } from './frame.js'

const PER_PAGE = 50
/** Nobody turns more pages; the rest is found by search and by its site. */
const MOST_PAGES = 200

export function topicName({ rules }: Desk, { slug, name }: Topic): string {
  return rules.topicNames.get(slug) || name
}

/** Slugs are names of files elsewhere; one that is not plain is counted instead. */
function topicPath({ library }: Desk, slug: string): string {
  if (/^[\p{L}\p{M}\p{N}_-]{1,200}$/u.test(slug)) return `${OWN}/topic/${slug}`
  return `${OWN}/topic/.${library.topics().findIndex(topic => topic.slug === slug)}`
}

export function topicLink(desk: Desk, from: string, slug: string, name: string): Markup {
  return markup`<a href="${relativeAddress(from, topicPath(desk, slug))}">${name}</a>`
}

export function* topicPages(desk: Desk): Generator<OwnPage> {
  if (!desk.hasTopics) return
  const { common } = desk.messages
  const path = `${OWN}/topics`
  const content = markup`<h1>${common.topics}</h1>\n${topicList(desk, path, topicTree(desk.library.topics()))}`
  yield { path, title: common.topics, isFront: false, content }
  for (const topic of desk.library.topics()) yield* pagesOf(desk, topic)
}

function* pagesOf(desk: Desk, topic: Topic): Generator<OwnPage> {
  const { library, rules, messages, language } = desk
  const name = topicName(desk, topic)
  const path = topicPath(desk, topic.slug)
  const children = library.topics().filter(({ parent }) => parent === topic.slug)
  const featured = (rules.featured.get(topic.slug) ?? []).map(url => library.page(url)).filter(page => page !== null)
  const shown = new Set(featured.map(({ id }) => id))
  for (let page = 1; page <= MOST_PAGES; page++) {
    const from = numbered(path, page)
    const found = library.topicPages(topic.slug, { offset: (page - 1) * PER_PAGE, limit: PER_PAGE + 1 })
    if (page > 1 && found.length === 0) return
    const hasNext = found.length > PER_PAGE && page < MOST_PAGES
    const cards = found.slice(0, PER_PAGE).filter(({ id }) => !shown.has(id))
    const first =
      page > 1
        ? NOTHING
        : markup`${
            children.length === 0
              ? NOTHING
              : topicList(
                  desk,
                  from,
                  children.map(child => ({ topic: child, children: [] })),
                )
          }
${featured.length === 0 ? NOTHING : markup`<section><h2>${messages.browse.recommended}</h2>\n${drawCards(desk, from, featured)}</section>`}`
    const content = markup`<h1>${name}</h1>
<p class="count">${counted(language, topic.pages, messages.common.pagesOne, messages.common.pagesMany)}</p>
${first}
<section><h2>${messages.browse.bestPages}</h2>
${cards.length === 0 ? markup`<p>${messages.browse.noPages}</p>` : drawCards(desk, from, cards)}</section>
${paging(desk, path, page, hasNext)}`
    yield { path: from, title: name, isFront: page === 1, content }
    if (!hasNext) return
  }
}

function topicList(desk: Desk, from: string, tree: readonly TopicTree[]): Markup {
  const { common } = desk.messages
  const items = tree.map(({ topic, children }) => {
    const below = children.length === 0 ? NOTHING : topicList(desk, from, children)
    return markup`<li>${topicLink(desk, from, topic.slug, topicName(desk, topic))} <span class="count">${counted(desk.language, topic.pages, common.pagesOne, common.pagesMany)}</span>${below}</li>\n`
  })
  return markup`<ul class="tree">${items}</ul>`
}
