/**
 * The quality of a page as its priority. The source rates the text of a page, by a linear classifier, before it decides whether to
 * crawl it: its web is on disk. A crawler has no text yet, so here a linear scorer expects the quality of a page from what it knows:
 *
 *   logit quality = constant + w·score of the page that links + w·mean score of the host + Σ w[word of the link] / √words
 *
 * and learns from the score of every page that is fetched (AdaGrad). Words count where a crawl has them. A page found by several links
 * has the place of the best of them; a queued page keeps its level while the scorer learns.
 */
import { OnlineLogistic, sigmoid } from '../learn/index.js'
import { growAll, grownDoubles, grownShorts, grownWords, tellAll } from '../growing-arrays.js'
import { defineStrategy, shareOf } from './definition.js'
import { levelOf, LEVELS } from './log-odds-places.js'
import { LinkWordWeights } from './longtail/link-word-weights.js'

// of five settings the best over webkb, university-dev, cc-hosts and a generated web; a word is met seldom, so its steps are larger
const RATE = 0.2
const WORD_RATE = 1
const CAUTION = 0.1

// features of a link
const CONSTANT = 0
const PARENT = 1
const HOST = 2
const FEATURES = 3
/** Before anything is learned a link is worth the score of its parent. */
const FIRST_WEIGHT = 4

export const craw4llm = defineStrategy({
  name: 'craw4llm',
  summary: 'links by the quality that a linear scorer expects; drops nothing',
  source: 'Yu, Liu, Xiong 2025 (Craw4LLM)',
  parameters: {},
  create() {
    const model = new OnlineLogistic({ features: FEATURES, active: FEATURES, rate: RATE, caution: CAUTION })
    model.weights[CONSTANT] = -FIRST_WEIGHT / 2
    model.weights[PARENT] = FIRST_WEIGHT
    const wordWeights = new LinkWordWeights(WORD_RATE, CAUTION)
    let best: Uint16Array = new Uint16Array(0) // by page: best level given, 0: none yet
    const of = { parent: new Float32Array(0) } // by page: score of the page whose link gave it that level
    let downloads: Uint32Array = new Uint32Array(0) // by host
    let quality: Float64Array = new Float64Array(0) // by host: scores, summed up

    /** All but the words. */
    function expect(parent: number, host: number): number {
      model.begin()
      model.put(CONSTANT, 1)
      model.put(PARENT, parent)
      // in the middle as long as nobody knows
      model.put(HOST, (quality[host] + 0.5) / (downloads[host] + 1) - 0.5)
      return model.logit()
    }

    function learn(page: number, host: number, score: number): void {
      if (best[page] !== 0) {
        const known = expect(of.parent[page], host)
        wordWeights.fill(page)
        const error = sigmoid(known + wordWeights.model.logit()) - score
        model.learn(error)
        wordWeights.model.learn(error)
      }
      downloads[host]++
      quality[host] += score
    }

    return {
      levels: LEVELS,
      groupBy: 'server',
      reorders: 'never',
      needs: [],
      wants: ['words'],
      reserve(pages, groups) {
        best = grownShorts(best, pages)
        growAll(of, pages)
        downloads = grownWords(downloads, groups)
        quality = grownDoubles(quality, groups)
      },
      seed(page) {
        best[page] = 1
        of.parent[page] = 1
        return 1
      },
      score(visit, links, out) {
        const { to, start, end, group } = links
        const { words } = links.features
        const score = shareOf(visit.score)
        learn(visit.page, group[visit.page], score)
        const given = best
        for (let i = start; i < end; i++) {
          const page = to[i]
          let logit = expect(score, group[page])
          if (words !== null) logit += wordWeights.logit(words, i - start)
          const level = levelOf(logit)
          const known = given[page]
          if (known !== 0 && known <= level) {
            out[i - start] = known
            continue
          }
          given[page] = out[i - start] = level
          of.parent[page] = score
          if (words !== null) wordWeights.remember(page, words, i - start)
        }
      },
      persist(fields) {
        fields.part('model', model)
        fields.part('words', wordWeights)
        best = fields.array('best', best)
        tellAll(fields, of)
        downloads = fields.array('downloads', downloads)
        quality = fields.array('quality', quality)
      },
      hop(from, to) {
        if (best[from] === 0 || (best[to] !== 0 && best[to] <= best[from])) return
        best[to] = best[from]
        of.parent[to] = of.parent[from]
      },
    }
  },
})
