/** One name, one thing: who looks for a type by its name finds one. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { packageRoot } from '../package-root.js'

/** Names that may be declared more than once, with the reason. */
const TWICE: Readonly<Record<string, string>> = {
  PoolOptions: 'the pools of threads become one',
}

const src = join(packageRoot, 'src')
const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.ts'))

test('no type or class that is exported has the name of another one', () => {
  const declared = new Map<string, Set<string>>()
  for (const file of files) {
    const text = readFileSync(join(src, file), 'utf8')
    for (const [, name] of text.matchAll(/^export (?:abstract )?(?:interface|type|class) (\w+)/gm))
      declared.set(name, (declared.get(name) ?? new Set()).add(file))
  }
  assert.ok(declared.size > 500, `only ${declared.size} names were found`)
  const twice = [...declared].filter(([name, where]) => where.size > 1 && !(name in TWICE))
  assert.deepEqual(
    twice.map(([name, where]) => `${name}: ${[...where].join(', ')}`),
    [],
  )
  const idle = Object.keys(TWICE).filter(name => (declared.get(name)?.size ?? 0) < 2)
  assert.deepEqual(idle, [], 'exceptions that are none')
})

test('files are named after what is in them, not after its kind', () => {
  const vague = ['tables.ts', 'utils.ts', 'util.ts', 'helpers.ts', 'common.ts', 'misc.ts']
  assert.deepEqual(
    files.filter(file => vague.includes(basename(file))),
    [],
  )
})
