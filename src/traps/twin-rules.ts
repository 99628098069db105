/** The rules by which spellings of URLs are one page: which pairs were the same on a site, and which URL has a twin that was fetched. */
import type { PageId } from '../contracts.js'
import { count, newsIn, WINDOW, type PatternEvidence } from './evidence.js'
import type { Content, RecentPages } from './recent-pages.js'
import { countTry, type Trap, type TrapKind, type Traps } from './trap.js'
import { siteOf, TWIN_KINDS, twinRule, twinsOf, type TwinKind, type TwinUrl } from './twin-urls.js'

/** The number of a URL that was fetched and answered well, -1 for any other. */
export type FindGood = (url: string) => PageId

/** Pairs without an exception; one is enough when so many pairs of other sites were the same before, without an exception. */
const PAIRS_NEEDED = 3
const PAIRS_ELSEWHERE = 24

export class TwinRules {
  /** The parts are those of the watch, which saves them. */
  constructor(
    private readonly findGood: FindGood,
    private readonly traps: Traps,
    private readonly evidence: PatternEvidence,
    private readonly recent: RecentPages,
    private readonly pending: Map<string, TrapKind>,
  ) {}

  /** True when the page repeats one of its twins. */
  note(url: string, content: Content): boolean {
    let isTwin = false
    for (const twin of twinsOf(url)) {
      const other = this.findGood(twin.url)
      const isSame = other === -1 ? null : this.recent.isSame(other, content)
      if (isSame === true) isTwin = true
      if (isSame !== null && (isSame || twin.kinds.length === 1)) this.count(url, twin, !isSame)
    }
    return isTwin
  }

  /** A URL that only leads to another spelling of itself says that both are one page. */
  noteRedirect(from: string, to: string): void {
    for (const twin of twinsOf(from)) if (twin.url === to && twin.kinds.length === 1) this.count(from, twin, false)
  }

  /** A twin that was fetched and answered well, under rules that hold on this site. */
  find(url: string): { readonly rule: Trap; readonly of: PageId } | null {
    const site = siteOf(url)
    const ruleOf = (kind: TwinKind): Trap | undefined => this.traps.find(twinRule(kind, site))
    if (!TWIN_KINDS.some(kind => ruleOf(kind) !== undefined)) return null
    for (const { url: other, kinds } of twinsOf(url)) {
      // its relative links lead where they were meant to, those of its twin without the slash elsewhere
      if (url.endsWith('/') && kinds.includes('slash')) continue
      const rule = ruleOf(kinds[0])
      if (rule === undefined || kinds.some(kind => ruleOf(kind) === undefined)) continue
      const of = this.findGood(other)
      if (of !== -1) return { rule, of }
    }
    return null
  }

  private count(url: string, { kinds }: TwinUrl, isDifferent: boolean): void {
    const site = siteOf(url)
    for (const kind of kinds) {
      const everywhere = this.evidence.touch(twinRule(kind, '*'))
      count(everywhere, isDifferent, false)
      const rule = twinRule(kind, site)
      const trap = this.traps.find(rule)
      if (trap !== undefined) {
        if (countTry(trap, isDifferent)) this.pending.set(rule, kind)
        continue
      }
      const evidence = this.evidence.touch(rule)
      count(evidence, isDifferent, false)
      const isUsual = everywhere.pages >= PAIRS_ELSEWHERE && newsIn(everywhere, WINDOW) === 0
      const exceptions = Math.min(evidence.pages, WINDOW) >> 4
      const isRule = evidence.pages >= (isUsual ? 1 : PAIRS_NEEDED) && newsIn(evidence, WINDOW) <= exceptions
      if (isRule) this.pending.set(rule, kind)
      else this.pending.delete(rule)
    }
  }
}
