/**
 * What rendering has brought so far: in all, by host, and by template of URLs on it. A part of the crawl's memory: it changes by log
 * entries alone. From it follows whether the next page that seems to need a browser gets one.
 *
 *   empty pages        rendered, until trials on the template or the host have brought nothing
 *   weaker evidence    one trial for a template, two for a host, and none on new hosts when most trials of the crawl brought nothing;
 *                      from then on only where trials have brought something
 */
import type { PageEntry } from '../collection/log/entry.js'
import type { LoggedRendering } from '../collection/log/rendering-entry.js'
import type { PageId, Persistent, StateFields } from '../contracts.js'
import type { RenderingNeed } from '../page/index.js'
import { patternsOf } from '../traps/index.js'
import { tellCounts, tellSet } from '../state-collections.js'

type Visited = Pick<PageEntry, 'id' | 'url' | 'relevant'>

/** Trials without success that are enough to stop. */
const WEAK_TRIALS = { template: 1, host: 2 }
const EMPTY_TRIALS = { template: 2, host: 5 }
/** Of weaker evidence of one kind in the whole crawl, and the share of them that must have brought something. */
const KIND_TRIALS = 6
const KIND_SUCCESS = 0.3
/** Share of trials that must bring something where a template goes on. */
const LEAST_SUCCESS = 0.25
const NO_TRIALS: ReadonlyMap<string, number> = new Map()
/** Templates and hosts that are remembered; the oldest are forgotten. */
const MOST_KEYS = 50_000

export class RenderingMemory implements Persistent {
  /** Pages that went to a browser, those it brought something for, and those it could not render. */
  rendered = 0
  brought = 0
  failed = 0
  /** Pages that are relevant only as rendered. */
  wanted = 0
  text = 0
  links = 0
  /** By number: whose rendered documents are in the archive. */
  readonly pages = new Set<PageId>()
  private readonly tried = new Map<string, number>()
  private readonly useful = new Map<string, number>()
  /** Under way, of this run only. */
  private readonly pending = new Map<string, number>()
  private pendingCount = 0

  /** Pages that went to the browser, and those that are there. */
  get asked(): number {
    return this.rendered + this.pendingCount
  }

  /** Whether a page with this evidence is worth a browser: 'wait' when a trial is under way that will tell. `left`: of the budget. */
  decide(url: string, need: Exclude<RenderingNeed, ''>, left: number): 'go' | 'wait' | 'no' {
    if (left <= 0) return 'no'
    if (!this.isWorth(url, need, NO_TRIALS)) return 'no'
    return this.isWorth(url, need, this.pending) ? 'go' : 'wait'
  }

  private isWorth(url: string, need: Exclude<RenderingNeed, ''>, pending: ReadonlyMap<string, number>): boolean {
    const triedOf = (key: string): number => (this.tried.get(key) ?? 0) + (pending.get(key) ?? 0)
    const [template, host, kind] = keysOf(url, need)
    const limits = need === 'empty' ? EMPTY_TRIALS : WEAK_TRIALS
    const tried = triedOf(template)
    const useful = this.useful.get(template) ?? 0
    if (useful > 0) return useful / Math.max(1, this.tried.get(template) ?? 0) >= LEAST_SUCCESS
    if (tried >= limits.template) return false
    const ofKind = triedOf(kind)
    const isDoubtful = ofKind >= KIND_TRIALS && (this.useful.get(kind) ?? 0) < KIND_SUCCESS * ofKind
    if (need !== 'empty' && isDoubtful) return false
    return (this.useful.get(host) ?? 0) > 0 || triedOf(host) < limits.host
  }

  /** A page goes to the browser: pages of its template that come meanwhile count it as a trial. */
  begin(url: string, need: RenderingNeed): () => void {
    const keys = keysOf(url, need)
    this.pendingCount++
    for (const key of keys) this.pending.set(key, (this.pending.get(key) ?? 0) + 1)
    return () => {
      this.pendingCount--
      for (const key of keys) {
        const left = (this.pending.get(key) ?? 1) - 1
        if (left === 0) this.pending.delete(key)
        else this.pending.set(key, left)
      }
    }
  }

  add({ id, url, relevant }: Visited, logged: LoggedRendering): void {
    const { need, failed, same, brought, was, text, links, place, ms } = logged
    if (place !== undefined) this.pages.add(id)
    // of an earlier round
    if (failed !== undefined && ms === 0 && need === '') return
    this.rendered++
    // it says nothing about what rendering brings
    if (same === true) return
    if (failed !== undefined) this.failed++
    if (brought === true) this.brought++
    if (relevant && was === false) this.wanted++
    this.text += Math.max(0, (text?.[1] ?? 0) - (text?.[0] ?? 0))
    this.links += Math.max(0, (links?.[1] ?? 0) - (links?.[0] ?? 0))
    for (const key of keysOf(url, need)) {
      count(this.tried, key)
      if (brought === true) count(this.useful, key)
    }
  }

  persist(fields: StateFields): void {
    this.rendered = fields.number('rendered', this.rendered)
    this.brought = fields.number('brought', this.brought)
    this.failed = fields.number('failed', this.failed)
    this.wanted = fields.number('wanted', this.wanted)
    this.text = fields.number('text', this.text)
    this.links = fields.number('links', this.links)
    tellSet(fields, 'pages', this.pages)
    tellCounts(fields, 'tried', this.tried)
    tellCounts(fields, 'useful', this.useful)
  }
}

function keysOf(url: string, need: string): [template: string, host: string, kind: string] {
  const { own, host } = patternsOf(url)
  return [`${need} ${own[0]?.text ?? host.text}`, `${need} ${host.text}`, need]
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
  if (counts.size <= MOST_KEYS) return
  for (const oldest of counts.keys()) {
    counts.delete(oldest)
    return
  }
}
