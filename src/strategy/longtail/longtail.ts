/**
 * Our own strategy: learns from every page it fetches, shares what it learns across a server's directories and a domain's
 * servers, and prices the exploration of an unknown server by what such servers have paid before.
 *
 *   log-odds(page) = links to it (link-evidence.ts) + words of the link (link-word-weights.ts) + its server and directory (server-memory.ts)
 *   for topics and nations:  + what the target makes of the link (topic-evidence.ts), and what else its page lists (list-pages.ts)
 *   a server without finds:  at least explore · index^DOUBT (exploration.ts)
 *
 * The first line is learned: after each fetch the error of the prediction moves all weights that made it. A page's own part
 * is its level, its group's part is the group's bias, so news about a server moves all its queued pages at once.
 *
 * What pays less than 1 in `worth` downloads, for all that its record shows (track-record.ts), is held back; the crawl ends when nothing else
 * is left, or when enough was found for sure (estimate.ts). Until then coverage mode spares servers that server-conservative would fetch from.
 */
import type {
  SharedExample,
  GroupId,
  HostId,
  Links,
  PageId,
  PlaceControl,
  StrategyModel,
  Visit,
} from '../../contracts.js'
import { logitOf } from '../../learn/index.js'
import { linksSince } from '../../partition-messages.js'
import { tellFlag, tellSet } from '../../state-collections.js'
import { defineStrategy } from '../definition.js'
import { growAll, grownShorts, grownWords, tellAll } from '../../growing-arrays.js'
import { Outlook } from './estimate.js'
import type { Queue } from './queue-view.js'
import { explainHost } from './explain.js'
import { Exploration } from './exploration.js'
import { LinkEvidence } from './link-evidence.js'
import { createSource, describeSource, kindOf, NO_GROUP } from './link-source.js'
import { JudgeDoubt } from './judge-doubt.js'
import { asMany, endOfLesson, isFindIn, newServerIn, PageExamples, timesIn, worthIn } from './page-examples.js'
import { LinkWordWeights } from './link-word-weights.js'
import { loadModel, saveModel } from './model.js'
import { longtailParameters, settingsOf, wishes, type LongtailValues } from './parameters.js'
import { biasOf, levelOf, LEVELS } from '../log-odds-places.js'
import { EVIDENCE, ServerMemory } from './server-memory.js'
import { hasOpinion, TopicEvidence, worthOf } from './topic-evidence.js'
import { TrackRecord } from './track-record.js'
import { CAUTION, DOUBT, HARVEST_SPAN, LOOK_EVERY, RATE, RICH, WINDOW_PER_WORTH, WORD_RATE } from './tuning.js'
import { WorthTelling } from './worth-telling.js'

/** A judge that errs less often, as those of languages do, is believed. */
const LEAST_ERROR = 0.005
/** A place that no page has. */
const NOTHING = -4 * LEVELS
/** All directories of a server, or the links of a page, are placed anew when its log-odds have moved by this much. */
const RERANK = 0.25
/** A queued page moves when its level changes by this much: less is noise, and every move costs its age. */
const LEAST_MOVE = 12
const FETCHED = 0xffff
export const longtail = defineStrategy<LongtailValues>({
  name: 'longtail',
  summary: 'learns while it crawls: links, directories, servers, and what probing an unknown server is worth',
  source: 'this project (docs/strategies.md)',
  parameters: longtailParameters,
  create(values, knowledge) {
    const { learning, exploration: explores, domains, hubs, anchors, words: usesWords, scores, duplicates } = values
    const { explore, worth, floor, find } = settingsOf(values)
    const told = knowledge?.judgeErrors?.falsePositive ?? 0
    const error = told < LEAST_ERROR ? 0 : told
    const evidence = new LinkEvidence(RATE, CAUTION)
    const memory = new ServerMemory(RATE, CAUTION, values.hierarchy, new JudgeDoubt(error))
    const exploration = new Exploration(memory, RATE, CAUTION, { hubs })
    const record = new TrackRecord(WINDOW_PER_WORTH * worth)
    const outlook = new Outlook(memory, error, knowledge?.judgeErrors?.falseNegative)
    const words = usesWords ? new LinkWordWeights(WORD_RATE, CAUTION) : null
    const examples = new PageExamples({ evidence, memory, exploration, words, record }, learning)
    const models = { links: evidence.model, servers: memory.model, exploration: exploration.model }
    if (knowledge?.model !== undefined) loadModel(models, knowledge.model)
    const aboutTopic = new TopicEvidence(RATE, CAUTION)
    if (knowledge?.model?.topic !== undefined) loadModel({ topic: aboutTopic.model }, knowledge.model)
    let topic: TopicEvidence | null = null // from the first page on whose links the target has an opinion
    let held: Uint16Array = new Uint16Array(0) // by page: level, FETCHED, or 0 when nobody links there
    const groups = {
      bestLevel: new Uint16Array(0), // of what was ever offered
      bias: new Int32Array(0),
      spared: new Uint8Array(0), // by server, like the next
      repeats: new Uint32Array(0), // relevant pages that repeat others
    }
    let order: Uint32Array = new Uint32Array(0) // pages as they were met
    let known = 0
    let groupColumn: Uint32Array = new Uint32Array(0) // by page, as the last visit showed it

    const telling = new WorthTelling()
    const relevantElsewhere = new Set<number>() // servers of other partitions, by their keys

    let weight = explore.early // of exploration
    let harvest = 1 // of late
    const valueOf = (index: number): number => weight * index ** DOUBT

    /** By what probing a server without finds is worth: the same for all its groups; Infinity for none. */
    function probingPlace(group: GroupId, server: HostId): number {
      if (!explores || memory.isRelevant(server)) return Infinity
      const value = valueOf(exploration.index(group, server))
      return value > 0 ? levelOf(logitOf(value)) : Infinity
    }

    /** Gives a group the place that its server and directory deserve. */
    function place(group: GroupId, own: number, probing: number, places: PlaceControl): void {
      const best = groups.bestLevel[group]
      const wanted = best === 0 ? own : Math.max(own, best - probing)
      if (groups.bias[group] === wanted) return
      groups.bias[group] = wanted
      places.bias(group, wanted)
    }

    const ownBias = (group: GroupId): number => biasOf(memory.logit(group))

    function rank(group: GroupId, places: PlaceControl): void {
      const isOffered = groups.bestLevel[group] !== 0
      place(group, ownBias(group), isOffered ? probingPlace(group, memory.columns.host[group]) : Infinity, places)
    }

    function rankServer(server: HostId, places: PlaceControl): void {
      const first = memory.first(server)
      const probing = first === -1 ? Infinity : probingPlace(first, server)
      let ownOfNew: number | null = null // directories that nobody has looked into are believed to be alike
      for (let group = first; group !== -1; group = memory.after(group)) {
        const own = memory.isNew(group) ? (ownOfNew ??= ownBias(group)) : ownBias(group)
        place(group, own, probing, places)
      }
      memory.ranked(server)
    }

    /** While pages are plenty they are fetched first; when downloads pay less, it is time to look for more. */
    function lookAround(places: PlaceControl): void {
      if (harvest > RICH || weight === explore.late) return
      weight = explore.late
      for (let server = 0; server < groups.spared.length; server++)
        if (!memory.isRelevant(server)) rankServer(server, places)
    }

    /** Before it has a level. */
    function meet(page: PageId): void {
      if (held[page] !== 0) return
      order[known++] = page
      outlook.meet(page)
    }

    const queue = (): Queue => ({ order, known, held, groupOf: groupColumn, groups: groups.bias.length })

    /** Now and then: a few pages out of turn, to know what the queue is worth; and the end, when enough was found for sure. */
    function lookAhead(places: PlaceControl): void {
      const look = outlook.look(queue())
      outlook.sample(look, page => {
        held[page] = 1
        places.move(page, 1)
      })
      if (find === 0 || isDone) return
      if (outlook.isEnough(look, find)) finish(places)
    }

    /** Enough was found; or a next round begins, and it may not be enough any more. */
    function finish(places: PlaceControl, isEnough = true): void {
      isDone = isEnough
      for (let server = 0; server < groups.spared.length; server++) spareOrNot(server, places)
      places.cutoff(isEnough ? NOTHING : Infinity)
    }

    /** What no longer pays is held back; it comes back when pages of its kind pay again. */
    function holdBack(places: PlaceControl): void {
      const limit = record.limit(worth, error)
      places.cutoff(limit === -Infinity ? Infinity : levelOf(limit))
    }

    /** What server-conservative would fetch from: relevant servers, and undecided ones that a relevant server leads to. */
    function spareOrNot(server: HostId, places: PlaceControl): void {
      if (floor === 0) return
      const pages = memory.servers.pages[server]
      const isReached = pages > 0 || memory.bestEvidence(server) !== EVIDENCE.other
      const isSpared = !isDone && (memory.isRelevant(server) || (pages <= floor && isReached))
      if ((groups.spared[server] === 1) === isSpared) return
      groups.spared[server] = isSpared ? 1 : 0
      places.spare(server, isSpared)
    }

    function learn(example: SharedExample): number {
      harvest += (timesIn(example) * (Number(isFindIn(example)) - harvest)) / HARVEST_SPAN
      return examples.learn(example, topic)
    }

    function count(visit: Visit, group: GroupId, isFind: boolean, places: PlaceControl): void {
      const server = visit.host
      const wasRelevant = memory.isRelevant(server)
      memory.count(group, server, isFind)
      if (!isFind && visit.relevant) groups.repeats[server]++
      const isRelevant = memory.isRelevant(server)
      if (!isRelevant || !wasRelevant || memory.hasMoved(server, RERANK)) rankServer(server, places)
      else rank(group, places)
      spareOrNot(server, places)
      lookAround(places)
    }

    function haveTopic(): TopicEvidence {
      if (topic === null) (topic = aboutTopic).reserve(held.length)
      return aboutTopic
    }

    /** What the target makes of the links of a page. Null as long as it has no opinion of any. */
    function consult(links: Links, source: Pick<Visit, 'score'>): TopicEvidence | null {
      const { anchorScore, contextScore } = links.features
      if (!scores || anchorScore === null || contextScore === null) return null
      if (topic === null && !hasOpinion(anchorScore)) return null
      haveTopic().follow(links, source)
      return topic
    }

    /** What the page shows about those who link to it, and which pages it lists itself. */
    function noteLists({ lists }: TopicEvidence, visit: Visit, links: Links, places: PlaceControl): void {
      lists.note(visit.page, worthOf(visit))
      lists.moved(visit.page, RERANK, page => placeAnew(page, links.group[page], places))
      lists.add(visit.page, links.to, links.start, links.end)
    }

    /** A queued page about which a page that lists it has changed its mind. */
    function placeAnew(page: PageId, group: GroupId, places: PlaceControl): void {
      if (topic === null || held[page] === 0 || held[page] === FETCHED) return
      const level = levelOf(evidence.logit(page) + topic.placing(page) + (words?.logitOf(page) ?? 0))
      if (Math.abs(level - held[page]) < LEAST_MOVE) return
      held[page] = level
      if (level < groups.bestLevel[group]) groups.bestLevel[group] = level
      places.move(page, level)
    }

    /** `times` links of the source at hand to one page: what they say about it, and its level; 0 when it waits there already. */
    function follow(links: Links, i: number, times: number, places: PlaceControl): number {
      const page = links.to[i]
      if (held[page] === FETCHED) return 0
      const group = links.group[page]
      const server = memory.columns.host[group]
      const isInside = server === source.host
      const { anchorInTarget, words: rows } = links.features
      const k = i - links.start
      const hasAnchor = anchors && source.isRelevant && anchorInTarget !== null && anchorInTarget[k] === 1
      evidence.add(page, kindOf(source, isInside, group), source.distance, hasAnchor, times)
      let isNews = memory.list(group)
      if (!isInside && memory.linkBetween(source.host, source.isOnRelevant, server, source.evidence)) isNews = true

      let logit = evidence.logit(page)
      if (topic !== null) logit += topic.placing(page)
      if (words !== null && rows !== null) logit += words.logit(rows, k)
      const before = held[page]
      let level = levelOf(logit)
      if (before !== 0 && Math.abs(level - before) < LEAST_MOVE) level = before
      if (words !== null && rows !== null && level !== before) words.remember(page, rows, k)
      meet(page)
      held[page] = level
      if (groups.bestLevel[group] === 0 || level < groups.bestLevel[group]) {
        groups.bestLevel[group] = level
        if (!memory.isRelevant(server)) isNews = true
      }
      if (isNews) {
        rank(group, places)
        spareOrNot(server, places)
      }
      return level === before ? 0 : level
    }

    /** What the strategy sees of groups and pages from now on. */
    function look({ features, group }: Links): void {
      const { host, tld, domain, tldNames } = features
      if (host === null) throw new TypeError('the strategy longtail needs the host of each group')
      memory.columns = { host, tld, domain: domains ? domain : null, tldNames }
      groupColumn = group
    }

    const source = createSource()
    // of the last visit
    let lesson: SharedExample | null = null
    let standsFor = 0 // so many pages; 0: not worth telling
    let note: readonly number[] = []
    let isLookedAt = false
    let visits = 0
    let isDone = false // enough was found
    let hopped: PageId = -1 // the last one

    return {
      levels: LEVELS,
      groupBy: 'directory',
      needs: ['host'],
      wants: wishes(values),
      reorders: 'often',
      reserve(pages, groupCount) {
        evidence.reserve(pages)
        outlook.reserve(pages)
        held = grownShorts(held, pages)
        order = grownWords(order, pages)
        topic?.reserve(held.length)
        memory.reserve(groupCount)
        exploration.reserve(groupCount)
        growAll(groups, groupCount)
      },
      seed(page) {
        evidence.seed(page)
        meet(page)
        held[page] = 1
        return 1
      },
      score(visit, links, out, places) {
        look(links)
        const { group: groupOf, start, end } = links
        const { page, host, relevant } = visit
        const group = groupOf[page]
        const isFind = relevant && !(duplicates && visit.duplicate)
        memory.list(group)
        outlook.note(page, held[page], memory.logit(group), isFind)
        const example = examples.tell(visit, group, isFind, topic)
        const surprise = learn(example)
        held[page] = FETCHED
        if (hubs && !relevant && !memory.isRelevant(host)) exploration.linksFrom(host, links, relevantElsewhere)
        count(visit, group, isFind, places)
        if (worth > 0 && !isDone && ++visits % LOOK_EVERY === 0) holdBack(places)
        isLookedAt = outlook.count(isFind)
        if (isLookedAt) lookAhead(places)
        lesson = example
        standsFor = isLookedAt ? 1 : telling.draw(example, surprise)
        if (!isDone && outlook.others.isDone) finish(places)
        const opinion = consult(links, visit)
        if (opinion !== null) noteLists(opinion, visit, links, places)

        const distance = relevant ? 0 : Math.min(evidence.distance(page) + 1, 7)
        describeSource(source, host, group, relevant, memory.isRelevant(host), distance)
        note = [Number(source.isOnRelevant), source.distance]
        for (let i = start; i < end; i++) out[i - start] = follow(links, i, 1, places)
      },
      receive(from, links, out, places) {
        look(links)
        consult(links, from)
        const [isOnRelevant, distance] = from.note
        describeSource(source, from.host, NO_GROUP, from.relevant, isOnRelevant === 1, distance)
        const { start, end, counts } = links
        // links that were not sent since the last one are taken for the like of this
        for (let i = start; i < end; i++) out[i - start] = follow(links, i, linksSince(counts[i - start]), places)
      },
      note: () => note,
      example() {
        if (lesson === null || standsFor === 0) return null
        return isLookedAt ? [...lesson, ...outlook.tell(queue(), isDone)] : asMany(lesson, standsFor)
      },
      absorb(told, from) {
        const worth = worthIn(told)
        if (worth !== null) haveTopic().lists.noteElsewhere(worth)
        learn(told)
        const server = newServerIn(told)
        if (server !== null) relevantElsewhere.add(server)
        outlook.others.hear(from, told, endOfLesson(told))
      },
      hop(from, to) {
        evidence.copy(from, to)
        topic?.copy(from, to)
        hopped = from
        if (held[to] !== 0 || held[from] === FETCHED) return
        meet(to)
        held[to] = held[from]
      },
      nextRound: places => finish(places, false),
      lost(page) {
        // a hop is not lost: what it leads to stands for it
        if (page !== hopped && page < groupColumn.length) {
          outlook.note(page, held[page], memory.logit(groupColumn[page]), false)
        }
        held[page] = FETCHED
      },
      persist(fields) {
        fields.part('links', evidence)
        fields.part('servers', memory)
        fields.part('exploration', exploration)
        fields.part('outlook', outlook)
        if (words !== null) fields.part('words', words)
        if (tellFlag(fields, 'has-topic', topic !== null)) fields.part('topic', (topic = aboutTopic))
        held = fields.array('held', held)
        order = fields.array('order', order)
        known = fields.number('known', known)
        tellAll(fields, groups)
        groupColumn = fields.array('group-of-page', groupColumn)
        weight = fields.number('weight', weight)
        harvest = fields.number('harvest', harvest)
        tellSet(fields, 'relevant-elsewhere', relevantElsewhere)
        fields.part('record', record)
        isDone = tellFlag(fields, 'is-done', isDone)
        visits = fields.number('visits', visits)
      },
      estimate: () => memory.tlds.onlyRead(() => outlook.estimate(queue())),
      signs: () => memory.tlds.onlyRead(() => ({ ...outlook.signs(queue()) })),
      explain(server) {
        const least = worth === 0 ? 0 : 1 / worth
        const facts = { memory, exploration, floor, least, worthOf: valueOf, repeats: groups.repeats }
        return memory.tlds.onlyRead(() => explainHost(server, facts))
      },
      model: (): StrategyModel => saveModel(topic === null ? models : { ...models, topic: topic.model }),
    }
  },
})
