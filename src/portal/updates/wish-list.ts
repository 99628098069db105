/**
 * The wish list travels the other way, in a file of the same kind: what readers looked for and did not find, signed by their portal. It
 * becomes seeds and topics of the next crawl. Wishes come from anybody who reads a portal, so whatever is in them is checked again.
 */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as v from 'valibot'
import { portalDirectory } from '../../collection/portal-directory.js'
import { LongtailError } from '../../errors.js'
import { canonicalUrl } from '../../page/index.js'
import { tidy } from '../../one-line.js'
import { readPeople } from '../people/people.js'
import type { Wish } from '../people/wishes.js'
import { publicKeyIn, signingKey } from './keys.js'
import { openUpdate } from './update-reader.js'
import { writeUpdate } from './update-writer.js'

/** As many as a portal keeps of each kind (people/wishes.ts). */
const MAX_WISHES = 10_000
const MAX_BYTES = 64 * 1024 * 1024

const wish = v.object({
  text: v.pipe(v.string(), v.maxLength(10_000)),
  count: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  at: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
})
const wishes = v.pipe(v.array(wish), v.maxLength(MAX_WISHES))
const listSchema = v.object({ pages: wishes, searches: wishes })

export interface WishList {
  /** Most wanted first. */
  readonly pages: readonly Wish[]
  readonly searches: readonly Wish[]
  /** Of the portal that signed it; '' for one that is read in place. */
  readonly key: string
  readonly title: string
}

export interface WishesSummary {
  readonly pages: number
  readonly searches: number
  readonly files: readonly string[]
  readonly bytes: number
  readonly key: string
}

/** Of a portal's directory, or of a file that `packWishes` made. `from`: the key that must have signed it. */
export function readWishes(
  given: string,
  { from, local }: { readonly from?: string; readonly local?: string } = {},
): WishList {
  const directory = portalDirectory(given)
  if (existsSync(directory.identity) || local !== undefined) return wishesOf(given, local)
  const wanted = from === undefined ? null : publicKeyIn(from)
  const update = openUpdate([given], key => {
    if (wanted !== null && key !== wanted)
      throw new LongtailError('E_UPDATE', `${given} is signed by ${key}, not by ${wanted}: ask the sender`)
  })
  try {
    const { manifest } = update
    const [part] = manifest.parts
    if (manifest.kind !== 'wishes')
      throw new LongtailError(
        'E_UPDATE',
        `${given} is an update of a portal, not a wish list: "longtail portal apply" takes it`,
      )
    if (part.bytes > MAX_BYTES)
      throw new LongtailError('E_UPDATE', `${given} is too large for a wish list: it is refused`)
    update.verify()
    const json = Buffer.concat([...update.blocksOf(part)]).toString()
    return { ...checked(json, given), key: manifest.key, title: manifest.title }
  } finally {
    update.close()
  }
}

function checked(json: string, file: string): Pick<WishList, 'pages' | 'searches'> {
  try {
    const { pages, searches } = v.parse(listSchema, JSON.parse(json))
    return {
      pages: pages.flatMap(({ text, count, at }) => {
        const url = canonicalUrl(text)
        return url === null ? [] : [{ text: url, count, at }]
      }),
      searches: searches.flatMap(({ text, count, at }) => {
        const search = tidy(text, 200)
        return search === '' ? [] : [{ text: search, count, at }]
      }),
    }
  } catch (error) {
    throw new LongtailError('E_UPDATE', `${file} is not a wish list: ask the sender for it again`, 'abort', {
      cause: error,
    })
  }
}

function wishesOf(portal: string, local?: string): WishList {
  const directory = portalDirectory(portal)
  const path = local === undefined ? directory.local : join(resolve(local), 'local.db')
  if (!existsSync(path))
    throw new LongtailError(
      'E_PORTAL',
      `${path} does not exist: this portal was never served, or its lessons and settings are elsewhere (--local)`,
    )
  const people = readPeople(path)
  try {
    return {
      pages: people.wishes.list('page', MAX_WISHES),
      searches: people.wishes.list('search', MAX_WISHES),
      key: '',
      title: people.rules().title,
    }
  } finally {
    people.close()
  }
}

/** Writes the wish list of a portal as a signed file. The portal may be serving. */
export async function packWishes(
  portal: string,
  {
    out,
    key: keyFile,
    local,
    now = Date.now,
  }: { readonly out: string; readonly key?: string; readonly local?: string; readonly now?: () => number },
): Promise<WishesSummary> {
  const { pages, searches, title } = wishesOf(portal, local)
  const key = signingKey(keyFile)
  const written = await writeUpdate({ out, key }, parts => {
    parts.begin('wishes', '', 0)
    parts.write(Buffer.from(JSON.stringify({ pages, searches })))
    const nothing = { state: null, base: null, schema: '', tables: [], archives: [] }
    return { kind: 'wishes' as const, madeAt: now(), title, ...nothing }
  })
  return { pages: pages.length, searches: searches.length, key: key.text, ...written }
}
