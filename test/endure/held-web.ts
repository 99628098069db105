/** A demo web that answers as much as it is told to, so that a kill comes after so many answers and not after so long. */
import { buildDemoWeb, serveDemoWeb, type DemoServer, type DemoWeb } from '../../src/demo/web.js'

const HOSTS = 48

export class HeldWeb {
  /** Everything asked for so far, robots.txt aside. */
  readonly asked = new Set<string>()
  /** Of these, what was answered. */
  readonly answered = new Set<string>()
  /** When the present crawler first asked for anything; 0: not yet. */
  firstAskedAt = 0
  /** When anybody last asked for anything. */
  lastAskedAt = 0
  private left = Infinity
  private waiting: { readonly url: string; readonly goOn: () => void }[] = []
  private onUsedUp: () => void = () => {}

  private constructor(
    readonly web: DemoWeb,
    private server: DemoServer | null,
  ) {}

  /** With about so many pages. */
  static async serve(pages: number, seed: number): Promise<HeldWeb> {
    // some pages are forbidden, and some hosts are mirrors of others
    const web = buildDemoWeb({ hosts: HOSTS, pagesPerHost: Math.max(10, Math.ceil(pages / HOSTS)), seed })
    const held = new HeldWeb(web, null)
    held.server = await serveDemoWeb(web, { admit: url => held.admit(url) })
    return held
  }

  /** A campaign that wants every page, so that the order in which they come does not decide which are fetched. */
  campaign(frontier: string): Record<string, unknown> {
    return {
      seeds: Object.values(this.web.seeds).flat(),
      // the default, which otherwise leaves out what it does not expect to pay: that depends on the order, too
      strategy: 'longtail:worth=0',
      target: { language: Object.keys(this.web.seeds) },
      politeness: { delay: '10ms', 'max-crawl-delay': '0s' },
      // answers are kept back on purpose
      network: { hosts: { '*': this.server?.origin }, timeout: '10min' },
      archive: { 'file-size': '30kB', embeds: 'relevant' },
      frontier: { kind: frontier },
      workers: 1,
      // what repeats itself is decided by what came first
      traps: false,
      // disks are filled on purpose
      limits: { 'free-disk': 0 },
    }
  }

  /** Answers so many requests, and keeps the next ones waiting. Resolves when they are used up. */
  allow(requests: number): Promise<void> {
    this.left = requests
    return new Promise(resolve => {
      this.onUsedUp = resolve
      if (requests === 0) resolve()
    })
  }

  /** Answers so many more, those that wait first. Resolves when they are used up. */
  grant(requests: number): Promise<void> {
    const now = this.waiting.splice(0, requests)
    const used = this.allow(requests - now.length)
    this.answer(now)
    return used
  }

  /** Whoever was waiting is dead. */
  forgetWaiting(): void {
    this.waiting = []
    this.firstAskedAt = 0
    this.lastAskedAt = performance.now()
  }

  /** Answers everything, also what waits. */
  allowAll(): void {
    this.left = Infinity
    this.answer(this.waiting.splice(0))
  }

  private answer(waiting: typeof this.waiting): void {
    for (const { url, goOn } of waiting) {
      this.answered.add(url)
      goOn()
    }
  }

  async close(): Promise<void> {
    await this.server?.close()
  }

  private async admit(url: string): Promise<void> {
    this.lastAskedAt = performance.now()
    this.firstAskedAt ||= this.lastAskedAt
    if (url.endsWith('/robots.txt')) return
    this.asked.add(url)
    if (this.left > 0) {
      this.answered.add(url)
      if (--this.left === 0) this.onUsedUp()
      return
    }
    await new Promise<void>(goOn => this.waiting.push({ url, goOn }))
  }
}
