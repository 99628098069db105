/** What a pool and its threads say to each other. Each side checks what it receives: a message is `unknown` until then. */
import { ERROR_CODES, LongtailError, type Consequence } from '../errors.js'

export type ToThread = { readonly jobs: readonly unknown[] } | { readonly told: unknown } | { readonly close: true }

/** What became of one job. A message has one for each of its jobs, in their order. */
export type Outcome = { readonly answer: unknown } | { readonly error: SentError }

export type FromThread =
  | { readonly ready: true }
  /** It ends, because its tools cannot be opened. */
  | { readonly unstarted: SentError }
  | { readonly outcomes: readonly Outcome[] }
  /** The jobs were done, but an answer cannot be sent. */
  | { readonly unsent: string }

/** An error on its way: copying one between threads loses its class and its code. */
export interface SentError {
  readonly message: string
  readonly stack: string
  readonly code: string
  readonly consequence: Consequence
}

export function isToThread(value: unknown): value is ToThread {
  return isObject(value) && ('told' in value || 'close' in value || ('jobs' in value && Array.isArray(value.jobs)))
}

export function isFromThread(value: unknown): value is FromThread {
  if (!isObject(value)) return false
  if ('outcomes' in value) return Array.isArray(value.outcomes) && value.outcomes.every(isOutcome)
  return 'ready' in value || 'unsent' in value || ('unstarted' in value && isSentError(value.unstarted))
}

/**
 * A check by the names of fields. It is enough between threads of one program: they may mix up messages, but they do not forge them.
 * So it is for what a program wrote to a scratch file, and reads back.
 */
export function hasFields<T extends object>(...names: readonly (keyof T & string)[]): (value: unknown) => value is T {
  return (value): value is T => isObject(value) && names.every(name => name in value)
}

/** `value`, which threads of one program have sent, or were started with. */
export function checked<T>(value: unknown, isExpected: (value: unknown) => value is T): T {
  if (isExpected(value)) return value
  throw new TypeError('a message between threads was not as expected')
}

export function sentError(error: unknown): SentError {
  if (!(error instanceof Error)) return { message: String(error), stack: '', code: '', consequence: 'abort' }
  return {
    message: error.message,
    stack: error.stack ?? '',
    code: 'code' in error ? String(error.code) : '',
    consequence: error instanceof LongtailError ? error.consequence : 'abort',
  }
}

/** As it was thrown: a LongtailError again, or an error with the code of the system (ENOSPC). */
export function receivedError({ message, stack, code, consequence }: SentError): Error {
  const known = ERROR_CODES.find(name => name === code)
  const error = known === undefined ? new Error(message) : new LongtailError(known, message, consequence)
  if (stack !== '') error.stack = stack
  return known === undefined && code !== '' ? Object.assign(error, { code }) : error
}

function isOutcome(value: unknown): value is Outcome {
  return isObject(value) && ('answer' in value || ('error' in value && isSentError(value.error)))
}

const isSentError = hasFields<SentError>('message', 'stack', 'code', 'consequence')

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
