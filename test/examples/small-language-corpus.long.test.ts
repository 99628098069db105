import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { DuckDBInstance } from '@duckdb/node-api'
import { tellStory } from './story.js'

test('a small language becomes a corpus that DuckDB reads, with a datasheet', { timeout: 180_000 }, async t => {
  const story = await tellStory('small-language-corpus', t)
  const at = (...names: string[]): string => join(story.directory, ...names)

  const everything = gunzipSync(readFileSync(at('everything.jsonl.gz')))
    .toString('utf8')
    .trimEnd()
    .split('\n')
  const pages = everything.map(line => JSON.parse(line))
  // 78 pages are in Swahili, those of a mirror included
  assert.ok(pages.length >= 40, `${pages.length} pages`)
  assert.ok(pages.every(({ language, share }) => language === 'swa' && share > 0.1))
  assert.ok(pages.filter(({ text }) => /\bhaki\b/.test(text)).length > pages.length / 2, 'hardly any text')

  const [unique] = await ask(
    `SELECT count(*)::INT AS pages, sum(length(text))::INT AS characters, count(DISTINCT url)::INT AS urls FROM '${at('corpus/corpus.parquet')}'`,
  )
  assert.ok(Number(unique.pages) > 0 && Number(unique.pages) < pages.length, JSON.stringify(unique))
  assert.equal(unique.urls, unique.pages)
  assert.ok(Number(unique.characters) < pages.reduce((sum, { text }) => sum + text.length, 0) / 2, 'repeated text')
  const sheet = readFileSync(at('corpus/DATASHEET.md'), 'utf8')
  assert.match(sheet, new RegExp(`\\b${unique.pages} Web pages`))
  assert.match(sheet, /www\.jua-bahari-demo\.co\.tz/)
})

async function ask(query: string): Promise<Record<string, unknown>[]> {
  const database = await DuckDBInstance.create(':memory:')
  const connection = await database.connect()
  try {
    return (await connection.runAndReadAll(query)).getRowObjects()
  } finally {
    connection.closeSync()
    database.closeSync()
  }
}
