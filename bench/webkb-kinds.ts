/** What kind of page each of WebKB is, as its collectors said: student, faculty, staff, course, project, department, other. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { canonicalUrl } from '../src/page/index.js'

/** By canonical URL. */
export function readWebkbKinds(data: string): Map<string, string> {
  const [header, ...rows] = gunzipSync(readFileSync(join(data, 'webkb.pages.tsv.gz')))
    .toString('utf8')
    .trimEnd()
    .split('\n')
    .map(row => row.split('\t'))
  const url = header.indexOf('url')
  const source = header.indexOf('source')
  return new Map(rows.map(row => [canonicalUrl(row[url]) ?? row[url], row[source].replace('webkb:', '')]))
}
