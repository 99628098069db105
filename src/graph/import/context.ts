/** What every importer gets: where pages go, what is wanted, and where to say what was left out. */
import type { Judge, Page } from '../../contracts.js'
import type { GraphBuilder } from '../builder.js'
import type { LinkColumns } from '../builder-text.js'
import type { LinkContext } from '../web-graph.js'
import type { AnchorTest } from '../../page/language/anchor-language.js'

/** How the text of links is read. */
export interface TextReader {
  /** What the scores of contexts are read from. */
  readonly context: LinkContext
  /** What the links of a page say: link i of `page.links` is entry i of the columns. */
  links(page: Page): LinkColumns
}

export interface ImportContext {
  readonly builder: GraphBuilder
  /** Null: nobody is asked about pages of archives. */
  readonly judge: Judge | null
  /** ISO 639-3 codes of the wanted languages, whether relevance stands for them or they are wanted beside something else. */
  readonly wanted: ReadonlySet<string>
  /** The wanted languages were named by whoever imports, so they count for more than what a source says about its target. */
  readonly isTargetGiven: boolean
  /** Relevance of a page in this language; undefined when languages do not decide. */
  isRelevant(language: string): boolean | undefined
  /** Links that a page asks crawlers not to follow are links all the same. */
  readonly keepsNofollow: boolean
  readonly isAnchorInTarget: AnchorTest | null
  /** Null: the text of links is left out. */
  readonly text: TextReader | null
  /** Counts what was left out; reasons are in the plural: "redirects without a target". */
  skip(reason: string, count?: number): void
  /** Bytes of the present file read so far. */
  progress(done: number): void
  readonly signal: AbortSignal | undefined
}
