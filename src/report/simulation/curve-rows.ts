/** Every point of every curve, for other programs: as TSV, CSV and Parquet. One row per point, numbers with all their digits. */
import { parquetWriteBuffer } from 'hyparquet-writer'
import type { SimulationResult } from '../../simulate/result.js'
import { runNames } from './run-names.js'

interface CurveRow {
  readonly strategy: string
  readonly pages: number
  readonly relevant: number
  readonly coverage: number
  /** Undefined before the first page. */
  readonly harvest: number | undefined
  readonly queue: number
  readonly servers: number
  /** Only with a simulated network. */
  readonly hours: number | undefined
}

const HEADS = ['strategy', 'pages', 'relevant', 'coverage', 'harvest', 'queue', 'servers', 'hours'] as const

function curveRows({ graph, runs }: Pick<SimulationResult, 'graph' | 'runs'>): CurveRow[] {
  const names = runNames(runs)
  return runs.flatMap(({ curve }, index) => {
    const rows: CurveRow[] = []
    for (const { pages, relevant, queue, servers, hours } of curve) {
      // a short run repeats its end
      if (rows.at(-1)?.pages === pages) continue
      const coverage = graph.relevant > 0 ? relevant / graph.relevant : 0
      const harvest = pages > 0 ? relevant / pages : undefined
      rows.push({ strategy: names[index], pages, relevant, coverage, harvest, queue, servers, hours })
    }
    return rows
  })
}

export function curvesTsv(result: SimulationResult): string {
  // names hold no tabs and no line feeds
  return lines(result, '\t', text => text)
}

/** RFC 4180, but for the line feeds. */
export function curvesCsv(result: SimulationResult): string {
  return lines(result, ',', csvText)
}

function lines(result: SimulationResult, separator: string, written: (text: string) => string): string {
  const rows = curveRows(result).map(row => HEADS.map(head => written(String(row[head] ?? ''))).join(separator))
  return `${[HEADS.join(separator), ...rows].join('\n')}\n`
}

export function curvesParquet(result: SimulationResult): Uint8Array {
  const rows = curveRows(result)
  const wholes = ['pages', 'relevant', 'queue', 'servers'] as const
  const doubles = ['coverage', 'harvest', 'hours'] as const
  const columns = new Map<string, Parameters<typeof parquetWriteBuffer>[0]['columnData'][number]>([
    ['strategy', { name: 'strategy', data: rows.map(row => row.strategy), type: 'STRING', nullable: false }],
    ...wholes.map(
      name => [name, { name, data: rows.map(row => BigInt(row[name])), type: 'INT64', nullable: false }] as const,
    ),
    ...doubles.map(name => [name, { name, data: rows.map(row => row[name]), type: 'DOUBLE', nullable: true }] as const),
  ])
  const columnData = HEADS.flatMap(head => columns.get(head) ?? [])
  return new Uint8Array(parquetWriteBuffer({ columnData }))
}

/** What each run never fetched, by distance from the seeds. */
export function missedCsv({ runs }: SimulationResult): string {
  const names = runNames(runs)
  const rows = runs.flatMap(({ missed }, index) =>
    missed.map(({ distance, relevant, missed: count, ratio }) =>
      [csvText(names[index]), distance, relevant, count, ratio].join(','),
    ),
  )
  return `${['strategy,distance,relevant,missed,ratio', ...rows].join('\n')}\n`
}

/** Parameters of strategies are separated by commas. */
function csvText(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
