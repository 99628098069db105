/** Binary heap of dense ids by (key, tie), smallest first, in which any id can be moved or removed. */
import { grownDoubles, grownWords } from '../growing-arrays.js'
export class IndexedHeap {
  private ids = new Uint32Array(64)
  private keys = new Float64Array(64)
  private ties = new Uint32Array(64)
  /** Place + 1 in the arrays above, by id; 0 when the id is not in the heap. */
  private places = new Uint32Array(64)
  private length = 0

  /** The best id; -1 when the heap is empty. */
  get best(): number {
    return this.length === 0 ? -1 : this.ids[0]
  }

  get bestKey(): number {
    return this.length === 0 ? Infinity : this.keys[0]
  }

  /** Keys and ties of the best `most` ids, in order. */
  first(most: number): { readonly key: number; readonly tie: number }[] {
    if (most === 1) return this.length === 0 ? [] : [{ key: this.keys[0], tie: this.ties[0] }]
    const found: { key: number; tie: number }[] = []
    const next = new IndexedHeap() // places whose parents were found
    if (this.length > 0) next.set(0, this.keys[0], this.ties[0])
    while (found.length < most && next.best >= 0) {
      const place = next.best
      found.push({ key: this.keys[place], tie: this.ties[place] })
      next.remove(place)
      for (const child of [2 * place + 1, 2 * place + 2])
        if (child < this.length) next.set(child, this.keys[child], this.ties[child])
    }
    return found
  }

  /** Puts an id in, or moves it. */
  set(id: number, key: number, tie: number): void {
    if (id >= this.places.length) this.places = grownWords(this.places, id + 1)
    const place = this.places[id] - 1
    if (place < 0) {
      if (this.length === this.ids.length) this.growHeap()
      this.siftUp(this.length++, id, key, tie)
      return
    }
    const before = this.keys[place]
    if (key < before || (key === before && tie <= this.ties[place])) this.siftUp(place, id, key, tie)
    else this.siftDown(place, id, key, tie)
  }

  remove(id: number): void {
    if (id >= this.places.length) return
    const place = this.places[id] - 1
    if (place < 0) return
    this.places[id] = 0
    const last = --this.length
    if (place === last) return
    const lastId = this.ids[last]
    const key = this.keys[last]
    const tie = this.ties[last]
    const parent = (place - 1) >> 1
    if (place > 0 && (key < this.keys[parent] || (key === this.keys[parent] && tie < this.ties[parent]))) {
      this.siftUp(place, lastId, key, tie)
    } else {
      this.siftDown(place, lastId, key, tie)
    }
  }

  private siftUp(place: number, id: number, key: number, tie: number): void {
    const { ids, keys, ties } = this
    while (place > 0) {
      const parent = (place - 1) >> 1
      const parentKey = keys[parent]
      if (parentKey < key || (parentKey === key && ties[parent] <= tie)) break
      this.put(place, ids[parent], parentKey, ties[parent])
      place = parent
    }
    this.put(place, id, key, tie)
  }

  private siftDown(place: number, id: number, key: number, tie: number): void {
    const { ids, keys, ties, length } = this
    for (;;) {
      let child = place * 2 + 1
      if (child >= length) break
      const right = child + 1
      if (right < length && (keys[right] < keys[child] || (keys[right] === keys[child] && ties[right] < ties[child]))) {
        child = right
      }
      const childKey = keys[child]
      if (key < childKey || (key === childKey && tie <= ties[child])) break
      this.put(place, ids[child], childKey, ties[child])
      place = child
    }
    this.put(place, id, key, tie)
  }

  private put(place: number, id: number, key: number, tie: number): void {
    this.ids[place] = id
    this.keys[place] = key
    this.ties[place] = tie
    this.places[id] = place + 1
  }

  private growHeap(): void {
    const length = this.ids.length * 2
    this.ids = grownWords(this.ids, length)
    this.keys = grownDoubles(this.keys, length)
    this.ties = grownWords(this.ties, length)
  }
}
