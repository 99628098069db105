/** Values on the command line, checked: a bad one is an error that names the flag. */
import { InvalidArgumentError } from 'commander'
import { parseBytes, parseDurationMs } from '../campaign/units.js'

export function wholeNumber(value: string): number {
  const number = Number(value)
  if (!/^\d+$/.test(value) || number < 1 || !Number.isSafeInteger(number))
    throw new InvalidArgumentError('Expected a whole number of at least 1.')
  return number
}

export function wholeNumberFrom0(value: string): number {
  const number = Number(value)
  if (!/^\d+$/.test(value) || !Number.isSafeInteger(number))
    throw new InvalidArgumentError('Expected a whole number of at least 0.')
  return number
}

export function positiveNumber(value: string): number {
  const number = Number(value)
  if (!/^\d*\.?\d+(e-?\d+)?$/i.test(value) || !(number > 0))
    throw new InvalidArgumentError('Expected a number above 0.')
  return number
}

/** For options that may be given several times. */
export function repeated(value: string, before: readonly string[] = []): string[] {
  return [...before, value]
}

/** A bare number is seconds. */
export function durationMs(value: string): number {
  const ms = parseDurationMs(/^\d+(\.\d+)?$/.test(value) ? Number(value) : value)
  if (ms === null || ms <= 0) throw new InvalidArgumentError('Expected seconds, or a duration such as 30min or 12h.')
  return ms
}

/** As in campaigns: 500KB, 5MB, or a bare number. */
export function byteCount(value: string): number {
  const bytes = parseBytes(/^\d+$/.test(value) ? Number(value) : value)
  if (bytes === null || bytes < 1000) throw new InvalidArgumentError('Expected a size of at least 1kB, such as 5MB.')
  return bytes
}

/** What a command's --help says beyond its flags, where it takes more code to say it than to register the command. */
export async function helpOnRequest(command: string, load: () => Promise<string>): Promise<string> {
  const [first, ...rest] = process.argv.slice(2)
  const isAsked = first === command ? rest.some(word => word === '--help' || word === '-h') : first === 'help'
  return isAsked ? load() : ''
}
