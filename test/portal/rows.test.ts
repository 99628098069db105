import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rowReader } from '../../src/disk/sqlite-rows.js'
import { openDatabase, type Database } from '../../src/disk/sqlite.js'

const READER = rowReader({
  name: 'text',
  size: 'number',
  data: 'bytes',
  other: 'text or null',
  more: 'number or null',
  rest: 'bytes or null',
})

function query(sql: string) {
  const database: Database = openDatabase(':memory:')
  return database.prepare(sql)
}

test('rows are read as what their columns should be', () => {
  const statement = query(`SELECT 'a' AS name, 1 AS size, x'0102' AS data, NULL AS other, 2 AS more, NULL AS rest`)
  const row = { name: 'a', size: 1, data: Uint8Array.of(1, 2), other: null, more: 2, rest: null }
  const read = [READER.only(statement.get()), READER.first(statement.get()), ...READER.all(statement.all())]
  for (const one of [...read, ...READER.each(statement.iterate())]) {
    assert.ok(one !== undefined)
    assert.deepEqual({ ...one, data: Uint8Array.from(one.data) }, row)
  }
  assert.equal(READER.first(query('SELECT 1 AS name WHERE 0').get()), undefined)
})

test('a column that is of another type, or not there, is refused', () => {
  for (const sql of [
    `SELECT 5 AS name, 1 AS size, x'01' AS data, NULL AS other, NULL AS more, NULL AS rest`,
    `SELECT 'a' AS name, 'b' AS size, x'01' AS data, NULL AS other, NULL AS more, NULL AS rest`,
    `SELECT 'a' AS name, 1 AS size, 'text' AS data, NULL AS other, NULL AS more, NULL AS rest`,
    `SELECT 'a' AS name, 1 AS size, x'01' AS data, 7 AS other, NULL AS more, NULL AS rest`,
    `SELECT 'a' AS name, 1 AS size, x'01' AS data, NULL AS other, x'' AS rest`,
    `SELECT 'a' AS name, 1 AS size, x'01' AS data, NULL AS other, NULL AS more, 'text' AS rest`,
  ]) {
    assert.throws(() => READER.first(query(sql).get()), { code: 'E_PORTAL' }, sql)
    assert.throws(() => READER.all(query(sql).all()), { code: 'E_PORTAL' }, sql)
    assert.throws(() => [...READER.each(query(sql).iterate())], { code: 'E_PORTAL' }, sql)
  }
  assert.throws(() => READER.only(query('SELECT 1 AS name WHERE 0').get()), { code: 'E_PORTAL' })
})
