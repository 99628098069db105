/** Where redirects lead in the end. A reader follows one step, and some follow no second. */
import { LongtailError } from '../../../errors.js'
import { type EntryStore } from './entries.js'
import { NONE } from './format.js'
import { paced } from './paced.js'

/** By the numbers of arrival. Entries that are no redirects lead to themselves. */
export type Targets = Awaited<ReturnType<typeof resolveRedirects>>

const MAX_STEPS = 50

export async function resolveRedirects(
  entries: EntryStore,
  onLost: ((path: string, target: string) => void) | undefined,
  signal: AbortSignal | undefined,
) {
  const targets = new Uint32Array(entries.count).map((_, id) => id)
  let lost = 0
  for await (const { id, key, target } of paced(entries.redirects(), signal)) {
    targets[id] = lastOf(entries, target)
    if (targets[id] !== NONE) continue
    lost++
    const [path, wanted] = [textOf(key), textOf(target)]
    if (key[0] === WELL_KNOWN || onLost === undefined)
      throw new LongtailError(
        'E_EXPORT',
        key[0] === WELL_KNOWN
          ? `the main page "${wanted}" is not among the pages: choose one that is`
          : `"${path}" leads to "${wanted}", which is not among the pages or leads back: leave it out, or add the page`,
      )
    onLost(path, wanted)
  }
  return {
    /** `NONE`: it leads nowhere and is left out. */
    of: (id: number): number => targets[id],
    lost,
  }
}

function lastOf(entries: EntryStore, start: Uint8Array): number {
  let key = start
  for (let step = 0; step < MAX_STEPS; step++) {
    const found = entries.find(key)
    if (found === null) return NONE
    if (found.target === null) return found.id
    key = found.target
  }
  return NONE
}

const WELL_KNOWN = 'W'.charCodeAt(0)

function textOf(key: Uint8Array): string {
  return Buffer.from(key.subarray(1)).toString()
}
