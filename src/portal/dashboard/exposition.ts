/** Measurements as Prometheus reads them: text format 0.0.4. Names and labels are checked and escaped here, and nowhere else. */

export type Labels = Readonly<Record<string, string>>

export interface Sample {
  readonly labels: Labels
  readonly value: number
}

export interface Family {
  readonly name: string
  readonly help: string
  readonly type: 'counter' | 'gauge'
  readonly samples: readonly Sample[]
}

export interface HistogramFamily {
  readonly name: string
  readonly help: string
  readonly type: 'histogram'
  /** Upper ends of the buckets, rising. */
  readonly bounds: readonly number[]
  readonly samples: readonly {
    readonly labels: Labels
    /** By bound: how many were at most that. */
    readonly buckets: readonly number[]
    readonly count: number
    readonly sum: number
  }[]
}

/** Families without samples are left out. */
export function exposition(families: readonly (Family | HistogramFamily)[]): string {
  return families
    .filter(({ samples }) => samples.length > 0)
    .map(family => {
      const head = `# HELP ${family.name} ${escaped(family.help)}\n# TYPE ${family.name} ${family.type}\n`
      return head + (family.type === 'histogram' ? histogramLines(family) : sampleLines(family)).join('')
    })
    .join('')
}

function sampleLines({ name, samples }: Family): string[] {
  return samples.map(({ labels, value }) => line(name, labels, value))
}

function histogramLines({ name, bounds, samples }: HistogramFamily): string[] {
  return samples.flatMap(({ labels, buckets, count, sum }) => [
    ...bounds.map((bound, index) => line(`${name}_bucket`, { ...labels, le: number(bound) }, buckets[index])),
    line(`${name}_bucket`, { ...labels, le: '+Inf' }, count),
    line(`${name}_sum`, labels, sum),
    line(`${name}_count`, labels, count),
  ])
}

function line(name: string, labels: Labels, value: number): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text).replaceAll('"', '\\"')}"`)
  return `${name}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${number(value)}\n`
}

/** A carriage return alone would end the line for some readers. */
function escaped(text: string): string {
  return text.toWellFormed().replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '')
}

function number(value: number): string {
  if (Number.isNaN(value)) return 'NaN'
  if (!Number.isFinite(value)) return value > 0 ? '+Inf' : '-Inf'
  return String(value)
}
