/** What axe-core says about a page, for assertions: a sentence for each finding. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Finding {
  readonly id: string
  readonly impact: string | null
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[]
}

/** `rules`: all when null. `exclude`: what is not ours, by selector; archived pages are as they were. Axe is run by the debugger, which the page's policy does not bind. */
export async function findingsOfAxe(
  page: Page,
  { rules = null, exclude = 'iframe' }: { rules?: readonly string[] | null; exclude?: string } = {},
): Promise<string[]> {
  await page.evaluate(`${AXE};undefined`)
  const options = { iframes: false, ...(rules === null ? {} : { runOnly: rules }) }
  const result = await page.evaluate<{ violations: Finding[]; passes: Finding[] }>(
    `axe.run(${JSON.stringify({ exclude: [exclude] })}, ${JSON.stringify(options)})`,
  )
  assert.ok(result.passes.length >= (rules?.length ?? 10), 'axe looked at the page')
  const path = new URL(page.url()).pathname
  return result.violations.map(({ id, impact, nodes }) => {
    const places = nodes.slice(0, 3).map(node => `${node.html.slice(0, 200)} ${node.failureSummary ?? ''}`)
    return `${path}: ${id} (${impact}) ${places.join('\n')}`
  })
}
