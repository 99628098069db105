/** What the workers of a crawl are told: `order.json` in its directory, renewed at every start. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { LongtailError, messageOf } from '../../errors.js'
import { parseJson } from '../../json.js'
import { writeAtomically } from '../../disk/write-atomically.js'

const order = v.object({
  /** Absolute: every worker must be able to read it there. */
  campaign: v.string(),
  seeds: v.array(v.string()),
  /** Flags of the command line that change the campaign. */
  flags: v.object({
    strategy: v.optional(v.string()),
    maxPages: v.optional(v.number()),
    maxTime: v.optional(v.number()),
    workers: v.optional(v.number()),
    frontier: v.optional(v.string()),
  }),
  /** Connections of each worker. */
  connections: v.pipe(v.number(), v.integer(), v.minValue(1)),
})
export type Order = Readonly<v.InferOutput<typeof order>>

export function writeOrder(directory: string, value: Order): void {
  writeAtomically(join(directory, 'order.json'), `${JSON.stringify(value)}\n`)
}

export function readOrder(directory: string): Order {
  const path = join(directory, 'order.json')
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw new LongtailError(
      'E_CRAWL_DIR',
      `${path} cannot be read (${messageOf(error)}): a worker joins a crawl that "longtail crawl --processes" or "--join" has begun; name its directory with --store`,
    )
  }
  const { success, output } = v.safeParse(order, parseJson(text))
  if (success) return output
  throw new LongtailError(
    'E_CRAWL_DIR',
    `${path} is not what a crawl writes; start the crawl again with "longtail crawl"`,
  )
}
