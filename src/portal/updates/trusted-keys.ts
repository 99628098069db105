/** Whose updates a portal takes: `trusted-keys` in its directory, one public key per line. No build and no update touches it. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeDirectory } from '../../disk/make-directory.js'
import { writeAtomically } from '../../disk/write-atomically.js'
import { portalDirectory } from '../../collection/portal-directory.js'
import { keyLines, publicKeyIn } from './keys.js'

const NAME = 'trusted-keys'

/** Public keys, in the order in which they were told. */
export function trustedKeys(portal: string): string[] {
  return keyLines(join(portalDirectory(portal).path, NAME))
}

/** Remembers a key; the directory is made for a portal that is still to come. Returns the key, and whether it is new. */
export function trustKey(portal: string, given: string): { readonly key: string; readonly isNew: boolean } {
  const key = publicKeyIn(given)
  const { path } = portalDirectory(portal)
  makeDirectory(path)
  const file = join(path, NAME)
  if (keyLines(file).includes(key)) return { key, isNew: false }
  const before = existsSync(file) ? readFileSync(file, 'utf8').replace(/\n*$/, '\n') : ''
  writeAtomically(file, `${before.trimStart()}${key}\n`, { isShared: true })
  return { key, isNew: true }
}
