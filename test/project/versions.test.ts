/** docs/upgrading.md says of each file which version this program writes. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { packageRoot } from '../package-root.js'

const page = readFileSync(join(packageRoot, 'docs/upgrading.md'), 'utf8')

/** A row of the table, the file that has the version, and how it stands there. */
const VERSIONS: readonly (readonly [row: string, file: string, version: RegExp, written: (found: string) => string])[] =
  [
    ['`crawl.json`', 'collection/crawl-directory.ts', /CRAWL_VERSION = (\d+)/, found => `\`version\` ${found}`],
    ['crawl log', 'collection/log/entry.ts', /LOG_VERSION = (\d+)/, found => `\`version\` ${found}`],
    ['`checkpoint`', 'disk/state-head.ts', /VERSION = (\d+)/, found => `${found} in its head`],
    ['`frontier/`', 'frontier/scratch-files.ts', /VERSION = Buffer\.from\('(\d+)/, found => found],
    ['`model.json`', 'strategy/model-file.ts', /VERSION = (\d+)/, found => `\`longtail-model\`, ${found}`],
    ['tables of background counts', 'learn/background-file.ts', /VERSION = (\d+)/, found => found],
    ['`*.ltg`', 'graph/graph-file.ts', /MAGIC = '(\w+)'/, found => `\`${found}\``],
    [
      'directory of a syllabus',
      'collection/syllabus-file.ts',
      /VERSION = (\d+)/,
      found => `\`longtail-syllabus\`, ${found}`,
    ],
    ['`index.db`', 'portal/store/schema.ts', /SCHEMA_VERSION = (\d+)/, found => `schema ${found}`],
    ['`index.db`', 'portal/build/building.ts', /EXTRACT_VERSION = (\d+)/, found => `(2.${found})`],
    ['`local.db`', 'portal/people/local-schema.ts', /LOCAL_VERSION = (\d+)/, found => found],
    ['lessons as files', 'portal/people/lesson-file.ts', /VERSION = (\d+)/, found => `\`longtail-lesson\`, ${found}`],
    ['datasheet', 'export/corpus/datasheet.ts', /DATASHEET_VERSION = (\d+)/, found => `\`longtail-corpus\`, ${found}`],
    ['WARC, CDXJ', 'export/wacz/package.ts', /WACZ_VERSION = '([\d.]+)'/, found => `WACZ ${found}`],
  ]

test('every format version of the code stands in the upgrade guide', () => {
  for (const [row, file, version, written] of VERSIONS) {
    const [, found = ''] = version.exec(readFileSync(join(packageRoot, 'src', file), 'utf8')) ?? []
    assert.notEqual(found, '', `${file}: no version`)
    const cells = page
      .split('\n')
      .find(line => line.startsWith(`| ${row}`))
      ?.split(' | ')
    assert.ok(cells !== undefined, row)
    assert.ok(cells[1].includes(written(found)), `${row}: "${cells[1]}" does not say ${written(found)}`)
  }
})
