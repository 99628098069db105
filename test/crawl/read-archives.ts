/** Reads our archives with other people's tools. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { WARCParser } from 'warcio'
import { packageRoot } from '../package-root.js'

const run = promisify(execFile)

/** How often each URL was archived (response or revisit), as warcio reads it. */
export async function archivedUrls(files: readonly string[]): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const file of files) {
    for await (const record of new WARCParser(createReadStream(file))) {
      if (record.warcType !== 'response' && record.warcType !== 'revisit') continue
      const url = record.warcTargetURI
      assert.ok(url, `${file}: a ${record.warcType} record without a target`)
      counts.set(url, (counts.get(url) ?? 0) + 1)
    }
  }
  return counts
}

/** A strict checker in another language that shares no code with ours: lengths, digests, links between records, gzip members. */
export async function checkIndependently(files: readonly string[]): Promise<void> {
  const { stdout } = await run('python3', [join(packageRoot, 'test/fixtures/archive/check_warc.py'), ...files], {
    maxBuffer: 1 << 26,
  })
  const records: unknown = JSON.parse(stdout)
  assert.ok(
    typeof records === 'object' && records !== null && 'response' in records && Number(records.response) > 0,
    stdout,
  )
}
