/** `longtail portal key · trust · pack · apply · states · wishes` */
import { existsSync } from 'node:fs'
import { formatBytes } from '../campaign/units.js'
import { writeAtomically } from '../disk/write-atomically.js'
import { LongtailError } from '../errors.js'
import { portalDirectory } from '../collection/portal-directory.js'
import { seedFile, syllabusFile } from '../portal/people/wish-files.js'
import {
  applyUpdate,
  packPortal,
  packWishes,
  portalStates,
  readWishes,
  signingKey,
  trustedKeys,
  trustKey,
  type ApplySummary,
  type PackSummary,
} from '../portal/updates/index.js'
import { many } from './many.js'
import { runWork } from './work-display.js'

interface JsonFlag {
  json?: boolean
}

export interface PackFlags extends JsonFlag {
  out: string
  since?: string
  key?: string
  pieces?: number
}

export interface WishFlags extends JsonFlag {
  out?: string
  searches?: boolean
  from?: string
  key?: string
  local?: string
}

export function key(file: string | undefined, { json }: JsonFlag): void {
  const { text, path, isNew } = signingKey(file)
  if (json === true) console.log(JSON.stringify({ key: text, file: path, isNew }))
  else {
    console.log(text)
    process.stderr.write(
      isNew
        ? `A new key was made. Its secret half is ${path}: keep a copy, and give it to nobody.\nOn each receiving portal, run once, with the line above as KEY: longtail portal trust DIR KEY\n`
        : `Its secret half is ${path}.\n`,
    )
  }
}

export function trust(given: string, givenKey: string | undefined, { json }: JsonFlag): void {
  // "longtail portal trust KEY" in the directory of the portal
  const isHere = givenKey === undefined && !existsSync(given) && given.startsWith('longtail-key-')
  if (isHere && !existsSync(portalDirectory('.').identity))
    throw new LongtailError('E_USAGE', 'the directory of the portal is missing; run "longtail portal trust DIR KEY"')
  const directory = isHere ? '.' : given
  const added = isHere ? given : givenKey
  const result = added === undefined ? null : trustKey(directory, added)
  const trusted = trustedKeys(directory)
  if (json === true) console.log(JSON.stringify({ portal: portalDirectory(directory).path, trusted }))
  else if (result === null)
    console.log(trusted.length === 0 ? 'It trusts no sender, so it accepts no update.' : trusted.join('\n'))
  else console.log(`${directory} accepts updates signed by ${result.key}${result.isNew ? '' : ' (as before)'}`)
}

export async function pack(portal: string, flags: PackFlags): Promise<void> {
  await runWork({
    json: flags.json,
    onInterrupt: 'stopping; nothing will be written',
    inShort: packedInShort,
    run: ({ signal, update }) =>
      packPortal({
        portal,
        out: flags.out,
        since: flags.since,
        key: flags.key,
        pieces: flags.pieces,
        signal,
        onProgress: update,
      }),
  })
}

function packedInShort(summary: PackSummary): string {
  const { state, since, files, bytes, portalBytes, key: publicKey, keyFile, isNewKey } = summary
  if (files.length === 0) return `nothing has changed since ${since ?? ''}: no file was written`
  const what = since === null ? 'a whole portal' : `what is new since ${since}`
  const share = `${((100 * bytes) / portalBytes).toFixed(1)} % of the portal`
  const name = files.length === 1 ? files[0] : `${files[0]} to ${files[files.length - 1]}`
  return (
    `${name}: ${what}, ${formatBytes(bytes)}, ${share}\n` +
    `it brings a portal to state ${state}; for the next update: --since ${state}\n` +
    `signed by ${publicKey}${isNewKey ? `\nthis key is new: keep a copy of ${keyFile}, and run "longtail portal trust DIR KEY" once on each receiving portal` : ''}`
  )
}

export async function apply(portal: string, files: string[], { json }: JsonFlag): Promise<void> {
  await runWork<ApplySummary>({
    json,
    onInterrupt: 'stopping',
    inShort: ({ applied, state, before, rows, archives, seconds }) =>
      applied
        ? `${portal} has state ${state}${before === '' ? '' : ` (before: ${before})`}: ${many(archives, 'archive file')}, ${many(rows, 'row')} of the index, ${seconds.toFixed(1)} s\na running portal shows it within seconds`
        : `${portal} has state ${state} already: nothing to do`,
    run: ({ update }) => Promise.resolve(applyUpdate({ portal, files, onProgress: update })),
  })
}

export function states(portal: string, { json }: JsonFlag): void {
  const found = portalStates(portal)
  if (json === true) {
    console.log(JSON.stringify(found))
    return
  }
  const { received, packed, trusted } = found
  const when = (at: string): string => at.slice(0, 16).replace('T', ' ')
  const lines = [
    received === null ? 'it was built here' : `it has state ${received.state} of ${when(received.madeAt)}`,
    ...packed.map(({ state, madeAt }) => `packed ${when(madeAt)}: ${state}`),
    ...trusted.map(one => `trusts ${one}`),
  ]
  console.log(lines.join('\n'))
}

export async function wishes(given: string, flags: WishFlags): Promise<void> {
  const { out, json, key: keyFile, local } = flags
  const isPortal = local !== undefined || existsSync(portalDirectory(given).identity)
  if (isPortal && out !== undefined) {
    const { pages, searches, files, bytes, key: publicKey } = await packWishes(given, { out, key: keyFile, local })
    const summary = `${out}: ${many(pages, 'page')} and ${many(searches, 'search').replace(/searchs$/, 'searches')}, signed by ${publicKey}`
    console.log(json === true ? JSON.stringify({ pages, searches, files, bytes, key: publicKey }) : summary)
    return
  }
  const list = readWishes(given, { from: flags.from, local })
  if (json === true) {
    console.log(JSON.stringify(list))
    return
  }
  const text = flags.searches === true ? syllabusFile(list.searches) : seedFile(list.pages)
  if (list.key !== '') process.stderr.write(`signed by ${list.key}\n`)
  if (out === undefined) process.stdout.write(text)
  else {
    writeAtomically(out, text, { isShared: true })
    process.stderr.write(`${out}: read it before you use it\n`)
  }
}
