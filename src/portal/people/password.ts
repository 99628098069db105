/**
 * The administrator's password: taken from whoever starts the portal, or made up at the first start and shown once. Only its
 * scrypt hash is kept.
 */
import { randomBytes, randomInt, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto'
import { LongtailError } from '../../errors.js'
import type { LocalPeople } from './people.js'

/** 32 MB and a tenth of a second per guess on a desktop, half a second on a small board. */
const COST = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 } as const satisfies ScryptOptions
const HASH_BYTES = 32
const MIN_LENGTH = 8
const MAX_LENGTH = 500
/** 32 characters that nobody takes for one another: no l, o, 0, 1. */
const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789'
const GROUPS = 3
const GROUP_LENGTH = 5

/**
 * Returns the password that was made up, which is to be printed once; null when there was one already, or one was given. A
 * given one replaces the one before.
 */
export async function ensurePassword(people: LocalPeople, given?: string): Promise<string | null> {
  if (!people.isWritable) return null
  if (given !== undefined) {
    if (!isGoodPassword(given))
      throw new LongtailError(
        'E_USAGE',
        `the administrator's password must have ${MIN_LENGTH} to ${MAX_LENGTH} characters`,
      )
    if (!(await verifyPassword(people, given))) await setPassword(people, given)
    return null
  }
  if (people.settings.get('password') !== '') return null
  const made = madeUpPassword()
  await setPassword(people, made)
  return made
}

/** Takes its time, and only one guess at a time: thirty at once would take a gigabyte. False also while there is no password. */
export function verifyPassword(people: LocalPeople, guess: string): Promise<boolean> {
  const verified = queue.then(async () => {
    const [kind, salt, hash] = people.settings.get('password').split('$')
    if (kind !== 'scrypt-15-8-1' || guess.length > MAX_LENGTH) return false
    const expected = Buffer.from(hash ?? '', 'base64url')
    const found = await hashOf(guess, Buffer.from(salt ?? '', 'base64url'))
    return expected.length === found.length && timingSafeEqual(expected, found)
  })
  queue = verified.catch(() => undefined)
  return verified
}

export async function setPassword(people: LocalPeople, password: string): Promise<void> {
  const salt = randomBytes(16)
  const hash = await hashOf(password, salt)
  people.settings.set('password', `scrypt-15-8-1$${salt.toString('base64url')}$${hash.toString('base64url')}`)
}

export function isGoodPassword(password: string): boolean {
  const { length } = plain(password)
  return length >= MIN_LENGTH && length <= MAX_LENGTH
}

/** 75 bits, such as "k7mrq-x2vpa-9tdhe". */
export function madeUpPassword(): string {
  return Array.from({ length: GROUPS }, () => readAloud(GROUP_LENGTH)).join('-')
}

/** Random letters, of five bits each. */
export function readAloud(length: number): string {
  return Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('')
}

let queue: Promise<unknown> = Promise.resolve()

function hashOf(password: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(plain(password), salt, HASH_BYTES, COST, (error, key) => (error === null ? resolve(key) : reject(error)))
  })
}

/** Keyboards of two systems may send the same letter as different characters; files end with a line break. */
function plain(password: string): string {
  return password.normalize('NFC').trim()
}
