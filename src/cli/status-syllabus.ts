/** `longtail status` for the directory of a syllabus. */
import { crawlDirectory, lockHolder } from '../collection/index.js'
import type { SyllabusState } from '../collection/syllabus-file.js'
import { topicTable } from './topic-table.js'

export function showCollection(path: string, { name, updated, topics }: SyllabusState, json: boolean): void {
  const holder = lockHolder(crawlDirectory(path))
  const rows = topics.map(topic => ({ ...topic, stopped: topic.stopped === '' ? 'waiting' : topic.stopped }))
  const total = (field: 'pages' | 'relevant' | 'reused'): number => rows.reduce((sum, row) => sum + row[field], 0)
  const [pages, relevant, reused] = [total('pages'), total('relevant'), total('reused')]
  if (json) {
    console.log(JSON.stringify({ name, running: holder > 0, updated, pages, relevant, reused, topics: rows }))
    return
  }
  console.log(`${name}: ${holder > 0 ? `running (process ${holder})` : 'not running'}, last change at ${updated}`)
  const together = { name: 'together', gMean: null, pages, relevant, reused, stopped: '' }
  for (const line of topicTable(rows, together)) console.log(line)
}
