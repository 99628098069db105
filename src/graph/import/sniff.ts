/** What a path is: seen from its content, because names say little. */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { LongtailError, messageOf } from '../../errors.js'
import { crawlImporter } from './crawl.js'
import { firstBytes, firstText } from './lines.js'
import { shapeOf, type TableShape } from './table-shape.js'

export type ImportSource =
  | { readonly kind: 'archive'; readonly path: string; readonly size: number }
  | { readonly kind: 'table'; readonly path: string; readonly size: number; readonly shape: TableShape }
  | { readonly kind: 'crawl'; readonly path: string; readonly size: number }
  | { readonly kind: 'unknown'; readonly path: string; readonly size: number; readonly reason: string }

const HEAD_BYTES = 64 * 1024

/** Directories become the files in them, unless they are crawls. Hidden files are left alone. */
export async function sourcesOf(paths: readonly string[]): Promise<ImportSource[]> {
  const sources: ImportSource[] = []
  for (const path of paths) {
    const stat = statSync(path, { throwIfNoEntry: false })
    if (stat === undefined) {
      throw new LongtailError('E_GRAPH', `${path} does not exist: give archives, crawl directories or tables`)
    }
    if (crawlImporter.accepts(path)) sources.push({ kind: 'crawl', path, size: crawlImporter.size(path) })
    else if (!stat.isDirectory()) sources.push(await sniff(path, stat.size))
    else {
      for (const name of readdirSync(path).sort()) {
        const inside = join(path, name)
        const found = name.startsWith('.') ? undefined : statSync(inside, { throwIfNoEntry: false })
        if (found?.isFile()) sources.push(await sniff(inside, found.size))
      }
    }
  }
  return sources
}

async function sniff(path: string, size: number): Promise<ImportSource> {
  const unknown = (reason: string): ImportSource => ({ kind: 'unknown', path, size, reason })
  try {
    const start = (await firstBytes(path, 4)).toString('latin1')
    if (start === 'PK\x03\x04') return { kind: 'archive', path, size }
    const head = await firstText(path, HEAD_BYTES)
    if (/^(?:WARC\/|filedesc:)/.test(head.toString('latin1', 0, 9))) return { kind: 'archive', path, size }
    // an archive whose beginning is damaged is still worth reading
    if (/\.w?arc(?:\.gz)?(?:\.open)?$/i.test(path)) return { kind: 'archive', path, size }
    if (head.length === 0) return unknown(size === 0 ? 'it is empty' : 'it cannot be unpacked')
    const shape = shapeOf(head.toString('utf8'), head.length < HEAD_BYTES)
    return shape === null
      ? unknown('its format is none of those in docs/graph-import.md')
      : { kind: 'table', path, size, shape }
  } catch (error) {
    return unknown(messageOf(error))
  }
}
