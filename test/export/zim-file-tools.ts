/** What the tests of ZIM files share: a directory, a writer with the metadata that a ZIM must have, and openZIM's own tools. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext } from 'node:test'
import type { ZimContent, ZimWriter, ZimWriterOptions } from '../../src/export/zim/contracts.js'
import { createZimWriter } from '../../src/export/zim/file/index.js'

export interface WrittenZim {
  readonly directory: string
  readonly path: string
}

export function place(t: TestContext): WrittenZim {
  const directory = mkdtempSync(join(tmpdir(), 'longtail-zim-'))
  t.after(() => rmSync(directory, { recursive: true, force: true }))
  return { directory, path: join(directory, 'test.zim') }
}

/** 1 × 1, which no checker minds. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==',
  'base64',
)

export async function writer(zim: WrittenZim, options: Partial<ZimWriterOptions> = {}): Promise<ZimWriter> {
  const opened = await createZimWriter({ path: zim.path, scratch: zim.directory, ...options })
  const metadata = {
    Name: 'test_mul_all',
    Title: 'ทดสอบ',
    Creator: 'longtail',
    Publisher: 'longtail',
    Date: '2026-11-15',
    Description: 'Entries of all kinds',
    Language: 'tha,eng',
  }
  for (const [name, value] of Object.entries(metadata)) await opened.addMetadata(name, value)
  await opened.addMetadata('Illustration_48x48@1', PNG)
  return opened
}

export function html(path: string, text: string, rest: Partial<ZimContent> = {}): ZimContent {
  const body = `<!doctype html><title>${text}</title><p>${text}</p>`
  return { path, title: text, mime: 'text/html; charset=utf-8', isFront: true, body, ...rest }
}

/** Standard output of a tool. It must end well. */
export function run(tool: string, args: readonly string[]): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    execFile(tool, args, { encoding: 'buffer', maxBuffer: 256 * 1024 * 1024 }, (error, out, err) => {
      if (error === null) resolve(out)
      else reject(new Error(`${tool} ${args.join(' ')}: ${error.message}\n${out.toString()}\n${err.toString()}`))
    })
  })
}

/** All that zimcheck can check. */
export async function assertChecked(path: string): Promise<void> {
  const said = (await run('zimcheck', ['-A', path])).toString().slice(0, 2_000)
  assert.match(said, /Overall Test Status: Pass/, said)
  assert.doesNotMatch(said, /\[(ERROR|WARNING)\]/, said)
}

export function show(path: string, entry: string): Promise<Buffer> {
  return run('zimdump', ['show', `--url=${entry}`, '--ns=C', path])
}
