/** Judges made of judges: all of them, any of them, words that must be there, and signs of pages that nobody can use. */
import type { Judge, LinkJudge, Page, PageSign, Verdict } from '../contracts.js'

/** Wanted by all: the least sure of them is how sure we are. */
export function allOf(judges: readonly Judge[]): Judge {
  return together(judges, 'and', verdicts => ({
    relevant: verdicts.every(({ relevant }) => relevant),
    score: Math.min(1, ...verdicts.map(({ score }) => score)),
    // one that knows the page and does not want it settles the matter
    unknown: verdicts.every(({ relevant, unknown }) => relevant || unknown),
    // what spoke against the page comes first
    first: verdict => !verdict.relevant,
  }))
}

/** Wanted by any: the surest of them counts. */
export function anyOf(judges: readonly Judge[]): Judge {
  return together(judges, 'or', verdicts => ({
    relevant: verdicts.some(({ relevant }) => relevant),
    score: Math.max(0, ...verdicts.map(({ score }) => score)),
    unknown: verdicts.some(({ unknown }) => unknown),
    first: verdict => verdict.relevant,
  }))
}

function together(
  judges: readonly Judge[],
  word: string,
  combine: (verdicts: readonly Verdict[]) => Combination,
): Judge {
  return {
    name: judges.map(({ name }) => name).join(` ${word} `),
    judge(page) {
      const verdicts = judges.map(judge => judge.judge(page))
      return combined(verdicts, combine(verdicts))
    },
  }
}

interface Combination {
  readonly relevant: boolean
  readonly score: number
  /** Whether a page that is not wanted may yet turn out to be. */
  readonly unknown: boolean
  first(verdict: Verdict): boolean
}

function combined(verdicts: readonly Verdict[], { relevant, score, unknown, first }: Combination): Verdict {
  const spoken = verdicts.find(({ language }) => language !== 'und')
  const ordered = [...verdicts.filter(first), ...verdicts.filter(verdict => !first(verdict))]
  return {
    relevant,
    score,
    language: spoken?.language ?? 'und',
    share: spoken?.share ?? 0,
    unknown: !relevant && unknown,
    reasons: ordered.flatMap(({ reasons }) => reasons),
  }
}

/** For links the least (all) or the most (any) of the opinions, and every name that somebody knows. */
export function combinedLinks(judges: readonly LinkJudge[], how: 'all' | 'any'): LinkJudge {
  const pick = how === 'all' ? Math.min : Math.max
  return {
    score: words => pick(...judges.map(judge => judge.score(words))),
    names(words) {
      const counts = judges.map(judge => judge.names(words))
      return {
        named: Math.max(...counts.map(({ named }) => named)),
        words: Math.max(...counts.map(count => count.words)),
      }
    },
  }
}

/**
 * Weighs down what an offline reader cannot use: each sign takes away its strength of what is left of the score, and a page that
 * loses more than half of it is not wanted, nor does it inherit a verdict. The signs are named in the reasons, so that nobody
 * wonders.
 */
export function discounted(judge: Judge, kinds: readonly PageSign['kind'][]): Judge {
  return {
    name: judge.name,
    judge(page) {
      const verdict = judge.judge(page)
      const signs = page.signs.filter(({ kind }) => kinds.includes(kind))
      if (signs.length === 0) return verdict
      const worth = signs.reduce((left, { strength }) => left * (1 - strength), 1)
      const score = verdict.score * worth
      return {
        ...verdict,
        score,
        relevant: verdict.relevant && worth >= 0.5,
        unknown: verdict.unknown && worth >= 0.5,
        reasons: [...signs.map(sign => `discounted: ${SIGN_NAMES[sign.kind]} (${sign.because})`), ...verdict.reasons],
      }
    },
  }
}

const SIGN_NAMES: Record<PageSign['kind'], string> = {
  'needs-script': 'empty without JavaScript',
  paywall: 'behind a paywall',
  shop: 'a shop',
}

/** The page holds one of these words or phrases, as a whole and in any case. */
export function keywordJudge(keywords: readonly string[]): Judge {
  const wanted = keywords.map(keyword => ({ keyword, test: wholeWords(keyword) }))
  return {
    name: `any of ${keywords.join(', ')}`,
    judge(page: Page): Verdict {
      const text = `${page.title}\n${page.fullText}`.toLowerCase()
      const found = wanted.filter(({ test }) => test(text)).map(({ keyword }) => keyword)
      const reasons = [
        found.length > 0 ? `says ${found.slice(0, 5).join(', ')}` : `says none of ${keywords.join(', ')}`,
      ]
      const relevant = found.length > 0
      return { relevant, score: relevant ? 1 : 0, language: 'und', share: 0, unknown: false, reasons }
    },
  }
}

/** Where words have spaces between them, "dive" is not in "diversity". */
function wholeWords(keyword: string): (text: string) => boolean {
  const needle = keyword.trim().toLowerCase()
  if (needle === '') return () => false
  const isOpen = (text: string, at: number): boolean => at < 0 || at >= text.length || !/[\p{L}\p{N}]/u.test(text[at])
  const hasSpaces =
    !/[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(
      needle,
    )
  return text => {
    for (let at = text.indexOf(needle); at !== -1; at = text.indexOf(needle, at + 1))
      if (!hasSpaces || (isOpen(text, at - 1) && isOpen(text, at + needle.length))) return true
    return false
  }
}
