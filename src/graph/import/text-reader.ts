/**
 * The text of links for graphs: of archived pages by the code of the live crawl, and of crawl logs by what the crawl wrote
 * down. Both give what the strategy of a live crawl is told, so that a simulation can tell another one the same.
 */
import type { StrategyNeed, UrlTable } from '../../contracts.js'
import { createMemoryUrlTable } from '../../frontier/index.js'
import type { LinkColumns } from '../builder-text.js'
import type { TextReader } from './context.js'
import type { LinkContext } from '../index.js'
import { createLinkJudge, type JudgeSpec } from '../../judge/index.js'
import { LinkWords } from '../../page/links/link-words.js'
import { createStrategy } from '../../strategy/index.js'
import type { PageEntry } from '../../collection/log/entry.js'
import { createLinkJudging, readJudgements } from '../../collection/link-judgements.js'
import { loggedPlaces, readPlaces } from '../../collection/link-places.js'
import { loggedAnchor, textAround } from '../../collection/link-surroundings.js'

const PLACES: readonly StrategyNeed[] = ['tagPath', 'listPlace']
const SCORES: Record<LinkContext, StrategyNeed> = { elements: 'link-score', words: 'link-score-words' }

/** Null for the judge: nobody says what is wanted, so links have words, but neither scores nor names. */
export function createTextReader(judge: JudgeSpec | null, context: LinkContext): TextReader {
  const asked = new Set<StrategyNeed>(judge === null ? [] : [SCORES[context], 'names'])
  const judging = judge === null ? null : createLinkJudging(asked, () => createLinkJudge(judge))
  const words = new LinkWords()
  return {
    context,
    links({ links }) {
      for (let i = 0; i < links.length; i++) {
        judging?.add(links[i])
        words.add(links[i].url, loggedAnchor(links[i].anchor), textAround(links, i))
      }
      return {
        ...readJudgements(asked, links.length, judging?.take() ?? {}),
        ...readPlaces(new Set(PLACES), links.length, { places: loggedPlaces(links) }),
        words: words.take(),
      }
    },
  }
}

/** What a log says about links, line by line. */
export class LoggedText {
  private readonly words = new LinkWords()
  /** By number in the log. Texts are kept as bytes, because a log names ten URLs for each that was fetched. */
  private readonly urls: UrlTable = createMemoryUrlTable()
  private isOtherContext = false

  /** `keepsJudgements`: the crawl was for what the graph is for. */
  constructor(
    private readonly context: LinkContext,
    private readonly keepsJudgements: boolean,
  ) {}

  /** The next number of the log stands for this URL. */
  addUrl(url: string): void {
    const number = this.urls.size
    this.urls.add(number, number, url)
  }

  /** A run with this strategy begins: it decides what the log holds. */
  beginRun(strategy: string): void {
    const asked = contextAskedBy(strategy)
    this.isOtherContext = asked !== null && asked !== this.context
  }

  /** Of the links of a page, of which there are `numbers.length`. False scores are worse than none. */
  columns(entry: PageEntry, numbers: readonly number[]): LinkColumns {
    const { words, keepsJudgements } = this
    const asked = new Set<StrategyNeed>()
    if (keepsJudgements && !this.isOtherContext && entry.scores !== undefined) asked.add('link-score')
    if (keepsJudgements && entry.names !== undefined) asked.add('names')
    numbers.forEach((number, i) => {
      const isKnown = Number.isInteger(number) && number >= 0 && number < this.urls.size
      const url = isKnown ? this.urls.url(number) : ''
      words.add(url, textAt(entry.anchors, i), textAt(entry.around, i))
    })
    return {
      ...readJudgements(asked, numbers.length, entry),
      ...readPlaces(new Set(entry.places === undefined ? [] : PLACES), numbers.length, entry),
      words: words.take(),
    }
  }
}

/** Null when the strategy does not tell: it asks for none, or is none of ours. */
function contextAskedBy(spec: string): LinkContext | null {
  try {
    const { needs, wants = [] } = createStrategy(spec)
    const asked = [...needs, ...wants]
    return asked.includes('link-score') ? 'elements' : asked.includes('link-score-words') ? 'words' : null
  } catch {
    return null
  }
}

function textAt(texts: unknown, i: number): string {
  const text: unknown = Array.isArray(texts) ? texts[i] : ''
  return typeof text === 'string' ? text : ''
}
