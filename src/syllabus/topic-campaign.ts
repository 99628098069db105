/** The campaign of one topic of a syllabus. */
import type { Campaign } from '../campaign/index.js'
import type { TopicState } from '../collection/syllabus-file.js'
import type { Collection } from './collection.js'
import type { SyllabusTopic } from './syllabus.js'

/** Relevant pages per topic, as in the paper, when the campaign has no limits.relevant. */
const DEFAULT_QUOTA = 500
/** A topic of which nine pages in ten are something else is not worth more of anybody's bandwidth. */
const PAGES_PER_WANTED = 10

/** Pages and relevant pages are limits of every topic; bytes and time are limits of the whole. */
export function topicCampaign(
  campaign: Campaign,
  topic: SyllabusTopic,
  collection: Collection,
  timeMs: number | undefined,
): Campaign {
  const target = { ...campaign.target }
  delete target.syllabus
  const { limits } = campaign
  const relevant = limits.relevant ?? DEFAULT_QUOTA
  return {
    ...campaign,
    name: `${campaign.name}-${topic.slug}`,
    target: { ...target, topic: { model: collection.modelOf(topic), 'min-score': 0.5 } },
    seeds: [],
    limits: {
      ...limits,
      relevant,
      pages: limits.pages ?? PAGES_PER_WANTED * relevant,
      ...(limits.bytes === undefined ? {} : { bytes: limits.bytes - collection.bytesBeside(topic) }),
      ...(limits.time === undefined ? {} : { time: timeMs }),
    },
  }
}

/** Nothing more would come of going on. */
export function isDone({ stopped, pages, relevant }: TopicState, { limits }: Campaign): boolean {
  // without a page its seeds could not be reached
  if (stopped === 'finished') return pages > 0
  if (stopped === 'quota') return relevant >= (limits.relevant ?? Infinity)
  return stopped === 'pages' && pages >= (limits.pages ?? Infinity)
}
