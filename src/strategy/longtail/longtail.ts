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
 * Pages whose chance is below 1 in `worth` are held back; the crawl ends when nothing else is left. In coverage mode servers
 * that server-conservative would have fetched from are spared: whatever it finds is found, only later.
 */
import type {
  GroupId,
  HostId,
  Links,
  PageId,
  PlaceControl,
  StrategyModel,
  StrategyNeed,
  Visit,
} from '../../contracts.js'
import { logitOf, sigmoid } from '../../learn/index.js'
import { tellFlag } from '../../state-collections.js'
import { defineStrategy } from '../definition.js'
import { growAll, grownShorts, tellAll } from '../../grown.js'
import { Outlook } from './estimate.js'
import { explainHost } from './explain.js'
import { Exploration } from './exploration.js'
import { FROM_IRRELEVANT, FROM_RELEVANT, LinkEvidence } from './link-evidence.js'
import { LinkWordWeights } from './link-word-weights.js'
import { loadModel, saveModel } from './model.js'
import { longtailParameters, settingsOf, type LongtailValues } from './parameters.js'
import { biasOf, levelOf, LEVELS } from '../log-odds-places.js'
import { EVIDENCE, ServerMemory } from './server-memory.js'
import { hasOpinion, TopicEvidence, worthOf } from './topic-evidence.js'

/** Step of the models and its caution: AdaGrad as usual, tried at 0.05, 0.1 and 0.2 on seeds 1, 2 and 4. */
const RATE = 0.2
const CAUTION = 0.05
/** Words are many and each is rare: they must learn from few examples. */
const WORD_RATE = 0.3
/**
 * Servers that promise little pay even less: the better ones of their kind were probed before them, and the mean yield is
 * that of all. Tried at 1, 1.3, 1.6, 2, 2.5 and 3 on seeds 1 and 4; little changes from 2 on.
 */
const DOUBT = 2.5
/** Exploration has its full weight once the harvest of the last pages, about so many, has fallen below this. */
const HARVEST_SPAN = 2000
const RICH = 0.7
/** Nothing is held back before the models have seen so many pages: where little is relevant they begin too pessimistic. */
const WARM_UP = 1000
/** All directories of a server are placed anew when its log-odds have moved by this much. */
const RERANK = 0.25
/** A queued page moves when its level changes by this much: less is noise, and every move costs its age. */
const LEAST_MOVE = 12
const FETCHED = 0xffff
/** The links of a page are placed anew when its log-odds have moved by this much. */
const LIST_RERANK = 0.25

export const longtail = defineStrategy<LongtailValues>({
  name: 'longtail',
  summary: 'learns while it crawls: links, directories, servers, and what probing an unknown server is worth',
  source: 'this project (docs/strategies.md)',
  parameters: longtailParameters,
  create(values, knowledge) {
    const { learning, exploration: explores, domains, hubs, anchors, words: usesWords, scores, duplicates } = values
    const { explore, worth, floor } = settingsOf(values)
    const evidence = new LinkEvidence(RATE, CAUTION)
    const memory = new ServerMemory(RATE, CAUTION, values.hierarchy)
    const exploration = new Exploration(memory, RATE, CAUTION, { hubs })
    const outlook = new Outlook(memory, exploration)
    const words = usesWords ? new LinkWordWeights(WORD_RATE, CAUTION) : null
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
    let found = 0
    let groupColumn: Uint32Array = new Uint32Array(0) // by page, as the last visit showed it

    let weight = explore.early // of exploration
    let harvest = 1 // of late
    const valueOf = (index: number): number => weight * index ** DOUBT

    /** Gives a group the place that its server and directory deserve. */
    function rank(group: GroupId, places: PlaceControl): void {
      const server = memory.columns.host[group]
      let wanted = biasOf(memory.logit(group))
      if (explores && memory.servers.finds[server] === 0 && groups.bestLevel[group] !== 0) {
        const value = valueOf(exploration.index(group, server))
        if (value > 0) wanted = Math.max(wanted, groups.bestLevel[group] - levelOf(logitOf(value)))
      }
      if (groups.bias[group] === wanted) return
      groups.bias[group] = wanted
      places.bias(group, wanted)
    }

    function rankServer(server: HostId, places: PlaceControl): void {
      for (let group = memory.first(server); group !== -1; group = memory.after(group)) rank(group, places)
      memory.ranked(server)
    }

    /** While pages are plenty they are fetched first; when downloads pay less, it is time to look for more. */
    function lookAround(isFind: boolean, places: PlaceControl): void {
      harvest += ((isFind ? 1 : 0) - harvest) / HARVEST_SPAN
      if (harvest > RICH || weight === explore.late) return
      weight = explore.late
      for (let server = 0; server < groups.spared.length; server++)
        if (memory.servers.finds[server] === 0) rankServer(server, places)
    }

    /** What server-conservative would fetch from: relevant servers, and undecided ones that a relevant server leads to. */
    function spareOrNot(server: HostId, places: PlaceControl): void {
      if (floor === 0) return
      const pages = memory.servers.pages[server]
      const isReached = pages > 0 || memory.bestEvidence(server) !== EVIDENCE.other
      const isSpared = memory.servers.finds[server] > 0 || (pages <= floor && isReached)
      if ((groups.spared[server] === 1) === isSpared) return
      groups.spared[server] = isSpared ? 1 : 0
      places.spare(server, isSpared)
    }

    /** The prediction that brought the page here, compared with what it is. */
    function learn(visit: Visit, group: GroupId, isFind: boolean): void {
      const { page, host: server } = visit
      evidence.fill(page)
      words?.fill(page)
      topic?.fill(page)
      let logit = evidence.model.logit() + (words?.model.logit() ?? 0) + memory.logit(group)
      if (topic !== null) logit += topic.model.logit()
      const error = sigmoid(logit) - (topic === null ? Number(isFind) : worthOf(visit, isFind))
      if (learning) {
        evidence.model.learn(error)
        memory.model.learn(error)
        words?.model.learn(error)
        topic?.model.learn(error)
      }
      if (memory.servers.finds[server] === 0 && learning) exploration.learn(group, server, isFind)
    }

    function count(visit: Visit, group: GroupId, isFind: boolean, places: PlaceControl): void {
      const server = visit.host
      const wasRelevant = memory.servers.finds[server] > 0
      memory.count(group, server, isFind)
      if (isFind) outlook.note(++found, { held, groupOf: groupColumn, groups: groups.bias.length })
      else if (visit.relevant) groups.repeats[server]++
      const isRelevant = memory.servers.finds[server] > 0
      if (isRelevant) exploration.harvest(isFind)
      if (!isRelevant || !wasRelevant || memory.hasMoved(server, RERANK)) rankServer(server, places)
      else rank(group, places)
      spareOrNot(server, places)
      lookAround(isFind, places)
    }

    /** What the target makes of the links of the page, and what the page shows about those who link to it. */
    function consult(visit: Visit, links: Links, isFind: boolean, places: PlaceControl): void {
      const { anchorScore, contextScore } = links.features
      if (!scores || anchorScore === null || contextScore === null) return
      if (topic === null) {
        if (!hasOpinion(anchorScore)) return
        topic = aboutTopic
        topic.reserve(held.length)
      }
      topic.follow(links, visit)
      topic.lists.note(visit.page, worthOf(visit, isFind))
      topic.lists.moved(visit.page, LIST_RERANK, page => placeAnew(page, links.group[page], places))
      topic.lists.add(visit.page, links.to, links.start, links.end)
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

    /** One link: what it says about its target, and the target's level. */
    function follow(visit: Visit, links: Links, i: number, kinds: Kinds, places: PlaceControl): number {
      const page = links.to[i]
      if (held[page] === FETCHED) return 0
      const group = links.group[page]
      const source = links.group[visit.page]
      const server = memory.columns.host[group]
      const isInside = server === visit.host
      const { anchorInTarget, words: rows } = links.features
      const k = i - links.start
      const hasAnchor = anchors && kinds.isRelevant && anchorInTarget !== null && anchorInTarget[k] === 1
      const kind = !isInside ? kinds.elsewhere : group === source ? kinds.sameDirectory : kinds.sameServer
      evidence.add(page, kind, kinds.distance, hasAnchor)
      let isNews = memory.list(group)
      if (!isInside && memory.linkBetween(visit.host, server, kinds.evidence)) isNews = true

      let logit = evidence.logit(page)
      if (topic !== null) logit += topic.placing(page)
      if (words !== null && rows !== null) logit += words.logit(rows, k)
      const before = held[page]
      let level = levelOf(logit)
      if (before !== 0 && Math.abs(level - before) < LEAST_MOVE) level = before
      if (words !== null && rows !== null && level !== before) words.remember(page, rows, k)
      held[page] = level
      if (groups.bestLevel[group] === 0 || level < groups.bestLevel[group]) {
        groups.bestLevel[group] = level
        if (memory.servers.finds[server] === 0) isNews = true
      }
      if (isNews) {
        rank(group, places)
        spareOrNot(server, places)
      }
      return level
    }

    const kinds: Kinds = {
      isRelevant: false,
      sameDirectory: 0,
      sameServer: 0,
      elsewhere: 0,
      evidence: 0,
      distance: 0,
    }
    let isCut = worth === 0
    let visits = 0 // until the cut

    return {
      levels: LEVELS,
      groupBy: 'directory',
      needs: ['host'],
      wants: wishes(values),
      reorders: 'often',
      reserve(pages, groupCount) {
        evidence.reserve(pages)
        held = grownShorts(held, pages)
        topic?.reserve(held.length)
        memory.reserve(groupCount)
        exploration.reserve(groupCount)
        growAll(groups, groupCount)
      },
      seed(page) {
        evidence.seed(page)
        held[page] = 1
        return 1
      },
      score(visit, links, out, places) {
        const { features, group: groupOf, start, end } = links
        if (features.host === null) throw new TypeError('the strategy longtail needs the host of each group')
        memory.columns = { host: features.host, tld: features.tld, domain: domains ? features.domain : null }
        if (!isCut && ++visits === WARM_UP) {
          isCut = true
          places.cutoff(levelOf(logitOf(1 / worth)))
        }
        groupColumn = groupOf
        const { page, host, relevant } = visit
        const group = groupOf[page]
        const isFind = relevant && !(duplicates && visit.duplicate)
        memory.list(group)
        learn(visit, group, isFind)
        held[page] = FETCHED
        if (hubs && !relevant && memory.servers.finds[host] === 0) {
          for (let i = start; i < end; i++) {
            const target = features.host[groupOf[links.to[i]]]
            if (target !== host) exploration.linkFrom(host, memory.servers.finds[target] > 0)
          }
        }
        count(visit, group, isFind, places)
        consult(visit, links, isFind, places)

        const isOnRelevant = memory.servers.finds[host] > 0
        kinds.isRelevant = relevant
        kinds.sameDirectory = relevant ? FROM_RELEVANT.sameDirectory : FROM_IRRELEVANT.sameDirectory
        kinds.sameServer = relevant ? FROM_RELEVANT.sameServer : FROM_IRRELEVANT.sameServer
        kinds.elsewhere = relevant
          ? FROM_RELEVANT.elsewhere
          : isOnRelevant
            ? FROM_IRRELEVANT.relevantServer
            : FROM_IRRELEVANT.elsewhere
        kinds.evidence = relevant ? EVIDENCE.relevantPage : isOnRelevant ? EVIDENCE.relevantServer : EVIDENCE.other
        kinds.distance = relevant ? 0 : Math.min(evidence.distance(page) + 1, 7)
        for (let i = start; i < end; i++) out[i - start] = follow(visit, links, i, kinds, places)
      },
      hop(from, to) {
        evidence.copy(from, to)
        topic?.copy(from, to)
        if (held[to] === 0 && held[from] !== FETCHED) held[to] = held[from]
      },
      lost(page) {
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
        tellAll(fields, groups)
        found = fields.number('found', found)
        groupColumn = fields.array('group-of-page', groupColumn)
        weight = fields.number('weight', weight)
        harvest = fields.number('harvest', harvest)
        isCut = tellFlag(fields, 'is-cut', isCut)
        visits = fields.number('visits', visits)
      },
      estimate: () => outlook.estimate(found, { held, groupOf: groupColumn, groups: groups.bias.length }),
      explain: server =>
        explainHost(server, {
          memory,
          exploration,
          floor,
          least: worth === 0 ? 0 : 1 / worth,
          worthOf: valueOf,
          repeats: groups.repeats,
        }),
      model: (): StrategyModel => saveModel(topic === null ? models : { ...models, topic: topic.model }),
    }
  },
})

/** Nobody should gather what is not used. */
function wishes({ domains, anchors, words, scores, duplicates }: LongtailValues): StrategyNeed[] {
  const wanted: StrategyNeed[] = ['tld']
  if (domains) wanted.push('domain')
  if (anchors) wanted.push('anchorInTarget')
  if (words) wanted.push('words')
  if (scores) wanted.push('link-score')
  if (duplicates) wanted.push('duplicate')
  return wanted
}

/** What the visited page makes of each kind of link on it. */
interface Kinds {
  isRelevant: boolean
  sameDirectory: number
  sameServer: number
  elsewhere: number
  evidence: number
  distance: number
}
