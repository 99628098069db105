/** A browser that a crawl has started, and that is not there for a while: its package is being replaced. */
import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { BrowserRenderer, findBrowser, isRendered } from '../../src/render/index.js'

const directory = mkdtempSync(join(tmpdir(), 'longtail-replaced-'))
after(() => rmSync(directory, { recursive: true, force: true }))

/** A program that starts the browser, and writes down the number of its process group. */
function replaceable(): { readonly path: string; group(): number } {
  const path = join(directory, 'browser')
  const noted = join(directory, 'group')
  writeFileSync(path, `#!/bin/sh\necho $$ > '${noted}'\nexec '${findBrowser() ?? ''}' "$@"\n`)
  chmodSync(path, 0o755)
  return { path, group: () => Number(readFileSync(noted, 'utf8')) }
}

test('pages wait for a browser that is being replaced', async () => {
  const browser = replaceable()
  const renderer = new BrowserRenderer({ browser: browser.path, userAgent: 'test' })
  const textOf = async (word: string): Promise<string> => {
    const body = Buffer.from(`<p id="a"></p><script>a.textContent = '${word}'</script>`)
    const page = { url: 'http://a.test/', headers: [['Content-Type', 'text/html']] as const, body }
    const result = await renderer.render(page, () => Promise.resolve(null))
    return isRendered(result) ? (/<p id="a">(.*)<\/p>/.exec(result.html)?.[1] ?? '') : result.reason
  }
  try {
    assert.equal(await textOf('before'), 'before')
    renameSync(browser.path, `${browser.path}.old`)
    process.kill(-browser.group(), 'SIGKILL')
    const later = [textOf('one'), textOf('two')]
    await new Promise(resolve => setTimeout(resolve, 1_500))
    renameSync(`${browser.path}.old`, browser.path)
    assert.deepEqual(await Promise.all(later), ['one', 'two'])
  } finally {
    await renderer.close()
  }
})
