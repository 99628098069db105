/** A pattern that was found to bring nothing new, and the URLs that are held back for it. */
import type { PageId, Persistent, StateFields } from '../contracts.js'
import type { PatternKind } from './patterns.js'
import type { TwinKind } from './twin-urls.js'

export type TrapKind = PatternKind | TwinKind

export const TRAP_KINDS: readonly TrapKind[] = [
  'repeated-path',
  'calendar',
  'session',
  'parameters',
  'numbers',
  'template',
  'host',
  'wildcard',
  'scheme',
  'www',
  'slash',
]

export interface Trap {
  readonly kind: TrapKind
  readonly pattern: string
  /** Compared before it was closed, and those that said nothing new. */
  readonly pages: number
  readonly alike: number
  /** URLs out of reach, which come back when the trap is opened. */
  readonly held: PageId[]
  /** URLs met since the last try, and how many must be met before the next. */
  waited: number
  wait: number
  /** Pages that were fetched all the same, and those that said something new. */
  tries: number
  news: number
}

/** Past these a host is so full of traps that what was learned first may be learned again. */
const MOST_TRAPS = 1 << 14
/** URLs behind these are given up for good. */
export const MOST_HELD = 10_000
const FIRST_WAIT = 8
const LONGEST_WAIT = 1024
const FIELDS = 8

export class Traps implements Persistent {
  private readonly traps = new Map<string, Trap>()

  get size(): number {
    return this.traps.size
  }

  has(pattern: string): boolean {
    return this.traps.has(pattern)
  }

  find(pattern: string): Trap | undefined {
    return this.traps.get(pattern)
  }

  all(): IterableIterator<Trap> {
    return this.traps.values()
  }

  close(kind: TrapKind, pattern: string, pages: number, alike: number): void {
    const { traps } = this
    if (traps.has(pattern)) return
    traps.set(pattern, { kind, pattern, pages, alike, held: [], waited: 0, wait: FIRST_WAIT, tries: 0, news: 0 })
    if (traps.size > MOST_TRAPS) for (const [oldest] of traps) return void traps.delete(oldest)
  }

  /** The URLs that may be asked for again. */
  open(pattern: string): readonly PageId[] {
    const held = this.traps.get(pattern)?.held ?? []
    this.traps.delete(pattern)
    return held
  }

  hold(pattern: string, page: PageId): void {
    const trap = this.traps.get(pattern)
    if (trap === undefined) return
    trap.held.push(page)
    trap.waited++
  }

  persist(fields: StateFields): void {
    const { traps } = this
    const patterns = fields.texts('traps', [...traps.keys()])
    const numbers = fields.array('numbers', Float64Array.from([...traps.values()].flatMap(numbersOf)))
    const held = fields.array('held', Uint32Array.from([...traps.values()].flatMap(trap => trap.held)))
    if (!fields.isLoading) return
    traps.clear()
    let at = 0
    patterns.forEach((pattern, i) => {
      const [kind, pages, alike, waited, wait, tries, news, count] = numbers.subarray(i * FIELDS, (i + 1) * FIELDS)
      const pagesHeld = [...held.subarray(at, at + count)]
      at += count
      const counts = { pages, alike, waited, wait, tries, news }
      traps.set(pattern, { kind: TRAP_KINDS[kind] ?? 'template', pattern, held: pagesHeld, ...counts })
    })
  }
}

function numbersOf({ kind, pages, alike, waited, wait, tries, news, held }: Trap): number[] {
  return [TRAP_KINDS.indexOf(kind), pages, alike, waited, wait, tries, news, held.length]
}

/** A page of a trap was fetched all the same. True when it should be opened again. */
export function countTry(trap: Trap, isNews: boolean): boolean {
  trap.tries++
  trap.waited = 0
  if (isNews) trap.news++
  else trap.wait = Math.min(2 * trap.wait, LONGEST_WAIT)
  return trap.news >= 2 && 4 * trap.news >= trap.tries
}

/** Why URLs are held back, for people. */
export function trapText({ kind, pattern, pages, alike, held }: Trap): string {
  const since = held.length === 0 ? '' : `, ${held.length} URLs held back`
  const share = `${alike} of ${pages} pages`
  switch (kind) {
    case 'scheme':
    case 'www':
    case 'slash':
      return `twins: ${pattern} in ${share}${since}`
    case 'host':
      return `trap: all pages of ${pattern} are alike (${share})${since}`
    case 'wildcard':
      return `trap: servers of ${pattern} are alike (${share})${since}`
    default:
      return `trap (${WORDS[kind]}): ${share} of ${pattern} bring nothing new${since}`
  }
}

const WORDS = {
  'repeated-path': 'repeated path parts',
  calendar: 'calendar',
  session: 'session ids',
  parameters: 'parameters',
  numbers: 'numbers',
  template: 'template',
} as const

/** The server or domain that a trap is about, without `www.` where it is about twins. */
export function trapSite({ kind, pattern }: Pick<Trap, 'kind' | 'pattern'>): string {
  if (kind === 'wildcard') return pattern.slice('**.'.length)
  const start = kind === 'scheme' ? 'http://'.length : 0
  return pattern.slice(start, pattern.indexOf('/', start))
}
