/** The head of a graph file: counts, names, and where each column lies. */
import * as v from 'valibot'
import type { LongtailError } from '../errors.js'
import type { GraphColumn } from './graph-file.js'
import type { WebGraph } from './web-graph.js'
import { parseJson } from '../json.js'

const BYTES = { u8: 1, u16: 2, u32: 4, f64: 8 } as const
/** Ids are 32-bit words, and page + 1 must be one as well. */
const MAX_COUNT = 0xffff_fffe

const count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_COUNT))
const names = v.array(v.pipe(v.string(), v.maxLength(100)))
const offset = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER))
/** Where a column lies; `length` counts entries, not bytes. */
const section = v.object({ name: v.string(), type: v.picklist(['u8', 'u16', 'u32', 'f64']), length: offset, offset })
const schema = v.object({
  counts: v.object({ pages: count, links: count, servers: count, directories: count, domains: count }),
  languages: v.pipe(names, v.minLength(1), v.maxLength(256)),
  tlds: v.pipe(names, v.minLength(1), v.maxLength(65_536)),
  target: names,
  countries: v.optional(v.pipe(names, v.maxLength(65_536)), []),
  origin: v.record(v.string(), v.unknown()),
  sections: v.array(section),
})

export type ColumnSection = Readonly<v.InferOutput<typeof section>>
export type GraphHead = Readonly<Omit<v.InferOutput<typeof schema>, 'sections'>> & {
  readonly sections: ReadonlyMap<string, ColumnSection>
}

export function headOf(
  graph: WebGraph,
  columns: ReadonlyMap<string, GraphColumn>,
  prefixBytes: number,
  alignment: number,
): { json: Buffer; sections: ColumnSection[] } {
  const { pages, links, servers, directories, domains, languages, tlds, target, country, linkText } = graph
  const origin = linkText === undefined ? graph.origin : { ...graph.origin, linkContext: linkText.context }
  const place = (from: number): ColumnSection[] => {
    let at = from
    return [...columns].map(([name, column]) => {
      const offset = Math.ceil(at / alignment) * alignment
      at = offset + column.byteLength
      return { name, type: typeOf(column), length: column.length, offset }
    })
  }
  const write = (sections: ColumnSection[]): Buffer =>
    Buffer.from(
      JSON.stringify({
        counts: { pages, links, servers, directories, domains },
        languages,
        tlds,
        target,
        ...(country === undefined ? {} : { countries: country.codes }),
        origin,
        sections,
      }),
    )
  // offsets are part of the head they follow: a first draft tells its length, with room for longer numbers
  const draft = write(place(0)).length + columns.size * 16
  const sections = place(prefixBytes + draft)
  return { json: write(sections), sections }
}

function typeOf(column: GraphColumn): ColumnSection['type'] {
  if (column instanceof Uint8Array) return 'u8'
  if (column instanceof Uint16Array) return 'u16'
  return column instanceof Uint32Array ? 'u32' : 'f64'
}

/** `fileSize` bounds what the sections may claim. */
export function parseHead(json: Buffer, fileSize: number, damaged: (reason: string) => LongtailError): GraphHead {
  const value = parseJson(json.toString('utf8'))
  if (value === undefined) throw damaged('its head is not JSON')
  const parsed = v.safeParse(schema, value)
  if (!parsed.success) {
    const [issue] = parsed.issues
    throw damaged(`its head is wrong at ${v.getDotPath(issue) ?? 'the top'}: ${issue.message}`)
  }
  const { sections, ...rest } = parsed.output
  const byName = new Map<string, ColumnSection>()
  for (const section of sections) {
    const end = section.offset + section.length * BYTES[section.type]
    if (end > fileSize) throw damaged(`${section.name} ends at byte ${end}, but the file has ${fileSize}`)
    byName.set(section.name, section)
  }
  return { ...rest, sections: byName }
}
