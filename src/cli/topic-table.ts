/** The topics of a syllabus and how far they have come. */
export interface TopicRow {
  readonly name: string
  readonly gMean: number | null
  readonly pages: number
  readonly relevant: number
  readonly reused: number
  readonly stopped: string
}

const MAX_NAME = 40

export function topicTable(topics: readonly TopicRow[], together: TopicRow): string[] {
  const width = Math.min(MAX_NAME, Math.max(8, ...topics.map(({ name }) => name.length)))
  const line = (name: string, cells: readonly (string | number)[]): string =>
    `${name.slice(0, width).padEnd(width)} ${cells.map(cell => String(cell).padStart(9)).join('')}`
  const row = ({ name, gMean, pages, relevant, reused, stopped }: TopicRow): string => {
    const harvest = `${(pages === 0 ? 0 : (100 * relevant) / pages).toFixed(1)} %`
    return line(name, [gMean === null ? '-' : gMean.toFixed(2), pages, relevant, harvest, reused, ` ${stopped}`])
  }
  const head = line('topic', ['G-mean', 'pages', 'relevant', 'harvest', 'reused', 'stopped'])
  return [head, ...topics.map(row), row(together)]
}
