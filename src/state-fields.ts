/** How checkpoints see the parts of a crawl. */
export type StateArray = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float32Array | Float64Array

/**
 * The state of one part of a crawl, told field by field, for checkpoints. Saving and loading run the same lines: each method is
 * given the value that a field has now, and returns the value that it shall have from now on. While a checkpoint is saved this
 * is the same value; while one is loaded it is the saved one.
 *
 *   persist(fields) {
 *     this.count = fields.number('count', this.count)
 *     this.levels = fields.array('levels', this.levels)
 *     fields.part('memory', this.memory)
 *   }
 *
 * Names are unique within a part. The same fields must be told in every call: what is missing, or of another type, makes the
 * checkpoint useless, and the crawl is replayed from its log instead.
 */
export interface StateFields {
  readonly isLoading: boolean
  number(name: string, value: number): number
  text(name: string, value: string): string
  /** The whole array, which is no Buffer. What is loaded has the length that was saved. */
  array<T extends StateArray>(name: string, value: T): T
  /** A list of texts, which may be long. */
  texts(name: string, value: readonly string[]): string[]
  /** The fields of a part, under its name. */
  part(name: string, part: Persistent): void
  /** What the part that loads must have in common with the part that was saved: a parameter, a size. Throws when it differs. */
  same(name: string, value: string): void
  /** While saving: what must be done before the checkpoint counts, such as syncing a file that it refers to. */
  beforeItCounts(work: () => Promise<void>): void
}

/** A part of a crawl that checkpoints can hold. Loading is done once, on a part that is new and empty. */
export interface Persistent {
  persist(fields: StateFields): void
}

/** A part that keeps files of its own for the checkpoints that refer to them. */
export interface Checkpointed extends Persistent {
  /**
   * The checkpoint that `persist` was last called for is in place, and is the only one that matters from now on. What older
   * ones refer to may be given up. Until then all of it stays, so that a crash finds the older checkpoint whole.
   */
  checkpointed(): void
}
