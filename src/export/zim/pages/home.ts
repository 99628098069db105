/** The front page: what there is and where to begin. And the page about the collection. */
import { joined, markup, NOTHING, type Markup } from '../../../markup.js'
import type { PageCard } from '../../../portal/index.js'
import { counted, formatDate, formatNumber, languageName } from '../../../portal/ui/format.js'
import { fill } from '../../../portal/ui/messages.js'
import { readableHost } from '../../../portal/ui/page-list.js'
import { topicTree, type TopicTree } from '../../../portal/ui/topic-names.js'
import { SOFTWARE } from '../../../version.js'
import { languagesOf } from '../metadata.js'
import { OWN, relativeAddress } from '../paths.js'
import { ABOUT, drawCards, HOME, type Desk, type OwnPage } from './frame.js'
import type { NamedLesson } from './lessons.js'
import { sitePath } from './sites.js'
import { topicLink, topicName } from './topics.js'

const MOST_TOPICS = 24
const MOST_CHILDREN = 5
const BEST_OF_TOPIC = 3
const BEST_PAGES = 20
const MOST_LESSONS = 50
const MOST_SITES = 12
const MOST_LANGUAGES = 8

export function homePage(desk: Desk, lessons: readonly NamedLesson[]): OwnPage {
  const { messages, rules, library, texts } = desk
  const featured = (rules.featured.get('') ?? []).map(url => library.page(url)).filter(page => page !== null)
  const section = (title: string, content: Markup): Markup => markup`<section><h2>${title}</h2>\n${content}</section>\n`
  const content = markup`<h1 class="title">${desk.title}</h1>
${facts(desk)}
<p class="notice">${texts.searchHint}</p>
${featured.length === 0 ? NOTHING : section(messages.browse.recommended, drawCards(desk, HOME, featured))}
${lessons.length === 0 ? NOTHING : section(messages.common.lessons, lessonLinks(lessons))}
${desk.hasTopics ? section(messages.browse.browseTopics, topicTiles(desk)) : section(messages.browse.bestPages, drawCards(desk, HOME, library.bestPages({ offset: 0, limit: BEST_PAGES })))}
${section(texts.largest, largestSites(desk, HOME))}`
  return { path: HOME, title: desk.title, isFront: true, content }
}

function facts(desk: Desk): Markup {
  const { language, messages } = desk
  const { pages, sites } = desk.library.facts()
  const size = fill(messages.browse.collection, {
    pages: counted(language, pages, messages.common.pagesOne, messages.common.pagesMany),
    sites: counted(language, sites, messages.common.sitesOne, messages.common.sitesMany),
  })
  const names = languageNames(desk)
  const tongues = names.length < 2 ? NOTHING : markup` · ${messages.browse.languages}: ${joined(names, ', ')}`
  return markup`<p class="facts">${size}${tongues}</p>`
}

function languageNames({ language, messages, library }: Desk): Markup[] {
  // those that the file itself names: one page of a thousand in another language is mostly a mistake of the identifier
  const named = new Set(languagesOf(library, undefined))
  const listed = library.facts().languages.filter(({ value }) => value !== 'und' && named.has(value))
  return listed
    .slice(0, MOST_LANGUAGES)
    .map(
      ({ value, count }) =>
        markup`${languageName(language, value, messages.search.unknownLanguage)} (${formatNumber(language, count)})`,
    )
}

function lessonLinks(lessons: readonly NamedLesson[]): Markup {
  const links = lessons
    .slice(0, MOST_LESSONS)
    .map(({ path, lesson }) => markup`<li><a href="${relativeAddress(HOME, path)}">${lesson.title}</a></li>\n`)
  return markup`<ul class="lessons">${links}</ul>`
}

function topicTiles(desk: Desk): Markup {
  const { library, messages, language } = desk
  const tree = tilesOf(topicTree(library.topics()))
  const tiles = tree.slice(0, MOST_TOPICS).map(({ topic, children }) => {
    const below = children
      .slice(0, MOST_CHILDREN)
      .map(child => markup`<li>${topicLink(desk, HOME, child.topic.slug, topicName(desk, child.topic))}</li>`)
    const best = library.topicPages(topic.slug, { offset: 0, limit: BEST_OF_TOPIC }).map(page => bestLink(desk, page))
    const list = markup`<ul>${below}${best}</ul>`
    return markup`<li class="tile">${topicLink(desk, HOME, topic.slug, topicName(desk, topic))} <span class="count">${counted(language, topic.pages, messages.common.pagesOne, messages.common.pagesMany)}</span>${list}</li>\n`
  })
  const all =
    tree.length <= MOST_TOPICS
      ? NOTHING
      : markup`<p><a href="${relativeAddress(HOME, `${OWN}/topics`)}">${messages.browse.allTopics}</a></p>`
  return markup`<ul class="tiles">${tiles}</ul>${all}`
}

/** A subject with its topics is one tree: all of them are shown. */
function tilesOf(tree: readonly TopicTree[]): readonly TopicTree[] {
  const [only] = tree
  return tree.length === 1 && only.children.length > 0 ? [{ ...only, children: [] }, ...only.children] : tree
}

function bestLink({ resolver, want }: Desk, { url, title }: PageCard): Markup {
  const target = resolver.resolve(url)
  if (target === null) return NOTHING
  want(target.capture.url)
  return markup`<li><a href="${relativeAddress(HOME, target.path)}" dir="auto">${title}</a></li>`
}

function largestSites(desk: Desk, from: string): Markup {
  const { language, messages } = desk
  const sites = desk.library.sites({ offset: 0, limit: MOST_SITES })
  const links = sites.map(
    ({ host, pages }) =>
      markup`<li><a href="${relativeAddress(from, sitePath(host))}">${readableHost(host)} (${formatNumber(language, pages)})</a></li>`,
  )
  return markup`<ul class="chips">${links}</ul>
<p><a href="${relativeAddress(from, `${OWN}/sites`)}">${messages.browse.allSites}</a></p>`
}

/** `date`: of the export, milliseconds since the epoch. */
export function aboutPage(desk: Desk, [first, last]: readonly [number, number], date: number): OwnPage {
  const { language, messages, texts } = desk
  const [from, to] = [formatDate(language, first), formatDate(language, last)]
  const saved =
    from === to ? fill(messages.replay.savedOn, { date: from }) : fill(texts.saved, { first: from, last: to })
  const content = markup`<h1>${texts.about}</h1>
${facts(desk)}
<p>${saved}</p>
<p>${texts.links}</p>
<p>${texts.still}</p>
<p>${texts.rights}</p>
<h2>${texts.largest}</h2>
${largestSites(desk, ABOUT)}
<p class="count">${fill(messages.browse.updated, { date: formatDate(language, date) })}. ${fill(texts.madeWith, { software: SOFTWARE.replace('/', ' ') })}</p>`
  return { path: ABOUT, title: texts.about, isFront: false, content }
}
