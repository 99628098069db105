/**
 * Text in a learned language that a crawl found, to learn more of it from; and text of its neighbours from the same places.
 *
 * A crawl for Minangkabau must not end as one for Indonesian. So nothing is believed because the crawl believed it: a page counts when
 * the model of the first examples is surer of it than a crawl has to be, and so is the model that the crawl went by. No server has more
 * than its share. Pages that neither model is near to, and that the identifier takes for another language, are text of that language:
 * a neighbour in the same genre is what a model knows least about.
 */
import type { Doubt } from '../collection/doubts.js'
import { readText } from '../documents/read-page.js'
import { GramScorer } from '../page/language/learned/gram-scores.js'
import type { LanguageModel } from '../page/language/learned/language-model.js'
import { BORDER, standing } from '../page/language/learned/standing.js'
import { windowsOf } from '../page/language/learned/text-windows.js'
import { hostOf } from '../page/url/parts.js'
import { CrawledCaptures } from './crawled-captures.js'
import { doubtIn, inTurn, mostTelling, type Doubted } from './doubtful-paragraphs.js'

/** Texts of pages in another language, which was found in the same places. */
export interface NeighbourPages {
  readonly language: string
  readonly pages: readonly string[]
}

export interface FoundText {
  /** Surest pages first, one of each server in turn. */
  readonly own: readonly string[]
  readonly neighbours: readonly NeighbourPages[]
  readonly hosts: number
  /** Pages that the crawl took for the language, and that are not sure enough to be learned from. */
  readonly doubtful: number
  /** Paragraphs to ask a person about, the most telling first. */
  readonly doubts: readonly Doubt[]
}

/**
 * Above the border of a crawl, and below it. By a model of 5 KB of stories in South Ndebele, pages of statements stand at 0.73 to 0.85,
 * and Zulu ones, which are most like them, at 0.58 to 0.75; Minangkabau pages at 0.88 to 1.04, Indonesian ones at 0.53 to 0.62.
 */
const SURE = BORDER + 0.02
const OTHER = BORDER - 0.04
const MIN_SHARE = 0.8
const MAX_SHARE_OF_OTHERS = 0.02
const MIN_LETTERS = 200
/** Pages that are read; of one server, and of one neighbour. */
const MAX_PAGES = 2000
const MAX_OF_HOST = 20
const MAX_OF_NEIGHBOUR = 40

interface Candidate {
  readonly url: string
  readonly language: string
  /** Mixed pages are only asked about. */
  readonly kind: 'own' | 'other' | 'mixed'
}

/** `models`: that of the first examples, and those that crawls went by. `settled`: paragraphs that a person has answered about. */
export async function findText(
  crawls: readonly string[],
  models: readonly LanguageModel[],
  settled: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<FoundText> {
  const [{ code }] = models
  const captures = new CrawledCaptures()
  const candidates = new Map<string, Candidate>()
  for (const crawl of crawls)
    await captures.add(crawl, {
      answer({ t, url, status, relevant, language, share }) {
        if (t !== 'page' || status !== 200 || language === 'und') return
        // the share of a verdict is that of what is wanted
        const isOwn = language === code && relevant && share >= MIN_SHARE
        const isOther = !relevant && share <= MAX_SHARE_OF_OTHERS
        candidates.set(url, { url, language, kind: isOwn ? 'own' : isOther ? 'other' : 'mixed' })
      },
    })
  const standsAt = levels(models)
  const own: { text: string; host: string; at: number }[] = []
  const others = new Map<string, string[]>()
  const perHost = new Map<string, number>()
  const doubted: Doubted[] = []
  let doubtful = 0
  let read = 0
  const isMixed = ({ kind }: Candidate): number => Number(kind === 'mixed')
  for (const { url, language, kind } of [...candidates.values()].sort((a, b) => isMixed(a) - isMixed(b))) {
    signal.throwIfAborted()
    const host = hostOf(url)
    const pages = others.get(language) ?? []
    const isOwn = kind === 'own'
    const isFull = isOwn
      ? (perHost.get(host) ?? 0) >= MAX_OF_HOST
      : kind === 'other' && pages.length >= MAX_OF_NEIGHBOUR
    if (isFull || read >= MAX_PAGES) continue
    read++
    const exchange = await captures.find(url)
    const text = exchange === null ? '' : (await readText(exchange)).text
    if (text.length < MIN_LETTERS) continue
    const all = standsAt(text)
    if (isOwn && Math.min(...all) >= SURE) {
      own.push({ text, host, at: Math.min(...all) })
      perHost.set(host, (perHost.get(host) ?? 0) + 1)
      continue
    }
    if (isOwn) doubtful++
    if (kind === 'other' && Math.max(...all) < OTHER) others.set(language, [...pages, text])
    else doubted.push(...doubtIn({ text, url, host, language: code, taken: language }, standsAt, settled))
  }
  return {
    own: inTurn(own.sort((a, b) => b.at - a.at)).map(page => page.text),
    neighbours: [...others]
      .map(([language, pages]) => ({ language, pages }))
      .filter(({ language }) => isLike(models[0], language)),
    hosts: perHost.size,
    doubtful,
    doubts: mostTelling(doubted),
  }
}

/** Where a text stands between each model's rivals and its language. */
export type Levels = (text: string) => number[]

export function levels(models: readonly LanguageModel[]): Levels {
  const scorers = models.map(model => new GramScorer(model))
  return text => {
    const pieces = windowsOf(text)
    return models.map((model, i) =>
      standing(
        model,
        pieces.map(piece => scorers[i].score(piece)),
      ),
    )
  }
}

/** Languages that nobody would take for this one teach nothing. */
function isLike({ rivals, answers }: LanguageModel, language: string): boolean {
  return rivals.some(({ code }) => code === language) || (answers.shares[language] ?? 0) > 0
}
