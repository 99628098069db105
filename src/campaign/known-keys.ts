/** The keys that a campaign may have, by where they stand: what a misspelt one may have been. */
import { nearestName } from '../did-you-mean.js'
import { CampaignSchema } from './schema.js'

/** `; did you mean "politeness.delay"?`, or ''. A key with the right name in the wrong place is found, too. */
export function keyMeant(path: readonly (string | number)[]): string {
  const parents = path.slice(0, -1).filter(part => typeof part === 'string')
  const written = String(path.at(-1))
  const here = nearestName(written, keysOf(schemaAt(CampaignSchema, parents)))
  const meant = here === null ? elsewhere(written) : [...parents, here].join('.')
  return meant === null ? '' : `; did you mean "${meant}"?`
}

function elsewhere(written: string): string | null {
  for (const section of keysOf(CampaignSchema))
    if (keysOf(schemaAt(CampaignSchema, [section])).includes(written)) return `${section}.${written}`
  return null
}

function schemaAt(schema: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((at, key) => field(objectIn(at), 'entries', key), schema)
}

function keysOf(schema: unknown): string[] {
  const entries = field(objectIn(schema), 'entries')
  return typeof entries === 'object' && entries !== null ? Object.keys(entries) : []
}

/** Through `optional`, `pipe`, lists and the first of several forms that has keys. */
function objectIn(schema: unknown): unknown {
  if (field(schema, 'entries') !== undefined) return schema
  const options = field(schema, 'options')
  const inner: readonly unknown[] = Array.isArray(options)
    ? options
    : [field(schema, 'wrapped'), field(schema, 'item'), field(schema, 'pipe', '0')]
  for (const one of inner) {
    const found = one === undefined || one === schema ? undefined : objectIn(one)
    if (found !== undefined) return found
  }
  return undefined
}

function field(value: unknown, ...names: readonly string[]): unknown {
  return names.reduce<unknown>((at, name) => {
    return typeof at === 'object' && at !== null && Object.hasOwn(at, name) ? Reflect.get(at, name) : undefined
  }, value)
}
