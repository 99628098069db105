/**
 * What the target makes of the links of a page: made in the analysis workers, written into the log as base64, and read from
 * there by the live crawl and by the replay alike, so that a resumed strategy needs no model to be told the same.
 */
import type { LinkJudge, NameColumns, PageLink, StrategyNeed } from '../contracts.js'
import { NO_OPINION } from '../page/links/link-score.js'

/** As the log has them; '' when nobody asks. */
export interface LoggedJudgements {
  readonly scores: string
  readonly names: string
}

export interface LinkJudgements {
  readonly anchorScore: Uint8Array | null
  readonly contextScore: Uint8Array | null
  readonly names: NameColumns | null
}

export const NO_LOGGED_JUDGEMENTS: LoggedJudgements = { scores: '', names: '' }
export const NO_JUDGEMENTS: LinkJudgements = { anchorScore: null, contextScore: null, names: null }

const SCORE_BYTES = 2
const NAME_BYTES = 4
const NEAREST_WORDS = 2

/** Judges links one page at a time: `add` each link that is followed, then `take`. */
export interface LinkJudging {
  add(link: PageLink): void
  take(): LoggedJudgements
}

export function asksForJudgements(asked: ReadonlySet<StrategyNeed>): boolean {
  return asksForScores(asked) || asked.has('names')
}

function asksForScores(asked: ReadonlySet<StrategyNeed>): boolean {
  return asked.has('link-score') || asked.has('link-score-words')
}

/** Null when the strategy asks for none of this. */
export function createLinkJudging(asked: ReadonlySet<StrategyNeed>, createJudge: () => LinkJudge): LinkJudging | null {
  if (!asksForJudgements(asked)) return null
  const judge = createJudge()
  const asksScores = asksForScores(asked)
  const asksNames = asked.has('names')
  const contextOf = asked.has('link-score') ? neighbours : nearestWords
  let scores: number[] = []
  let names: number[] = []
  return {
    add(link) {
      if (asksScores) {
        const context = contextOf(link)
        const anchorScore = inByte(255 * judge.score(link.anchor))
        scores.push(
          anchorScore,
          context === '' ? anchorScore : inByte(255 * judge.score(`${link.anchor} ${context}`.trim())),
        )
      }
      if (asksNames) {
        const text = judge.names(`${link.before} ${link.anchor} ${link.after}`)
        const url = judge.names(wordsOfUrl(link.url))
        names.push(inByte(text.named), inByte(text.words), inByte(url.named), inByte(url.words))
      }
    },
    take() {
      const taken = { scores: base64(scores), names: base64(names) }
      scores = []
      names = []
      return taken
    },
  }
}

/**
 * The columns of a page's `links` links as they stand in the log. What is missing there (another strategy was at work then) or
 * damaged says nothing.
 */
export function readJudgements(
  asked: ReadonlySet<StrategyNeed>,
  links: number,
  logged: { readonly scores?: unknown; readonly names?: unknown },
): LinkJudgements {
  if (!asksForJudgements(asked)) return NO_JUDGEMENTS
  const scores = asksForScores(asked) ? bytesOf(logged.scores, links * SCORE_BYTES, NO_OPINION) : null
  const names = asked.has('names') ? bytesOf(logged.names, links * NAME_BYTES, 0) : null
  return {
    anchorScore: scores === null ? null : every(scores, SCORE_BYTES, 0, links),
    contextScore: scores === null ? null : every(scores, SCORE_BYTES, 1, links),
    names:
      names === null
        ? null
        : {
            anchorNames: every(names, NAME_BYTES, 0, links),
            anchorWords: every(names, NAME_BYTES, 1, links),
            urlNames: every(names, NAME_BYTES, 2, links),
            urlWords: every(names, NAME_BYTES, 3, links),
          },
  }
}

function neighbours(link: PageLink): string {
  return link.neighbours
}

function nearestWords({ before, after }: PageLink): string {
  const last = before.trim().split(/\s+/).slice(-NEAREST_WORDS)
  const first = after.trim().split(/\s+/).slice(0, NEAREST_WORDS)
  return [...last, ...first].join(' ').trim()
}

/** Path and query as a reader would say them: without the host, percent signs undone. */
function wordsOfUrl(url: string): string {
  const path = url.slice(url.indexOf('/', url.indexOf('://') + 3))
  const spaced = path.replaceAll('+', ' ')
  try {
    return decodeURIComponent(spaced)
  } catch {
    return spaced
  }
}

function inByte(value: number): number {
  return Math.max(0, Math.min(255, Math.round(value))) || 0
}

function base64(bytes: readonly number[]): string {
  return Buffer.from(bytes).toString('base64')
}

function bytesOf(text: unknown, length: number, missing: number): Uint8Array {
  const bytes = typeof text === 'string' ? Buffer.from(text, 'base64') : null
  return bytes?.length === length ? bytes : new Uint8Array(length).fill(missing)
}

/** Every `step`-th byte from `from` on. */
function every(bytes: Uint8Array, step: number, from: number, count: number): Uint8Array {
  const column = new Uint8Array(count)
  for (let i = 0; i < count; i++) column[i] = bytes[i * step + from]
  return column
}
