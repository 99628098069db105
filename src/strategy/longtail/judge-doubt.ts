/**
 * How many finds show that a server has relevant pages, where the judge takes irrelevant ones for relevant now and then? So many that
 * a server with relevant pages, whatever their share, explains them better than errors on a server without any:
 *
 *   prior odds · 1 / (n + 1)  >  Binomial(finds; n, error)
 *
 * One find is enough when the judge does not err, and hardly ever when it errs on one page in twenty and many were fetched.
 */

/** Odds that a server has relevant pages, before any was fetched. */
const PRIOR_ODDS = 0.1
const TABLE = 1024
/** Beyond the table errors are spread normally: so many standard deviations are no accident. */
const NO_ACCIDENT = 4

export class JudgeDoubt {
  private readonly least = new Uint16Array(TABLE)

  /** `error`: the share of irrelevant pages that are taken for relevant. */
  constructor(private readonly error: number) {}

  /** Of a server's `pages`. */
  leastFinds(pages: number): number {
    if (this.error === 0 || pages === 0) return 1
    if (pages >= TABLE) return Math.ceil(pages * this.error + NO_ACCIDENT * Math.sqrt(pages * this.error))
    if (this.least[pages] === 0) this.least[pages] = this.search(pages)
    return this.least[pages]
  }

  private search(pages: number): number {
    const { error } = this
    const limit = PRIOR_ODDS / (pages + 1)
    let chance = (1 - error) ** pages
    for (let finds = 1; finds <= pages; finds++) {
      chance *= ((pages - finds + 1) / finds) * (error / (1 - error))
      if (finds > pages * error && chance < limit) return finds
    }
    return pages
  }
}
