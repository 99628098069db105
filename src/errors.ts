/**
 * One error class. `code` is stable and documented in docs/errors.md (a test keeps the two in step);
 * `consequence` is what the caller does about it: try again later, leave this item out, or stop the run.
 * The message says what, where and what to do next. Expected outcomes (404, robots denial, an
 * irrelevant page) are values, never exceptions.
 */
export type Consequence = 'retry' | 'skip' | 'abort'

export class LongtailError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly consequence: Consequence = 'abort',
    options?: ErrorOptions,
  ) {
    super(message, options)
    this.name = 'LongtailError'
  }
}

/** Every code in the product. Add a line to docs/errors.md with each new one. */
export const ERROR_CODES = [
  'E_USAGE', // bad flags or values on the command line (exit code 2)
  'E_CAMPAIGN', // campaign file missing, unparsable or invalid (exit code 2)
  'E_OUT_DIR', // the output directory holds something else, or another process is using it
  'E_CRAWL_DIR', // a crawl directory is damaged beyond repair
  'E_WARC', // a record that cannot be read
  'E_ARCHIVE', // an archive file (WARC, WACZ, ARC) is missing or is not one
  'E_DISK', // writing failed: disk full, permissions
  'E_FETCH_DNS',
  'E_FETCH_CONNECT',
  'E_FETCH_TIMEOUT',
  'E_FETCH_TLS',
  'E_FETCH_PROTOCOL', // the server broke HTTP
  'E_FETCH_PRIVATE', // the address is private and network.allow-private is off
  'E_FETCH_ABORTED',
  'E_FETCH_LATER', // it is not the server's turn: nothing was sent
  'E_FETCH_CRASHED', // the crawler died of it
  'E_FETCH_SCHEME', // neither http nor https
  'E_ANALYSIS', // a page crashed or stalled the analysis worker
  'E_LANGUAGE', // a language code that no identifier knows
  'E_STRATEGY', // unknown strategy, recrawl policy or parameter
  'E_GRAPH', // a graph file, or what one is to be made from, is missing, damaged or not one
  'E_CHECKPOINT', // a saved state is damaged, or of another crawl or version: the log is replayed instead
  'E_FRONTIER', // frontier files unreadable or over a limit
  'E_MODEL', // a model, dictionary or table of counts is missing, damaged or not one, or cannot be learned from what is given
  'E_UPDATE', // an update of a portal is damaged, incomplete, not trusted, or does not fit
  'E_SOURCE', // what is to be read is missing, or is neither a crawl nor an archive
  'E_PORTAL', // a portal's directory is missing, damaged, not one, or in use
  'E_EXPORT', // what is to be exported holds nothing of the kind, or cannot be written in that form
  'E_ENGINE', // the engine that connects the workers of a crawl is missing, out of reach, or refuses
  'E_STORE', // the bucket that holds a crawl is missing, out of reach, full, or refuses
  'E_BROWSER', // no browser is found where one is needed, or it does not start
  'E_SEARCH', // a search engine refuses, or answers with something else than results
] as const
export type ErrorCode = (typeof ERROR_CODES)[number]

/** What whoever threw it said: not everything that is thrown is an error. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown)
}

/**
 * The same of a failed system call, for messages that name the file themselves: "no such file or directory", without the code, the call
 * and the path.
 */
export function systemReason(thrown: unknown): string {
  const message = messageOf(thrown)
  return /^E[A-Z\d]+: ([^,]+), \w+(?: '|$)/.exec(message)?.[1] ?? message
}

/** User input as an error message may repeat it. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text)
}

/** For those who take nothing but errors. */
export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown))
}

export function isErrno(error: unknown, ...codes: string[]): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}
