/**
 * When offers were made, by their numbers: a frontier knows which of two pages is older, but only within itself. To compare ages over
 * partitions, each notes now and then how many offers it has seen: every time at first, and half as often whenever there are too many notes.
 */
const MOST_NOTES = 2048

export class OfferClock {
  private offers: number[] = []
  private times: number[] = []
  private step = 0
  private next = -Infinity

  constructor(private readonly mostNotes = MOST_NOTES) {}

  /** So many offers were made before `time`. Both only grow. */
  note(offers: number, time: number): void {
    if (time < this.next) return
    if (this.offers.length === this.mostNotes) {
      this.step = (2 * (time - this.times[0])) / this.mostNotes
      this.offers = this.offers.filter((_, i) => i % 2 === 1)
      this.times = this.times.filter((_, i) => i % 2 === 1)
    }
    this.next = time + this.step
    this.offers.push(offers)
    this.times.push(time)
  }

  /** The time of the first note that counts the offer; of the last one for offers that were made since. */
  timeOf(offer: number): number {
    const { offers, times } = this
    let low = 0
    let high = offers.length - 1
    while (low < high) {
      const middle = (low + high) >>> 1
      if (offers[middle] < offer) low = middle + 1
      else high = middle
    }
    return times.length === 0 ? 0 : times[low]
  }
}
