import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { LongtailError } from '../../src/errors.js'
import { withOutput } from '../../src/disk/output.js'
import { temporaryDirectory } from '../crawl/run-cli.js'

const directory = temporaryDirectory('output')

function codeOf(code: string): (error: unknown) => boolean {
  return error => error instanceof LongtailError && error.code === code
}

test('what is written takes the place of what was there at the end, and nothing is left beside it', async () => {
  const out = join(directory, 'a.file')
  writeFileSync(out, 'old')
  await withOutput(out, async ({ scratch, publish }) => {
    writeFileSync(join(scratch, 'a'), 'new')
    assert.equal(readFileSync(out, 'utf8'), 'old')
    publish(join(scratch, 'a'), out)
  })
  assert.equal(readFileSync(out, 'utf8'), 'new')
  assert.ok(!existsSync(`${out}.partial`))
})

test('a failure leaves what was there, and of its own what the next attempt goes on with', async () => {
  const out = join(directory, 'b.file')
  writeFileSync(out, 'old')
  const write = withOutput(
    out,
    async ({ scratch }) => {
      writeFileSync(join(scratch, 'kept'), '1')
      writeFileSync(join(scratch, 'other'), '2')
      throw new Error('no')
    },
    { keep: ['kept'] },
  )
  await assert.rejects(write, /^Error: no$/)
  assert.equal(readFileSync(out, 'utf8'), 'old')
  assert.deepEqual(readdirSync(`${out}.partial`), ['kept'])
})

test('a directory in the place of a file is refused: at once where that is known, and never replaced', async () => {
  const out = join(directory, 'c')
  mkdirSync(out)
  let hasBegun = false
  await assert.rejects(
    withOutput(out, async () => void (hasBegun = true), { isFile: true }),
    codeOf('E_USAGE'),
  )
  assert.ok(!hasBegun)
  const publishing = withOutput(out, async ({ scratch, publish }) => {
    writeFileSync(join(scratch, 'c'), 'new')
    publish(join(scratch, 'c'), out)
  })
  await assert.rejects(publishing, codeOf('E_OUT_DIR'))
  assert.deepEqual(readdirSync(out), [])
})

test('two exports to one place are not mixed, and a directory that is not there is said', async () => {
  const out = join(directory, 'd.file')
  await withOutput(out, async () => {
    await assert.rejects(
      withOutput(out, async () => {}),
      codeOf('E_OUT_DIR'),
    )
  })
  await assert.rejects(
    withOutput(join(directory, 'nowhere', 'x'), async () => {}),
    codeOf('E_USAGE'),
  )
})
