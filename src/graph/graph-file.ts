/**
 * A graph in one file (docs/formats.md): a head of JSON that names the columns, and the columns as they lie in memory,
 * each at a multiple of 4,096 bytes. Reading is copying, so the largest graphs load in seconds; nothing is believed
 * that was not checked, because a simulation indexes typed arrays with what is read here.
 */
import { closeSync, fstatSync, openSync, readSync, rmSync } from 'node:fs'
import { isErrno, LongtailError } from '../errors.js'
import { putInPlace } from '../disk/write-atomically.js'
import { diskError } from '../disk/disk-error.js'
import { writeAll } from '../disk/write-all.js'
import { checkColumns } from './check-columns.js'
import { headOf, parseHead, type GraphHead, type ColumnSection } from './graph-head.js'
import { readText, textSections } from './text-sections.js'
import { openUrls } from './url-column.js'
import type { UrlColumn, WebGraph } from './web-graph.js'

const MAGIC = 'LTGRAPH1'
/** Read on any machine, but written and read in the byte order of all that we run on. */
const LITTLE_ENDIAN = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1
const PREFIX_BYTES = 16
const PAGE_BYTES = 4096
const MAX_HEAD_BYTES = 64 << 20
const CHUNK_BYTES = 64 << 20

export type GraphColumn = Uint8Array | Uint16Array | Uint32Array | Float64Array

/** Writes to a temporary name first: a graph is there as a whole or not at all. */
export function writeGraph(graph: WebGraph, path: string): void {
  const columns = columnsOf(graph)
  const { json, sections } = headOf(graph, columns, PREFIX_BYTES, PAGE_BYTES)
  const partial = `${path}.partial`
  const prefix = Buffer.alloc(PREFIX_BYTES)
  prefix.write(MAGIC, 'latin1')
  prefix.writeUInt32LE(json.length, 8)
  let file = -1
  try {
    file = openSync(partial, 'w')
    writeAll(file, prefix, 0)
    writeAll(file, json, PREFIX_BYTES)
    for (const section of sections) {
      const column = columns.get(section.name)
      if (column !== undefined) writeAll(file, bytesOf(column), section.offset)
    }
    closeSync(file)
    file = -1
    putInPlace(partial, path)
  } catch (error) {
    if (file !== -1) closeSync(file)
    rmSync(partial, { force: true })
    throw diskError(path, error)
  }
}

export function readGraph(path: string): WebGraph {
  const file = open(path)
  try {
    const head = readHead(file, path)
    const read = (name: string): GraphColumn | null => readColumn(file, head, name, path)
    const words = (name: string): Uint32Array => needed(read(name), Uint32Array, name, path)
    const bytes = (name: string): Uint8Array => needed(read(name), Uint8Array, name, path)
    const optionalBytes = (name: string): Uint8Array | null => (head.sections.has(name) ? bytes(name) : null)
    const graph: WebGraph = {
      ...head.counts,
      languages: head.languages,
      tlds: head.tlds,
      target: head.target,
      origin: head.origin,
      seeds: words('seeds'),
      offsets: words('offsets'),
      to: words('to'),
      server: words('server'),
      directory: words('directory'),
      flags: bytes('flags'),
      language: bytes('language'),
      serverTld: needed(read('serverTld'), Uint16Array, 'serverTld', path),
      serverDomain: words('serverDomain'),
      charset: optionalBytes('charset'),
      score: scoreOf(read('score'), path),
      ...(head.sections.has('simhash') ? { simhash: words('simhash') } : {}),
      anchors: optionalBytes('anchors'),
      ...readText(head, { words, bytes, shorts: name => needed(read(name), Uint16Array, name, path) }),
      urls: head.sections.has('urlBytes') ? lazyUrls(path, head) : null,
    }
    checkColumns(graph, path)
    return graph
  } finally {
    closeSync(file)
  }
}

/** Graphs of earlier versions have bytes. */
function scoreOf(column: GraphColumn | null, path: string): Uint8Array | Uint16Array | null {
  if (column === null || column instanceof Uint8Array) return column
  return needed(column, Uint16Array, 'score', path)
}

function columnsOf(graph: WebGraph): Map<string, GraphColumn> {
  const { seeds, offsets, to, server, directory, flags, language, serverTld, serverDomain } = graph
  const columns = new Map<string, GraphColumn>(
    Object.entries({ seeds, offsets, to, server, directory, flags, language, serverTld, serverDomain }),
  )
  if (graph.charset !== null) columns.set('charset', graph.charset)
  if (graph.score !== null) columns.set('score', graph.score)
  if (graph.simhash !== undefined) columns.set('simhash', graph.simhash)
  if (graph.anchors !== null) columns.set('anchors', graph.anchors)
  for (const [name, column] of textSections(graph)) columns.set(name, column)
  if (graph.urls !== null) {
    columns.set('urlBlocks', graph.urls.parts.blocks)
    columns.set('urlBytes', graph.urls.parts.bytes)
  }
  return columns
}

/** Read at the first question: simulations ask none, and the text is larger than all the rest. */
function lazyUrls(path: string, head: GraphHead): UrlColumn {
  let column: UrlColumn | null = null
  const load = (): UrlColumn => {
    if (column !== null) return column
    const file = open(path)
    try {
      const blocks = needed(readColumn(file, head, 'urlBlocks', path), Float64Array, 'urlBlocks', path)
      const bytes = needed(readColumn(file, head, 'urlBytes', path), Uint8Array, 'urlBytes', path)
      return (column = openUrls({ count: head.counts.pages, blocks, bytes }))
    } finally {
      closeSync(file)
    }
  }
  return {
    url: page => load().url(page),
    get parts() {
      return load().parts
    },
  }
}

function open(path: string): number {
  try {
    return openSync(path, 'r')
  } catch (error) {
    const reason = isErrno(error, 'ENOENT') ? 'it does not exist' : error instanceof Error ? error.message : 'error'
    throw new LongtailError(
      'E_GRAPH',
      `${path}: ${reason}; make a graph with "longtail graph generate" or "longtail graph import"`,
    )
  }
}

function readHead(file: number, path: string): GraphHead {
  if (!LITTLE_ENDIAN) throw new LongtailError('E_GRAPH', 'graphs can only be read on little-endian machines')
  const stat = fstatSync(file)
  const prefix = Buffer.alloc(PREFIX_BYTES)
  const got = stat.isFile() ? readSync(file, prefix, 0, PREFIX_BYTES, 0) : 0
  const magic = prefix.toString('latin1', 0, 8)
  if (got < PREFIX_BYTES || magic.slice(0, 7) !== MAGIC.slice(0, 7)) {
    throw new LongtailError(
      'E_GRAPH',
      `${path} is not a Longtail graph; make one from archives, crawls or tables with "longtail graph import"`,
    )
  }
  if (magic !== MAGIC) {
    throw new LongtailError(
      'E_GRAPH',
      `${path} is of version ${JSON.stringify(magic[7])}, this build reads ${MAGIC[7]}; import or generate it again`,
    )
  }
  const length = prefix.readUInt32LE(8)
  if (length > MAX_HEAD_BYTES || PREFIX_BYTES + length > stat.size) throw damaged(path, 'its head is cut off')
  const json = Buffer.alloc(length)
  readSync(file, json, 0, length, PREFIX_BYTES)
  return parseHead(json, stat.size, reason => damaged(path, reason))
}

function readColumn(file: number, head: GraphHead, name: string, path: string): GraphColumn | null {
  const section = head.sections.get(name)
  if (section === undefined) return null
  const column = allocate(section, path)
  const bytes = bytesOf(column)
  for (let at = 0; at < bytes.length;) {
    const got = readSync(file, bytes, at, Math.min(CHUNK_BYTES, bytes.length - at), section.offset + at)
    if (got === 0) throw damaged(path, `${name} is cut off`)
    at += got
  }
  return column
}

function allocate(section: ColumnSection, path: string): GraphColumn {
  const { type, length } = section
  try {
    if (type === 'u8') return new Uint8Array(new SharedArrayBuffer(length))
    if (type === 'u16') return new Uint16Array(new SharedArrayBuffer(length * 2))
    if (type === 'u32') return new Uint32Array(new SharedArrayBuffer(length * 4))
    return new Float64Array(new SharedArrayBuffer(length * 8))
  } catch {
    throw new LongtailError('E_GRAPH', `${path} does not fit into memory: ${section.name} has ${length} entries`)
  }
}

function needed<T extends GraphColumn>(
  column: GraphColumn | null,
  kind: new (length: number) => T,
  name: string,
  path: string,
): T {
  if (column instanceof kind) return column
  throw damaged(path, `${name} is missing or of the wrong type`)
}

function bytesOf(column: GraphColumn): Uint8Array {
  return new Uint8Array(column.buffer, column.byteOffset, column.byteLength)
}

function damaged(path: string, reason: string): LongtailError {
  return new LongtailError('E_GRAPH', `${path} is damaged: ${reason}; import or generate it again`)
}
