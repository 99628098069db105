import { ownCopy } from '../../xapian/pack.js'

/** Values by word, at most so many. When it is full, those go that were not asked for since it was half full. */
export class WordCache<Value> {
  readonly #half: number
  #older = new Map<string, Value>()
  #newer = new Map<string, Value>()

  constructor(max: number) {
    this.#half = max / 2
  }

  /** `make` is called for a word that is not remembered. What it is given, and what stays here, keeps no page's text in memory. */
  get(word: string, make: (word: string) => Value): Value {
    let value = this.#newer.get(word)
    if (value !== undefined) return value
    const own = ownCopy(word)
    value = this.#older.get(own) ?? make(own)
    if (this.#newer.size >= this.#half) {
      this.#older = this.#newer
      this.#newer = new Map()
    }
    this.#newer.set(own, value)
    return value
  }
}
