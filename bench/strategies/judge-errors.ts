/** A graph as a judge sees it who is wrong about a share of the pages, the same ones every time, whoever asks. */
import { CRAWLED, RELEVANT, sharedBytes, sharedShorts, type WebGraph } from '../../src/graph/index.js'
import { labelsOf, truthOf, type TestWeb } from './truth.js'

/** Stands for all languages that are neither wanted nor English. */
const ANOTHER = 'mis'

/** Errs on `share` of the wanted and of the other pages, and says so. The truth stays what the graph says. */
export function judgedWrongly(graph: WebGraph, share: number): TestWeb {
  const limit = share * 2 ** 32
  const languages = [...graph.languages, ANOTHER]
  const target = graph.languages.indexOf(graph.target[0])
  const flags = sharedBytes(graph.pages)
  const language = sharedBytes(graph.pages)
  const score = flippable(graph.score)
  for (let page = 0; page < graph.pages; page++) {
    flags[page] = graph.flags[page]
    language[page] = graph.language[page]
    if ((flags[page] & CRAWLED) === 0 || mixed(page) >= limit) continue
    flags[page] ^= RELEVANT
    language[page] = (flags[page] & RELEVANT) !== 0 && target !== -1 ? target : languages.length - 1
    if (score !== null) score[page] = (score instanceof Uint16Array ? 1000 : 255) - score[page]
  }
  return {
    graph: { ...graph, flags, language, languages, score },
    truth: truthOf(graph, labelsOf(graph), null),
    judgeErrors: { falsePositive: share, falseNegative: share },
  }
}

function flippable(score: WebGraph['score']): WebGraph['score'] {
  if (score === null) return null
  const copy = score instanceof Uint16Array ? sharedShorts(score.length) : sharedBytes(score.length)
  copy.set(score)
  return copy
}

/** A 32-bit mixer (Murmur3's last step) of a page id; the constant keeps it apart from draws of the generator. */
function mixed(page: number): number {
  let hash = page ^ 0x5eed1e55
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
