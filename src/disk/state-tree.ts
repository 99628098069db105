/**
 * The fields of a checkpoint, collected while parts tell them, and told back to parts that load. Names of parts are put before
 * those of their fields: `strategy/servers/seen`.
 */
import { LongtailError, quoted } from '../errors.js'
import type { Persistent, StateArray, StateFields } from '../state-fields.js'

export type StateValue = number | string | readonly string[] | StateArray

/** Arrays are those of the part, not copies: they must be used before it changes. */
export interface CollectedState {
  readonly fields: ReadonlyMap<string, StateValue>
  readonly beforeItCounts: readonly (() => Promise<void>)[]
}

export function collectState(parts: Persistent): CollectedState {
  const fields = new Map<string, StateValue>()
  const beforeItCounts: (() => Promise<void>)[] = []
  parts.persist(new Collector('', fields, beforeItCounts))
  return { fields, beforeItCounts }
}

/** Throws E_CHECKPOINT when the fields are not exactly those that the parts tell; the parts are of no use then. */
export function restoreState(fields: ReadonlyMap<string, StateValue>, parts: Persistent): void {
  const left = new Map(fields)
  parts.persist(new Restorer('', left))
  for (const name of left.keys()) throw unfit(`nobody takes its field ${name}`)
}

class Collector implements StateFields {
  readonly isLoading = false

  constructor(
    private readonly prefix: string,
    private readonly fields: Map<string, StateValue>,
    private readonly before: (() => Promise<void>)[],
  ) {}

  number(name: string, value: number): number {
    return this.add(name, value)
  }

  text(name: string, value: string): string {
    return this.add(name, value)
  }

  array<T extends StateArray>(name: string, value: T): T {
    return this.add(name, value)
  }

  texts(name: string, value: readonly string[]): string[] {
    return [...this.add(name, value)]
  }

  part(name: string, part: Persistent): void {
    part.persist(new Collector(`${this.prefix}${name}/`, this.fields, this.before))
  }

  same(name: string, value: string): void {
    this.add(name, value)
  }

  beforeItCounts(work: () => Promise<void>): void {
    this.before.push(work)
  }

  private add<T extends StateValue>(name: string, value: T): T {
    const path = this.prefix + name
    if (this.fields.has(path)) throw new TypeError(`the field ${path} is told twice`)
    this.fields.set(path, value)
    return value
  }
}

class Restorer implements StateFields {
  readonly isLoading = true

  constructor(
    private readonly prefix: string,
    private readonly left: Map<string, StateValue>,
  ) {}

  number(name: string): number {
    const value = this.take(name)
    if (typeof value !== 'number') throw this.otherType(name)
    return value
  }

  text(name: string): string {
    const value = this.take(name)
    if (typeof value !== 'string') throw this.otherType(name)
    return value
  }

  array<T extends StateArray>(name: string, like: T): T {
    const value = this.take(name)
    if (!isLike(value, like)) throw this.otherType(name)
    return value
  }

  texts(name: string): string[] {
    const value = this.take(name)
    if (!isTexts(value)) throw this.otherType(name)
    return value
  }

  part(name: string, part: Persistent): void {
    part.persist(new Restorer(`${this.prefix}${name}/`, this.left))
  }

  same(name: string, value: string): void {
    const saved = this.text(name)
    if (saved !== value) throw unfit(`${this.prefix}${name} is ${quoted(saved)} in it, and ${quoted(value)} now`)
  }

  beforeItCounts(): void {}

  private take(name: string): StateValue {
    const path = this.prefix + name
    const value = this.left.get(path)
    if (value === undefined) throw unfit(`it has no field ${path}`)
    this.left.delete(path)
    return value
  }

  private otherType(name: string): LongtailError {
    return unfit(`its field ${this.prefix}${name} is of another type`)
  }
}

/** Those of a file were looked at when it was read. */
function isTexts(value: StateValue): value is string[] {
  return Array.isArray(value)
}

function isLike<T extends StateArray>(value: StateValue, like: T): value is T {
  return value.constructor === like.constructor
}

function unfit(why: string): LongtailError {
  return new LongtailError(
    'E_CHECKPOINT',
    `the checkpoint is of another crawl or version: ${why}; the crawl is rebuilt from its log instead`,
    'skip',
  )
}
