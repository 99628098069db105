import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { showWork } from '../../src/cli/work-display.js'

test('a line of progress is wiped off a terminal once, before anything else is printed', async t => {
  const written: string[] = []
  const stream = Object.create(process.stderr)
  Object.defineProperties(stream, {
    isTTY: { value: true },
    columns: { value: 80 },
    write: { value: (text: string) => written.push(text) },
  })
  const display = showWork(stream, 'stopping')
  t.after(() => display.end())
  await sleep(150)
  display.update('reading: 12 %')
  display.end()
  display.end()
  assert.deepEqual(written, ['\r\x1b[2Kreading: 12 %', '\r\x1b[2K'])
})
