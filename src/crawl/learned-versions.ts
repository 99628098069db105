/**
 * Which models judge the pages of a crawl that learns on (`learn: true`), and when the next is learned: a sum of the log's entries, like
 * all that a crawl remembers. A model is learned again when enough new pages were surely in the language, on several servers: 20 first,
 * then twice as many each time. Where a model was refused it is tried again after 100 pages more, then 200, 400 …: what was missing may be
 * text of a neighbour.
 */
import type { LearnedEntry, PageEntry } from '../collection/log/entry.js'
import type { Persistent, StateFields } from '../contracts.js'
import { hostOf } from '../page/url/parts.js'
import { tellNames } from '../state-collections.js'

/** A learned language of the target. */
export interface Learner {
  /** The copy of its model in models/. */
  readonly name: string
  readonly code: string
}

export const FIRST_PAGES = 20
export const LEAST_HOSTS = 3
/** Pages of any kind between two moments. */
export const LEAST_BETWEEN = 100
const SURE_SHARE = 0.8

export class LearnedVersions implements Persistent {
  private readonly languages: readonly LearningLanguage[]
  /** Models that were taken, in order. */
  private taken: string[] = []

  constructor(learners: readonly Learner[]) {
    this.languages = learners.map(learner => new LearningLanguage(learner))
  }

  /** How many models were taken: pages say which of them judged. */
  get count(): number {
    return this.taken.length
  }

  /** Those that judge now, by the copies in whose place they stand; without those that nothing stands for. */
  get files(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.languages.flatMap(({ name, file }) => (file === '' ? [] : [[name, file]])))
  }

  get due(): Learner | null {
    return this.languages.find(language => language.isDue) ?? null
  }

  addPage(entry: PageEntry): void {
    if (entry.t !== 'page' || entry.frontier === true) return
    for (const language of this.languages) language.addPage(entry)
  }

  addLearned({ model, file }: LearnedEntry): void {
    this.languages.find(({ name }) => name === model)?.settle(file)
    if (file !== undefined) this.taken.push(file)
  }

  persist(fields: StateFields): void {
    this.taken = fields.texts('taken', this.taken)
    for (const language of this.languages) fields.part(`model-${language.name}`, language)
  }
}

class LearningLanguage implements Persistent {
  readonly name: string
  readonly code: string
  /** '' for the copy itself. */
  file = ''
  private taken = 0
  /** In a row. */
  private refused = 0
  /** Since the last attempt, and since a model was taken. */
  private pages = 0
  private sure = 0
  private readonly hosts = new Set<string>()

  constructor({ name, code }: Learner) {
    this.name = name
    this.code = code
  }

  get isDue(): boolean {
    return (
      this.sure >= FIRST_PAGES * 2 ** this.taken &&
      this.hosts.size >= LEAST_HOSTS &&
      this.pages >= LEAST_BETWEEN * 2 ** Math.max(0, this.refused - 1)
    )
  }

  addPage({ url, relevant, language, share, near }: PageEntry): void {
    this.pages++
    // a text that was found before teaches nothing
    if (!relevant || language !== this.code || share < SURE_SHARE || near !== undefined) return
    this.sure++
    if (this.hosts.size < LEAST_HOSTS) this.hosts.add(hostOf(url))
  }

  settle(file: string | undefined): void {
    this.pages = 0
    if (file === undefined) {
      this.refused++
      return
    }
    this.file = file
    this.taken++
    this.refused = 0
    this.sure = 0
    this.hosts.clear()
  }

  persist(fields: StateFields): void {
    this.file = fields.text('file', this.file)
    this.taken = fields.number('taken', this.taken)
    this.refused = fields.number('refused', this.refused)
    this.pages = fields.number('pages', this.pages)
    this.sure = fields.number('sure', this.sure)
    tellNames(fields, 'hosts', this.hosts)
  }
}
