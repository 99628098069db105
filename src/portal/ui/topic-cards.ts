/** Topics as boxes: a picture, the name, how many pages, a sentence. Picture and sentence come from the topic's best pages. */
import { joined, markup, NOTHING, type Markup } from '../../markup.js'
import { getOrMake } from '../../get-or-make.js'
import type { HouseRules, Topic } from '../contracts.js'
import type { Portal, PortalRequest } from '../server/route.js'
import { firstSentence } from './first-sentence.js'
import { counted } from './format.js'
import { cover, languageTag } from './page-list.js'
import { topicName, type TopicTree } from './topic-names.js'

const BEST_PAGES = 24
/** Pages whose text is read for a sentence. */
const READ_PAGES = 12
const MOST_CHILDREN = 5
/** Of a name without its ending. */
const STEM_SHARE = 0.7
const LONGEST_ARTICLE = 4

export interface TopicFace {
  /** Addresses of archived images, those of the best pages first. */
  readonly images: readonly string[]
  readonly sentence: string
  /** Of the sentence, for `lang`. */
  readonly language: string
}

interface Faces {
  readonly builtAt: number
  readonly bySlug: Map<string, TopicFace>
}

/** Until something is built or the administrator changes something: a page that is blocked leaves no sentence behind. */
const known = new WeakMap<HouseRules, Faces>()

export function topicFace(portal: Portal, topic: Topic): TopicFace {
  const rules = portal.people.rules()
  const { builtAt } = portal.library.facts()
  let faces = known.get(rules)
  if (faces?.builtAt !== builtAt) known.set(rules, (faces = { builtAt, bySlug: new Map() }))
  return getOrMake(faces.bySlug, topic.slug, () => faceOf(portal, topic))
}

function faceOf(portal: Portal, topic: Topic): TopicFace {
  const pages = portal.library.topicPages(topic.slug, { offset: 0, limit: BEST_PAGES })
  const images = [...new Set(pages.map(({ image }) => image).filter(image => image !== ''))]
  const said = pages.slice(0, READ_PAGES).map(({ id, language }) => {
    const tag = languageTag(language)
    return { sentence: firstSentence(portal.library.textOf(id), tag), language: tag }
  })
  const isAbout = beginsWith(topicName(portal, topic))
  const best = said.find(({ sentence }) => isAbout(sentence)) ?? said.find(({ sentence }) => sentence !== '')
  return { images, sentence: best?.sentence ?? '', language: best?.language ?? '' }
}

/** A sentence that begins with the topic says what it is: "A volcano is …" for Volcanoes, endings and an article aside. */
function beginsWith(name: string): (sentence: string) => boolean {
  const stem = name
    .trim()
    .toLowerCase()
    .slice(0, Math.ceil(STEM_SHARE * name.trim().length))
  return sentence => {
    const at = stem === '' ? -1 : sentence.toLowerCase().indexOf(stem)
    return at >= 0 && at <= LONGEST_ARTICLE
  }
}

export function topicLink(slug: string, name: string): Markup {
  return markup`<a href="/topics/${encodeURIComponent(slug)}">${name}</a>`
}

/** No two boxes have the same picture, as long as there are others. */
export function topicCards(request: PortalRequest, portal: Portal, tree: readonly TopicTree[]): Markup {
  const used = new Set<string>()
  const tiles = tree.map(({ topic, children }) => {
    const face = topicFace(portal, topic)
    const image = face.images.find(url => !used.has(url)) ?? ''
    used.add(image)
    return topicCard(request, portal, topic, { ...face, images: [image] }, children)
  })
  // two or three fill the line, more keep to the columns
  return markup`<ul class="tiles${tree.length === 2 || tree.length === 3 ? ' few' : ''}">${tiles}</ul>`
}

function topicCard(
  request: PortalRequest,
  portal: Portal,
  topic: Topic,
  { images: [image], sentence, language }: TopicFace,
  children: readonly TopicTree[],
): Markup {
  const { common } = request.messages
  const name = topicName(portal, topic)
  const below = children
    .slice(0, MOST_CHILDREN)
    .map(child => markup`<li>${topicLink(child.topic.slug, topicName(portal, child.topic))}</li>`)
  const said = sentence === '' ? NOTHING : markup`<p lang="${language}" dir="auto">${sentence}</p>`
  return markup`<li class="tile">${cover(image, name)}<div class="about"><a class="name" href="/topics/${encodeURIComponent(topic.slug)}">${name}</a><span class="count">${counted(request.language, topic.pages, common.pagesOne, common.pagesMany)}</span>${said}${below.length === 0 ? NOTHING : markup`<ul>${joined(below)}</ul>`}</div></li>\n`
}
