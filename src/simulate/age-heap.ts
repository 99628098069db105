/** Pages by age, oldest first: a binary heap over two parallel arrays. */
import { grownWords } from '../growing-arrays.js'
export class AgeHeap {
  length = 0
  private ages = new Uint32Array(64)
  private pages = new Uint32Array(64)

  get oldestAge(): number {
    return this.ages[0]
  }

  push(age: number, page: number): void {
    if (this.length === this.ages.length) {
      this.ages = grownWords(this.ages, this.ages.length * 2)
      this.pages = grownWords(this.pages, this.pages.length * 2)
    }
    const { ages, pages } = this
    let at = this.length++
    while (at > 0) {
      const parent = (at - 1) >>> 1
      if (ages[parent] <= age) break
      ages[at] = ages[parent]
      pages[at] = pages[parent]
      at = parent
    }
    ages[at] = age
    pages[at] = page
  }

  /** The oldest page. Only when `length` > 0. */
  pop(): number {
    const { ages, pages } = this
    const oldest = pages[0]
    const last = --this.length
    const age = ages[last]
    const page = pages[last]
    let at = 0
    for (let child = 1; child < last; child = 2 * at + 1) {
      if (child + 1 < last && ages[child + 1] < ages[child]) child++
      if (ages[child] >= age) break
      ages[at] = ages[child]
      pages[at] = pages[child]
      at = child
    }
    ages[at] = age
    pages[at] = page
    return oldest
  }
}
