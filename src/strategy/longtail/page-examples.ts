/**
 * What a visited page teaches: all that its prediction was made of, and what the page turned out to be, in numbers that mean the same in
 * every partition of a crawl. Whatever `longtail` learns, from its own pages or from others', it learns from such a list.
 */
import type { SharedExample, GroupId, Visit } from '../../contracts.js'
import { sigmoid } from '../../learn/index.js'
import type { Exploration } from './exploration.js'
import type { LinkEvidence } from './link-evidence.js'
import type { LinkWordWeights } from './link-word-weights.js'
import { createFacts, type ServerFacts, type ServerMemory } from './server-memory.js'
import { TOPIC_FEATURES, worthOf, type TopicEvidence } from './topic-evidence.js'
import type { TrackRecord } from './track-record.js'

// Places in the list. Features of the topic follow where there is one, then words, then what is left (told-outlooks.ts) where it was looked at.
/** Above 0 for a find. Its size: for how many pages the example stands, 1 unless it says more. */
const IS_FIND = 0
/** How much the page was wanted, 0…1. */
const LABEL = 1
const LINKS_TO_IT = 2
const TLD_KEY = 3
const PAGES = 4
const FINDS = 5
const GROUP_PAGES = 6
const GROUP_FINDS = 7
const RELEVANT_SOURCES = 8
const OTHER_SOURCES = 9
const EVIDENCE = 10
const DOMAIN_SERVERS = 11
const DOMAIN_FINDS = 12
const LINKS = 13
const LINKS_TO_RELEVANT = 14
const HAS_TOPIC = 15
/** Of a server whose first finds these are, + 1; 0 for all others. */
const NEW_SERVER = 16
const WORDS = 17
const FIXED = 18

interface Learners {
  readonly evidence: LinkEvidence
  readonly memory: ServerMemory
  readonly exploration: Exploration
  readonly words: LinkWordWeights | null
  readonly record: TrackRecord
}

export function isFindIn(example: SharedExample): boolean {
  return example[IS_FIND] > 0
}

export function timesIn(example: SharedExample): number {
  return Math.max(1, Math.abs(example[IS_FIND]))
}

/** The same for so many pages. */
export function asMany(example: SharedExample, times: number): SharedExample {
  return times === 1 ? example : [isFindIn(example) ? times : -times, ...example.slice(1)]
}

/** The key of a server that turned out relevant by this page; null in all other cases. */
export function newServerIn(example: SharedExample): number | null {
  return example[NEW_SERVER] === 0 ? null : example[NEW_SERVER] - 1
}

/** How much a page of a topic was wanted; null where there is no topic. */
export function worthIn(example: SharedExample): number | null {
  return example[HAS_TOPIC] === 1 ? example[LABEL] : null
}

function startOfWords(example: SharedExample): number {
  return FIXED + (example[HAS_TOPIC] === 1 ? TOPIC_FEATURES : 0)
}

/** Where what its page taught ends. */
export function endOfLesson(example: SharedExample): number {
  return startOfWords(example) + example[WORDS]
}

export class PageExamples {
  private readonly facts = createFacts()

  /** Without `learning` only outcomes are counted. */
  constructor(
    private readonly learners: Learners,
    private readonly learning: boolean,
  ) {}

  /** Before the page is counted anywhere. Its words are forgotten. */
  tell(visit: Visit, group: GroupId, isFind: boolean, topic: TopicEvidence | null): number[] {
    const { evidence, memory, exploration, words } = this.learners
    const facts = memory.look(group)
    const hub = exploration.hubOf(visit.host)
    const example = [
      Number(isFind),
      topic === null ? Number(isFind) : worthOf(visit),
      evidence.wordOf(visit.page),
      memory.tldKey(group),
      facts.pages,
      facts.finds,
      facts.groupPages,
      facts.groupFinds,
      facts.relevantSources,
      facts.otherSources,
      facts.evidence,
      facts.domainServers,
      facts.domainFinds,
      hub.links,
      hub.toRelevant,
      topic === null ? 0 : 1,
      this.isNewServer(facts, isFind) && visit.hostKey !== undefined ? visit.hostKey + 1 : 0,
      0,
    ]
    topic?.tell(visit.page, example)
    const start = example.length
    words?.tell(visit.page, example)
    example[WORDS] = example.length - start
    return example
  }

  /**
   * The prediction that brought a page here, compared with what it is. `topic` is there when the example has one. Returns how wrong it was,
   * 0…1.
   */
  learn(example: SharedExample, topic: TopicEvidence | null): number {
    const { evidence, memory, exploration, words, record } = this.learners
    const isFind = isFindIn(example)
    const times = timesIn(example)
    const facts = this.recall(example)
    const ofTopic = example[HAS_TOPIC] === 1 ? topic : null
    evidence.fill(example[LINKS_TO_IT])
    ofTopic?.fillFrom(example, FIXED)
    words?.fillFrom(example, startOfWords(example), example[WORDS])
    let logit = evidence.model.logit() + (words?.model.logit() ?? 0) + memory.logitOf(facts)
    if (ofTopic !== null) logit += ofTopic.model.logit()
    record.note(logit, isFind, times)
    const error = sigmoid(logit) - example[LABEL]
    let surprise = Math.abs(error)
    if (this.learning) {
      evidence.model.learn(error, times)
      memory.model.learn(error, times)
      words?.model.learn(error, times)
      ofTopic?.model.learn(error, times)
      const isUndecided = !memory.showsRelevance(facts.finds, facts.pages)
      const hub = { links: example[LINKS], toRelevant: example[LINKS_TO_RELEVANT] }
      if (isUndecided) surprise = Math.max(surprise, Math.abs(exploration.learn(facts, hub, isFind, times)))
    }
    if (memory.showsRelevance(facts.finds + Number(isFind), facts.pages + 1)) exploration.harvest(isFind, times)
    return surprise
  }

  private isNewServer({ finds, pages }: ServerFacts, isFind: boolean): boolean {
    const { memory } = this.learners
    return !memory.showsRelevance(finds, pages) && memory.showsRelevance(finds + Number(isFind), pages + 1)
  }

  private recall(example: SharedExample): typeof this.facts {
    const { facts } = this
    facts.tldClass = this.learners.memory.tlds.ofKey(example[TLD_KEY])
    facts.pages = example[PAGES]
    facts.finds = example[FINDS]
    facts.groupPages = example[GROUP_PAGES]
    facts.groupFinds = example[GROUP_FINDS]
    facts.relevantSources = example[RELEVANT_SOURCES]
    facts.otherSources = example[OTHER_SOURCES]
    facts.evidence = example[EVIDENCE]
    facts.domainServers = example[DOMAIN_SERVERS]
    facts.domainFinds = example[DOMAIN_FINDS]
    return facts
  }
}
