/** A strict reader of the Prometheus text format 0.0.4, written from its description, to check what /metrics says. Throws at the first fault. */

export interface ReadSample {
  readonly name: string
  readonly labels: ReadonlyMap<string, string>
  readonly value: number
}

export interface ReadFamily {
  readonly name: string
  readonly type: string
  readonly help: string
  readonly samples: ReadSample[]
}

const TYPES = new Set(['counter', 'gauge', 'histogram', 'summary', 'untyped'])

export function readExposition(text: string): Map<string, ReadFamily> {
  if (!text.endsWith('\n')) throw new Error('the last line does not end with a line feed')
  if (text.includes('\r')) throw new Error('a carriage return')
  const families = new Map<string, ReadFamily>()
  const seen = new Set<string>()
  let current: ReadFamily | null = null
  let help: { name: string; text: string } | null = null
  for (const line of text.slice(0, -1).split('\n')) {
    if (line.startsWith('# HELP ')) {
      const match = /^# HELP ([a-zA-Z_:][a-zA-Z0-9_:]*) (.*)$/.exec(line)
      if (match === null) throw new Error(`HELP: ${line}`)
      help = { name: match[1], text: unescape(match[2], false) }
    } else if (line.startsWith('# TYPE ')) {
      const match = /^# TYPE ([a-zA-Z_:][a-zA-Z0-9_:]*) (\w+)$/.exec(line)
      if (match === null || !TYPES.has(match[2])) throw new Error(`TYPE: ${line}`)
      if (families.has(match[1])) throw new Error(`${match[1]} has two groups`)
      if (help?.name !== match[1]) throw new Error(`${match[1]} has no HELP before its TYPE`)
      current = { name: match[1], type: match[2], help: help.text, samples: [] }
      families.set(match[1], current)
    } else {
      const sample = readSample(line)
      if (current === null || !belongs(sample.name, current)) throw new Error(`${line}: not under its TYPE`)
      const key = `${sample.name} ${JSON.stringify([...sample.labels].sort())}`
      if (seen.has(key)) throw new Error(`${line}: there twice`)
      seen.add(key)
      current.samples.push(sample)
    }
  }
  for (const family of families.values()) check(family)
  return families
}

function belongs(name: string, { name: family, type }: ReadFamily): boolean {
  return type === 'histogram'
    ? [`${family}_bucket`, `${family}_sum`, `${family}_count`].includes(name)
    : name === family
}

function readSample(line: string): ReadSample {
  const name = /^[a-zA-Z_:][a-zA-Z0-9_:]*/.exec(line)?.[0]
  if (name === undefined) throw new Error(`no name: ${line}`)
  let at = name.length
  const labels = new Map<string, string>()
  if (line[at] === '{') {
    at++
    while (line[at] !== '}') {
      const label = /^([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\]|\\["\\n])*)"/.exec(line.slice(at))
      if (label === null) throw new Error(`label at ${at}: ${line}`)
      if (labels.has(label[1])) throw new Error(`${label[1]} twice: ${line}`)
      labels.set(label[1], unescape(label[2], true))
      at += label[0].length
      if (line[at] === ',') at++
      else if (line[at] !== '}') throw new Error(`neither , nor } at ${at}: ${line}`)
    }
    at++
  }
  const value = /^ ([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?|NaN|[+-]Inf)$/.exec(line.slice(at))
  if (value === null) throw new Error(`value: ${line}`)
  return { name, labels, value: number(value[1]) }
}

function number(text: string): number {
  return text === 'NaN' ? NaN : text === '+Inf' ? Infinity : text === '-Inf' ? -Infinity : Number(text)
}

function unescape(text: string, isLabel: boolean): string {
  return text.replace(/\\(.?)/g, (_, after: string) => {
    if (after === '\\') return '\\'
    if (after === 'n') return '\n'
    if (after === '"' && isLabel) return '"'
    throw new Error(`escape \\${after} in ${text}`)
  })
}

function check({ name, type, samples }: ReadFamily): void {
  if (samples.length === 0) throw new Error(`${name} has no samples`)
  if (type === 'counter') {
    if (!name.endsWith('_total')) throw new Error(`${name}: a counter that does not end in _total`)
    if (!samples.every(({ value }) => value >= 0)) throw new Error(`${name}: a counter below 0`)
  }
  if (type === 'histogram') checkHistogram(name, samples)
}

/** Buckets rise to +Inf, which is the count; every set of labels has a sum and a count. */
function checkHistogram(name: string, samples: readonly ReadSample[]): void {
  const groups = new Map<string, ReadSample[]>()
  for (const sample of samples) {
    const key = JSON.stringify([...sample.labels].filter(([label]) => label !== 'le').sort())
    groups.set(key, [...(groups.get(key) ?? []), sample])
  }
  for (const [key, group] of groups) {
    const of = (suffix: string): ReadSample[] => group.filter(sample => sample.name === `${name}${suffix}`)
    const buckets = of('_bucket')
    const bounds = buckets.map(({ labels }) => number(labels.get('le') ?? 'NaN'))
    const rises = (values: readonly number[], strictly: boolean): boolean =>
      values.every((value, i) => i === 0 || value > values[i - 1] || (!strictly && value === values[i - 1]))
    if (of('_sum').length !== 1 || of('_count').length !== 1) throw new Error(`${name}${key}: no sum or count`)
    if (bounds.at(-1) !== Infinity || !rises(bounds, true)) throw new Error(`${name}${key}: bounds ${bounds.join()}`)
    const counts = buckets.map(({ value }) => value)
    if (!rises(counts, false)) throw new Error(`${name}${key}: buckets fall: ${counts.join()}`)
    if (counts.at(-1) !== of('_count')[0].value) throw new Error(`${name}${key}: +Inf is not the count`)
    if (of('_sum')[0].value < 0) throw new Error(`${name}${key}: sum below 0`)
  }
}
