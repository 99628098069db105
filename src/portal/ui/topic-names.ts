/** Topics as the administrator named them, and as a tree. */
import type { Topic } from '../contracts.js'
import type { Portal } from '../server/route.js'

export function topicName(portal: Portal, topic: Topic): string {
  return portal.people.rules().topicNames.get(topic.slug) || topic.name
}

/** For slugs out of facets and requests: what is no topic keeps its slug. */
export function nameOfSlug(portal: Portal, slug: string, otherwise = slug): string {
  const topic = portal.library.topic(slug)
  return topic === null ? otherwise : topicName(portal, topic)
}

/** The slug of `/topics/SLUG`; '' for other addresses. */
export function slugIn(path: string): string {
  const [, slug = ''] = /^\/topics\/([^/?#]+)$/.exec(path) ?? []
  try {
    return decodeURIComponent(slug)
  } catch {
    return slug
  }
}

export interface TopicTree {
  readonly topic: Topic
  readonly children: readonly TopicTree[]
}

/** Parents that are not there, or that go round in a circle, put a topic at the top. */
export function topicTree(topics: readonly Topic[]): TopicTree[] {
  const bySlug = new Map(topics.map(topic => [topic.slug, topic]))
  const children = new Map<string, Topic[]>()
  for (const topic of topics) {
    const parent = isAtTop(topic, bySlug) ? '' : topic.parent
    children.set(parent, [...(children.get(parent) ?? []), topic])
  }
  const build = (slug: string): TopicTree[] =>
    (children.get(slug) ?? []).map(topic => ({ topic, children: build(topic.slug) }))
  return build('')
}

function isAtTop(topic: Topic, bySlug: ReadonlyMap<string, Topic>): boolean {
  const seen = new Set([topic.slug])
  for (let above = bySlug.get(topic.parent); above !== undefined; above = bySlug.get(above.parent)) {
    if (seen.has(above.slug)) return true
    seen.add(above.slug)
  }
  return !bySlug.has(topic.parent)
}
