/** Values by word, at most so many. When it is full, those go that were not asked for since it was half full. */
export class Remembered<Value> {
  readonly #half: number
  #older = new Map<string, Value>()
  #newer = new Map<string, Value>()

  constructor(max: number) {
    this.#half = max / 2
  }

  /** `make` is called for a word that is not remembered. */
  get(word: string, make: (word: string) => Value): Value {
    let value = this.#newer.get(word)
    if (value !== undefined) return value
    value = this.#older.get(word) ?? make(word)
    if (this.#newer.size >= this.#half) {
      this.#older = this.#newer
      this.#newer = new Map()
    }
    this.#newer.set(word, value)
    return value
  }
}
