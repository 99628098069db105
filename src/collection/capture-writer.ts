/** Rows of `captures` and `files`, from logs and from archives. */
import type { Database, Statement } from '../disk/sqlite.js'
import { portablePath } from './file-place.js'

export interface CaptureRow {
  readonly url: string
  readonly at: number
  readonly file: number
  readonly offset: number
  readonly length: number
  readonly status: number
  readonly mime: string
  readonly digest: string
  readonly location: string
  readonly kind: 'page' | 'document' | 'embed' | 'hop' | 'other'
  readonly verdict: CaptureVerdict | null
  /** How a revisit names its original: canonical URL or '', date or 0. Null: it is none. */
  readonly revisit: { readonly refers: string; readonly refersAt: number } | null
}

/** What a crawl of ours said about a page. */
export interface CaptureVerdict {
  readonly relevant: boolean
  readonly score: number
  readonly language: string
  readonly share: number
}

export class CaptureWriter {
  private readonly insert: Statement
  private readonly findFile: Statement
  private readonly addFile: Statement
  private readonly files = new Map<string, number>()

  constructor(
    database: Database,
    private readonly source: number,
    private readonly home: string,
  ) {
    this.insert = database.prepare(
      `INSERT OR REPLACE INTO captures (url, at, source, file, offset, length, status, mime, digest, location, kind,
         relevant, score, language, share, revisit, refers, refers_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    this.findFile = database.prepare('SELECT id FROM files WHERE source = ? AND origin = ? AND member = ?')
    this.addFile = database.prepare('INSERT INTO files (source, origin, member, path) VALUES (?, ?, ?, ?)')
  }

  /** `origin`: absolute. */
  file(origin: string, member: string): number {
    const key = `${origin}\n${member}`
    let id = this.files.get(key)
    if (id === undefined) {
      const row: unknown = this.findFile.get(this.source, origin, member)
      id = isId(row)
        ? row.id
        : Number(this.addFile.run(this.source, origin, member, portablePath(this.home, origin)).lastInsertRowid)
      this.files.set(key, id)
    }
    return id
  }

  add(row: CaptureRow): void {
    const { verdict } = row
    this.insert.run(
      row.url,
      row.at,
      this.source,
      row.file,
      row.offset,
      row.length,
      row.status,
      row.mime.slice(0, 100),
      row.digest,
      row.location,
      row.kind,
      verdict === null ? null : verdict.relevant ? 1 : 0,
      verdict?.score ?? null,
      verdict?.language ?? null,
      verdict?.share ?? null,
      row.revisit === null ? 0 : 1,
      row.revisit?.refers ?? '',
      row.revisit?.refersAt ?? 0,
    )
  }
}

function isId(row: unknown): row is { readonly id: number } {
  return typeof row === 'object' && row !== null && 'id' in row && typeof row.id === 'number'
}

/** Without the name of the algorithm, in a length that tells contents apart. */
export function digestKey(digest: string): string {
  return digest.slice(digest.indexOf(':') + 1).slice(0, 32)
}
