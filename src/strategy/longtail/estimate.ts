/**
 * How many relevant pages are still to be found?
 *
 * What the queue is worth (queue-worth.ts) is the mean, in powers of e, of two answers. What lies behind the queue comes on top. How
 * much that is shows in what the crawl lives on: the share of its last finds that it met not long before, in the second half of its
 * pages. A crawl that still eats up what it has met long ago sees the end; one that meets as it goes does not. What follows from these
 * and from other signs is said in estimate-range.ts.
 */
import type { Estimate, PageId, Persistent, StateFields } from '../../contracts.js'
import { grownBytes } from '../../growing-arrays.js'
import { estimateFrom, type Signs } from './estimate-range.js'
import { eachQueued, isQueued, lookAt, stepAt, type Queue, type QueueLook, type QueueView } from './queue-view.js'
import { worthByOrder, worthByOutcomes, type Outcomes } from './queue-worth.js'
import { Samples } from './samples.js'
import type { ServerMemory } from './server-memory.js'
import { rounded, tellOutlook, ToldOutlooks, type ToldOutlook } from './told-outlooks.js'
import { TrackRecord } from './track-record.js'

/** Pages between two looks grow by this factor. */
const SPACING = 1.1
const FIRST_LOOK = 20
/** Outcomes of a step that count. */
const RECENT = 2000
/** Of late: a fifth of the pages, a quarter of the finds, but not fewer than this. */
const LATE_PAGES = 0.2
const LATE_FINDS = 0.25
const LATE_AT_LEAST = 20
/** Page numbers are told apart by this many steps between one and twice as much. */
const AGES = 8
/** Pages of a burst. */
const LATEST = 60
/** 19 times out of 20 a normal error is less than so many standard errors above. */
const NINETEEN_IN_TWENTY = 1.64
/** Near the end of a crawl, what remains is so many times what waits: more only on webs where it was far from the end. */
const AT_THE_END = 8
/** Nor do the last pages show that there is nothing. */
const HALF_A_FIND = 0.5
/** No queue is worth nothing for sure. */
const LEAST_WORTH = 0.3
/** Judges may err less often than they say: they take not more than half of the finds. */
const MOST_ERRORS = 0.5
/** Enough was not found with fewer. */
const LEAST_FINDS = 10

export class Outlook implements Persistent {
  private readonly samples = new Samples()
  /** Of the other partitions, where the crawl has any. */
  readonly others = new ToldOutlooks()
  /** What was fetched in its turn. */
  private readonly inTurn = new TrackRecord(RECENT)
  /** By page: the crawl's age when it was met. */
  private met: Uint8Array = new Uint8Array(0)
  /** Pages that were asked for: fetched, or not to be had. */
  private asked = 0
  private fetched = 0
  private finds = 0
  /** The logarithm of `fetched`, in steps. */
  private age = 0
  private nextLook = FIRST_LOOK
  // of late: finds per page, and the step where pages were taken; finds per page of the last ones; of finds, the share met in the second half of the crawl
  private recent = 0
  private top = 0
  private latest = 0
  private young = 0

  /** `error`: the share of irrelevant pages that the judge takes for relevant; `missed`: that of relevant ones that it takes for irrelevant. */
  constructor(
    private readonly memory: ServerMemory,
    private readonly error: number,
    private readonly missed = 0,
  ) {}

  reserve(pages: number): void {
    this.met = grownBytes(this.met, pages)
  }

  persist(fields: StateFields): void {
    fields.part('samples', this.samples)
    fields.part('others', this.others)
    fields.part('in-turn', this.inTurn)
    this.met = fields.array('met', this.met)
    this.asked = fields.number('asked', this.asked)
    this.fetched = fields.number('fetched', this.fetched)
    this.finds = fields.number('finds', this.finds)
    this.age = fields.number('age', this.age)
    this.nextLook = fields.number('next-look', this.nextLook)
    this.recent = fields.number('recent', this.recent)
    this.top = fields.number('top', this.top)
    this.latest = fields.number('latest', this.latest)
    this.young = fields.number('young', this.young)
  }

  /** A link led to a page that nobody knew. */
  meet(page: PageId): void {
    this.met[page] = this.age
  }

  /** What became of a page that waited at this level, before its server is told: also of one that cannot be had. */
  note(page: PageId, level: number, groupLogit: number, isFind: boolean): void {
    this.asked++
    this.latest += (Number(isFind) - this.latest) / Math.min(this.asked, LATEST)
    if (isFind) this.noteFind(page)
    if (this.samples.note(page, isFind) || !isQueued(level)) return
    const step = stepAt(level, groupLogit)
    this.inTurn.noteAt(step, isFind)
    const weight = 1 / Math.min(this.asked, Math.max(LATE_AT_LEAST, LATE_PAGES * this.asked))
    this.recent += ((isFind ? 1 : 0) - this.recent) * weight
    this.top += (step - this.top) * weight
  }

  private noteFind(page: PageId): void {
    const isYoung = this.met[page] > this.age - AGES
    this.young +=
      ((isYoung ? 1 : 0) - this.young) / Math.min(this.finds + 1, Math.max(LATE_AT_LEAST, LATE_FINDS * this.finds))
  }

  /** A page was fetched. True when it is time for another look. */
  count(isFind: boolean): boolean {
    this.age = Math.floor(AGES * Math.log2(1 + ++this.fetched))
    if (isFind) this.finds++
    if (this.asked < this.nextLook) return false
    this.nextLook = Math.ceil(this.asked * SPACING)
    return true
  }

  look(queue: Queue): QueueLook {
    return lookAt(queue, this.memory)
  }

  /** Calls for pages that should be fetched out of turn. */
  sample(look: QueueLook, onSample: (page: PageId) => void): void {
    const whole = this.whole(look)
    const worth = worthByOutcomes(look, this.outcomesOf(whole))
    const wanted = this.samples.wanted(look, worth, whole.finds, this.asked)
    if (wanted.some(count => count > 0)) eachQueued(look, this.samples.draw(wanted, look, onSample))
  }

  /** For other partitions. */
  tell(queue: Queue, isDone: boolean): number[] {
    return rounded(tellOutlook(this.own(lookAt(queue, this.memory), isDone)))
  }

  private own(view: QueueView, isDone: boolean): ToldOutlook {
    const { asked, fetched, finds, recent, top, latest, young, inTurn } = this
    return { isDone, asked, fetched, finds, recent, top, latest, young, view, samples: this.samples.record, inTurn }
  }

  /** Of the crawl, with what other partitions said of theirs. */
  private whole(view: QueueView): ToldOutlook {
    return this.others.plus(this.own(view, false))
  }

  private outcomesOf({ asked: all, fetched, finds, recent, top, samples, inTurn }: ToldOutlook): Outcomes {
    const asked = Math.max(1, all)
    return {
      samples,
      inTurn,
      harvest: finds / asked,
      recent: Math.max(recent, LEAST_WORTH / asked),
      top,
      errors: (this.error * fetched) / asked,
    }
  }

  /** Less what the judge has taken for relevant. */
  private foundBy({ finds, fetched }: ToldOutlook): number {
    return Math.max(1, MOST_ERRORS * finds, (finds - this.error * fetched) / (1 - this.error))
  }

  /** Was this share of all there is found for sure? By the most that the queue can be worth, and what lies behind at a crawl's end. */
  isEnough(look: QueueView, share: number): boolean {
    const whole = this.whole(look)
    if (whole.finds < LEAST_FINDS) return false
    const found = this.foundBy(whole)
    const { finds, deviation } = worthByOutcomes(whole.view, this.outcomesOf(whole))
    return found >= share * (found + AT_THE_END * (finds + NINETEEN_IN_TWENTY * deviation) + 1)
  }

  /** Of the whole crawl. Null: nobody knows yet. */
  estimate(queue: Queue): Estimate | null {
    return estimateFrom(this.signs(queue))
  }

  /** What the estimate goes by. */
  signs(queue: Queue): Signs {
    const whole = this.whole(lookAt(queue, this.memory))
    const found = this.foundBy(whole)
    const { view, asked, young, recent, latest } = whole
    const by = this.outcomesOf(whole)
    const { finds: waiting, deviation, withErrors } = worthByOutcomes(view, by)
    const one = waiting + LEAST_WORTH
    const other = worthByOrder(view, by) + LEAST_WORTH
    return {
      ...{ found, finds: whole.finds, asked, young, missed: this.missed },
      queue: view.pages.reduce((sum, pages) => sum + pages, 0),
      worth: Math.log(Math.sqrt(one * other) / found),
      answers: Math.log(one / other),
      outcomes: Math.log(1 + (NINETEEN_IN_TWENTY * deviation) / one),
      judge: Math.log(((withErrors + LEAST_WORTH) / one) * (found / Math.max(1, whole.finds))),
      burst: Math.max(0, Math.log((LATEST * latest + HALF_A_FIND) / (LATEST * recent + HALF_A_FIND))),
      fading: Math.log((by.recent * asked + 1) / (whole.finds + 1)),
    }
  }
}
