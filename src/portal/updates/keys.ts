/**
 * Who made an update: Ed25519 keys. The sender makes one once and keeps the secret half in a file; the public half is one line of text,
 * which a portal is told once (trusted-keys.ts).
 */
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify, type KeyObject } from 'node:crypto'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { makeDirectory } from '../../disk/make-directory.js'
import { diskError } from '../../disk/disk-error.js'
import { isErrno, LongtailError, quoted, systemReason } from '../../errors.js'

/** What a public key begins with, so that nobody takes it for something else. */
const PREFIX = 'longtail-key-'
const PUBLIC_KEY = /^longtail-key-([\w-]{43})$/
/** Of an Ed25519 signature. */
export const SIGNATURE_BYTES = 64

export interface SigningKey {
  /** Public half, as text. */
  readonly text: string
  readonly path: string
  /** Made just now. */
  readonly isNew: boolean
  sign(bytes: Uint8Array): Uint8Array
}

/** Of this user, when no other is named. */
export function defaultKeyPath(): string {
  const home = process.env.XDG_CONFIG_HOME ?? join(homedir(), '.config')
  return join(home, 'longtail', 'portal.key')
}

/** The key in this file; made when there is none. */
export function signingKey(file = defaultKeyPath()): SigningKey {
  const path = resolve(file)
  const isNew = !existsSync(path)
  if (isNew) makeKey(path)
  const secret = readSecret(path)
  return { text: textOf(createPublicKey(secret)), path, isNew, sign: bytes => sign(null, bytes, secret) }
}

function makeKey(path: string): void {
  const { privateKey } = generateKeyPairSync('ed25519')
  try {
    makeDirectory(dirname(path))
    // whoever reads it can sign in the sender's name
    writeFileSync(path, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' })
    chmodSync(path, 0o600)
  } catch (error) {
    // another process made it at the same moment
    if (!isErrno(error, 'EEXIST')) throw diskError(path, error)
  }
}

function readSecret(path: string): KeyObject {
  try {
    const key = createPrivateKey(readFileSync(path))
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch (error) {
    if (isErrno(error, 'EACCES', 'EISDIR'))
      throw new LongtailError(
        'E_UPDATE',
        `${path} cannot be read (${systemReason(error)}): choose another file with --key`,
      )
  }
  throw new LongtailError(
    'E_UPDATE',
    `${path} is not a signing key: choose another file with --key, or one that does not exist, to make a new key there`,
  )
}

function textOf(key: KeyObject): string {
  return PREFIX + String(key.export({ format: 'jwk' }).x)
}

/** A public key as it was typed, or the name of a file that holds one. */
export function publicKeyIn(given: string): string {
  const typed = given.trim()
  if (PUBLIC_KEY.test(typed)) return typed
  const found = existsSync(typed) ? keyLines(typed) : []
  if (found.length > 0) return found[0]
  throw new LongtailError(
    'E_USAGE',
    `${quoted(given)} is not a key: expected ${PREFIX}… as "longtail portal key" prints, or a file with such a line`,
  )
}

/** Public keys in a text file, in its order; what else is in it is for people. */
export function keyLines(path: string): string[] {
  try {
    const words = readFileSync(path, 'utf8').split(/\s+/)
    return [...new Set(words.filter(word => PUBLIC_KEY.test(word)))]
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'EISDIR')) return []
    throw error
  }
}

/** Whether the owner of `key` signed these bytes. */
export function isSignedBy(key: string, bytes: Uint8Array, signature: Uint8Array): boolean {
  const x = PUBLIC_KEY.exec(key)?.[1]
  if (x === undefined) return false
  try {
    return verify(null, bytes, createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }), signature)
  } catch {
    // 32 bytes that are no point of the curve
    return false
  }
}
