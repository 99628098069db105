/** Families of real webs with text: strategies see the verdicts of a judge that was trained on examples, the labels are the truth. */
import { seedPages } from '../strategies/seed-pages.js'
import { PUBLISHED_WITH_PLACES } from '../strategies/specs.js'
import { labelsOf, truthOf, type TestWeb } from '../strategies/truth.js'
import { judgeWeb } from '../topics/judged.js'
import {
  CLASSES,
  nameOfSubject,
  SUBJECTS_B,
  university,
  webkb,
  wikischools,
  type Topic,
  type TopicWeb,
} from '../topics/topic-webs.js'
import { readUniversityLabels } from '../topics/university-topics.js'
import { trainJudge } from '../topics/train.js'
import { once, type Family, type FamilyOptions } from './web.js'

interface TextFamily extends Pick<Family, 'name' | 'summary'> {
  /** Their names in the web. */
  readonly topics: readonly string[]
  read(data: string): Promise<TopicWeb>
}

/** A web is added by a function that reads it and says which of its pages are about what. */
const TEXT_FAMILIES: readonly TextFamily[] = [
  {
    name: 'webkb',
    summary: 'real: four universities in 1997, wanted is a kind of page',
    topics: CLASSES,
    read: data => webkb(data, 'webkb'),
  },
  {
    name: 'wikischools',
    summary: 'real: an encyclopaedia for schools, wanted is a subject',
    topics: SUBJECTS_B.map(nameOfSubject),
    read: data => wikischools(data, 'wikischools', SUBJECTS_B),
  },
  {
    name: 'university',
    summary: 'real: one university in 2021 with its templates, twins and calendars, wanted is a topic',
    topics: readUniversityLabels().topics,
    read: university,
  },
]

/** Also those that look where links stand, those published for topics, and one with parameters for small webs. */
const ALSO_RUN = [...PUBLISHED_WITH_PLACES, 'shark', 'shark:d=10', 'best-segment', 'naive-bayes:kb=200']

const SEEDS = 5
const LEAST_LINKS = 3
/** Share of the pages that must be in reach. */
const LEAST_REACH = 0.4

export function textFamilies({ data, firstSeed }: FamilyOptions): Family[] {
  return TEXT_FAMILIES.map(({ name, summary, topics, read }) => {
    const web = once(() => read(data))
    return {
      name,
      summary,
      alsoRun: ALSO_RUN,
      webs: topics.map(topic => ({
        name: topic.replaceAll('_', ' '),
        async open() {
          const opened = await web()
          const found = opened.topics.find(one => one.name === topic)
          if (found === undefined) throw new Error(`${name} has no topic ${topic}`)
          return topicWeb(opened, found, firstSeed + 1)
        },
      })),
    }
  })
}

function topicWeb({ web }: TopicWeb, { name, wanted: labels, counted, examples }: Topic, seed: number): TestWeb {
  const judge = trainJudge(examples, name)
  const judged = judgeWeb(web, judge)
  const wanted = labelsOf(judged, page => labels[page] === 1)
  const rule = { count: SEEDS, leastLinks: LEAST_LINKS, goodDraws: 1, leastPages: LEAST_REACH * web.pages.size }
  const graph = { ...judged, seeds: seedPages(judged, wanted, rule, seed) }
  return { graph, truth: truthOf(graph, wanted, counted), judgeErrors: judge.errors }
}
