/** `--since 3`: what is new since round 3 of the crawl that a portal was built from. */
import type { PortalDirectory } from '../../collection/portal-directory.js'
import { builtFrom } from '../../collection/portal-source.js'
import { roundStarts } from '../../collection/round-starts.js'
import { LongtailError } from '../../errors.js'

/** The moment at which the round after it began, as a date; states and dates are returned as they are. */
export async function dateOfRound(portal: PortalDirectory, since: string): Promise<string> {
  if (!/^\d{1,3}$/.test(since)) return since
  const next = Number(since) + 1
  const starts: string[] = []
  for (const path of builtFrom(portal.path)) {
    const start = (await roundStarts(path)).at(next - 1)
    if (start !== undefined) starts.push(start)
  }
  if (starts.length > 0) return starts.sort()[0]
  throw new LongtailError(
    'E_UPDATE',
    `--since ${since}: no crawl that ${portal.path} was built from has begun round ${next}; give a state or a date ("longtail portal states" lists them)`,
  )
}
