/** Reads what is new in all sources into the table of captures. */
import { isErrno, LongtailError } from '../errors.js'
import type { ReadingContext } from './context.js'
import { isArchiveTrouble, readArchiveSource } from './read-archive.js'
import { readCrawlSource } from './read-crawl.js'
import type { Source } from './source-state.js'

/** True: there was something new. */
export async function readSources(context: ReadingContext, sources: readonly Source[]): Promise<boolean> {
  let isNew = false
  for (const source of sources) {
    context.signal?.throwIfAborted()
    try {
      const read = source.spec.kind === 'crawl' ? readCrawlSource : readArchiveSource
      if (await read(context, source)) isNew = true
    } catch (error) {
      const trouble = isErrno(error, 'ENOENT', 'EACCES', 'EIO', 'ESTALE') ? unreadable(source, error) : error
      // one archive that is none, or that went away, must not keep the others from the readers
      if (!isArchiveTrouble(trouble) || sources.length === 1) throw trouble
      context.warn(`${source.spec.path} was left out: ${trouble.message}`)
    }
  }
  return isNew
}

function unreadable({ spec }: Source, error: Error): LongtailError {
  return new LongtailError('E_ARCHIVE', `${spec.path} cannot be read (${error.message}): check that it still exists`)
}

/** `missing`: revisits whose original is in none of the sources. */
export function warnOfMissing({ warn }: ReadingContext, missing: number): void {
  if (missing > 0)
    warn(
      `${missing} ${missing === 1 ? 'capture repeats' : 'captures repeat'} responses that are not in the sources, and cannot be shown: add the archives that contain these responses`,
    )
}
