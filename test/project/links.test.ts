import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import test from 'node:test'
import { packageRoot } from '../package-root.js'

/** Links and pictures of Markdown, without what is in code. */
function linksIn(markdown: string): string[] {
  const prose = markdown.replace(/^```[^]*?^```/gm, '').replace(/`[^`\n]*`/g, '')
  return [...prose.matchAll(/\]\(([^()\s]+)\)/g)].map(([, target]) => target)
}

/** Names that headings have in addresses: as GitHub makes them. */
function anchorsIn(markdown: string): Set<string> {
  const headings = markdown.replace(/^```[^]*?^```/gm, '').matchAll(/^#{1,6} +(.+)$/gm)
  const names = [...headings].map(([, text]) =>
    text
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(' ', '-'),
  )
  return new Set(names)
}

test('links between the pages of the documentation lead to a file and a heading that are there', () => {
  const folders = [
    '',
    'docs',
    'examples',
    ...readdirSync(join(packageRoot, 'examples')).map(name => `examples/${name}`),
  ]
  const pages = folders.flatMap(folder => {
    const path = join(packageRoot, folder)
    if (!statSync(path).isDirectory()) return []
    return readdirSync(path)
      .filter(name => name.endsWith('.md'))
      .map(name => join(path, name))
  })
  assert.ok(pages.length > 30)
  const broken: string[] = []
  let checked = 0
  for (const page of pages) {
    const text = readFileSync(page, 'utf8')
    for (const link of linksIn(text)) {
      if (/^(?:https?|mailto):/.test(link)) continue
      checked++
      const [path, anchor] = link.split('#')
      const target = path === '' ? page : resolve(dirname(page), decodeURIComponent(path))
      const isThere = existsSync(target)
      if (!isThere || (anchor !== undefined && !anchorsIn(readFileSync(target, 'utf8')).has(anchor)))
        broken.push(`${relative(packageRoot, page)}: ${link}`)
    }
  }
  assert.ok(checked > 100, String(checked))
  assert.deepEqual(broken, [])
})

test('files of the source that the documentation names are there', () => {
  const folder = join(packageRoot, 'docs')
  const named = readdirSync(folder)
    .filter(name => name.endsWith('.md'))
    .flatMap(name => {
      const text = readFileSync(join(folder, name), 'utf8')
      return [...text.matchAll(/`((?:src|test|bench|scripts)\/[\w./-]+\.(?:ts|mjs|sh))`/g)].map(
        ([, path]) => `${name}: ${path}`,
      )
    })
  assert.ok(named.length > 50)
  assert.deepEqual(
    named.filter(one => !existsSync(join(packageRoot, one.slice(one.indexOf(' ') + 1)))),
    [],
  )
})
