/**
 * SB-CLASSIFIER: a sleeping bandit over the places in which links stand. An action is a cluster of like tag paths (tag-clusters.ts); it
 * sleeps while it has no links. Of those awake the one with the largest
 *
 *   mean reward + α·√(ln t / n)        n: pages fetched through it, t: through all
 *
 * gives the next link. A classifier that learns online from the words of links picks those that seem to lead to wanted pages: they
 * do not wait for their action, but are fetched at once.
 *
 * The reward of a page is the number of new wanted pages that it gives: itself, if it is wanted, and those of its links that the
 * classifier picked and that are wanted. In the source pages and targets are different things, so there a page itself is no reward.
 *
 * Levels: seeds and links that were picked, links that the bandit chose, all others. One link is chosen whenever a page that was not picked is
 * done, so that with several pages under way as many are chosen ahead.
 */
import type { Links, PageId, PlaceControl, Visit } from '../contracts.js'
import { growAll, tellAll } from '../growing-arrays.js'
import { OnlineLogistic, sigmoid } from '../learn/index.js'
import { decimal, defineStrategy, flag } from './definition.js'
import { LinkWordWeights } from './longtail/link-word-weights.js'
import { TagClusters } from './tag-clusters.js'

const PICKED = 1
const CHOSEN = 2
const WAITING = 3

// of the classifier: large first steps, because links are many and their words few; of three pairs the best on webkb and university-dev
const RATE = 1
const CAUTION = 0.1

export const tagBandit = defineStrategy({
  name: 'tag-bandit',
  summary: 'links in places where links to relevant pages were before, as a bandit over tag paths; drops nothing',
  source: 'Gauquier, Manolescu, Senellart 2025 (SB-CLASSIFIER)',
  parameters: {
    alpha: decimal(2.83, 0, 100, 'α, the weight of exploration; 2√2 in the source'),
    theta: decimal(0.75, 0, 1, 'least cosine at which two tag paths are one action'),
    classifier: flag(
      true,
      'links whose words promise a relevant page are fetched at once, where the crawl records words',
    ),
  },
  create({ alpha, theta, classifier }) {
    const clusters = new TagClusters(theta)
    // by action; the first is that of seeds, which stand in no page
    const actions = {
      pulls: new Uint32Array(1),
      rewards: new Float64Array(1),
      first: new Uint32Array(1), // of its links, in the order of finding: page + 1, 0: none
      last: new Uint32Array(1),
    }
    const pages = {
      level: new Uint8Array(0), // best given, 0: never met
      done: new Uint8Array(0),
      action: new Uint16Array(0), // of the first link to it
      via: new Uint32Array(0), // where that link stands
      next: new Uint32Array(0), // in its action: page + 1
    }
    const words = new LinkWordWeights(RATE, CAUTION)
    const constant = new OnlineLogistic({ features: 1, active: 1, rate: RATE, caution: CAUTION })
    let pulls = 0
    let due = 0 // links to choose

    function enqueue(page: PageId, action: number, via: PageId): void {
      pages.level[page] = WAITING
      pages.action[page] = action
      pages.via[page] = via
      pages.next[page] = 0
      if (actions.first[action] === 0) actions.first[action] = page + 1
      else pages.next[actions.last[action] - 1] = page + 1
      actions.last[action] = page + 1
    }

    /** The oldest link that waits, or -1: the action sleeps. */
    function oldest(action: number): PageId {
      const { first } = actions
      while (first[action] !== 0) {
        const page = first[action] - 1
        if (pages.done[page] === 0 && pages.level[page] === WAITING) return page
        first[action] = pages.next[page]
      }
      return -1
    }

    function choose(): PageId {
      const curiosity = Math.log(Math.max(pulls, 1))
      let best = -1
      let most = -Infinity
      for (let action = 0; action <= clusters.size; action++) {
        const page = oldest(action)
        if (page === -1) continue
        const n = actions.pulls[action]
        const score = n === 0 ? Infinity : actions.rewards[action] / n + alpha * Math.sqrt(curiosity / n)
        if (score <= most) continue
        most = score
        best = page
      }
      return best
    }

    function learn({ page, relevant }: Visit): void {
      const action = pages.action[page]
      if (pages.level[page] === PICKED) {
        if (relevant) actions.rewards[pages.action[pages.via[page]]]++
      } else if (action !== 0) {
        actions.pulls[action]++
        pulls++
        if (relevant) actions.rewards[action]++
      }
      if (pages.done[page] === 0 && pages.level[page] !== PICKED) due++
      pages.done[page] = 1
      words.fill(page)
      constant.begin()
      constant.put(0, 1)
      const error = sigmoid(constant.logit() + words.model.logit()) - Number(relevant)
      constant.learn(error)
      words.model.learn(error)
    }

    /** Gives all links their action. */
    function sort(visit: Visit, { to, start, end, features }: Links): void {
      const rows = classifier ? features.words : null
      for (let i = start; i < end; i++) {
        const page = to[i]
        const path = features.tagPath?.[i - start] ?? 0
        if (pages.level[page] === 0) {
          const action = 1 + clusters.clusterOf(path)
          growAll(actions, action + 1)
          enqueue(page, action, visit.page)
          if (rows !== null) words.remember(page, rows, i - start)
        }
        if (rows === null || pages.level[page] !== WAITING || pages.done[page] === 1) continue
        if (constant.weights[0] + words.logit(rows, i - start) > 0) pages.level[page] = PICKED
      }
    }

    /** Links of the page at hand are offered after this, so they are not moved. */
    function chooseNext({ to, start, end }: Links, places: PlaceControl): void {
      const row = to.subarray(start, end)
      for (; due > 0; due--) {
        const page = choose()
        if (page === -1) break
        pages.level[page] = CHOSEN
        if (!row.includes(page)) places.move(page, CHOSEN)
      }
    }

    return {
      levels: WAITING,
      groupBy: 'none',
      reorders: 'never',
      needs: ['tagPath'],
      wants: classifier ? ['words'] : [],
      reserve(count) {
        growAll(pages, count)
      },
      seed(page) {
        pages.level[page] = PICKED
        pages.via[page] = page
        return PICKED
      },
      score(visit, links, out, places) {
        learn(visit)
        sort(visit, links)
        chooseNext(links, places)
        const { to, start, end } = links
        for (let i = start; i < end; i++) out[i - start] = pages.level[to[i]]
      },
      persist(fields) {
        fields.part('clusters', clusters)
        tellAll(fields, actions)
        tellAll(fields, pages)
        fields.part('words', words)
        fields.part('constant', constant)
        pulls = fields.number('all-pulls', pulls)
        due = fields.number('due', due)
      },
      hop(from, to) {
        const level = pages.level[from]
        if (level === 0 || (pages.level[to] !== 0 && pages.level[to] <= level)) return
        if (pages.level[to] === 0) enqueue(to, pages.action[from], pages.via[from])
        pages.level[to] = level
        if (pages.done[to] === 0) pages.done[from] = 1 // its place is taken
      },
      lost(page) {
        if (pages.done[page] === 0 && pages.level[page] === CHOSEN) due++
        pages.done[page] = 1
      },
    }
  },
})
