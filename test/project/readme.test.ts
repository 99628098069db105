/** The README is short, and what it and the index of the documentation tell people to type exists. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Command } from 'commander'
import { addCommands } from '../../src/cli/commands/index.js'
import { packageRoot } from '../package-root.js'
import { longtailCommandsIn, shellCommandsIn } from './readme-commands.js'

const MAX_LINES = 120
const MAX_FACTS = 8

const readme = readFileSync(join(packageRoot, 'README.md'), 'utf8')
const index = readFileSync(join(packageRoot, 'docs/README.md'), 'utf8')

test('the README has at most 120 lines, and a table of at most eight facts', () => {
  const lines = readme.trimEnd().split('\n')
  assert.ok(lines.length <= MAX_LINES, `${lines.length} lines`)
  const rows = lines.filter(line => line.startsWith('|'))
  assert.equal(rows.filter(row => /^\|(?:-+\|)+$/.test(row)).length, 1, 'one table')
  assert.ok(rows.length - 2 <= MAX_FACTS, `${rows.length - 2} rows`)
})

test('a cell of a measured fact holds one number at most', () => {
  const [head, , ...rows] = readme.split('\n').filter(line => line.startsWith('|'))
  const measured = cellsOf(head).flatMap((name, column) => (/^(?:Longtail|the other)$/.test(name) ? [column] : []))
  assert.equal(measured.length, 2)
  for (const row of rows) {
    const cells = cellsOf(row)
    for (const column of measured) assert.match(cells[column], /^(?:\d+(?:[.,]\d+)*(?: [%×]| [A-Za-z]+)?)?$/, row)
    assert.match(cells.at(-1) ?? '', /^`[^`]+`$/, `${row}: no command`)
  }
})

test('the two commands of a fresh machine are in the README', () => {
  for (const line of ['npm ci && npx longtail demo', 'npm ci && npm test'])
    assert.ok(readme.includes(`\n${line} `), line)
})

test('the command line understands every command of the README and of the index', async () => {
  const commands = [...longtailCommandsIn(readme), ...longtailCommandsIn(index)]
  assert.ok(commands.length >= 12, `${commands.length} commands`)
  for (const words of commands) await assertUnderstood(words)
})

test('a flag or a command that does not exist would be found', async () => {
  await assert.rejects(assertUnderstood(['crawl', 'campaign.yaml', '--no-such-flag']))
  await assert.rejects(assertUnderstood(['no-such-command']))
  await assert.rejects(assertUnderstood(['simulate']), /missing required argument/)
})

test('scripts and programs of the repository that the README runs exist', () => {
  const scripts: Record<string, unknown> = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')).scripts
  const inTable = [...readme.matchAll(/`([^`\n]+)`/g)].flatMap(([, code]) => code.split('&&').map(part => part.trim()))
  for (const command of [...shellCommandsIn(readme), ...inTable]) {
    const [, script] = /^npm run ([\w:-]+)/.exec(command) ?? []
    if (script !== undefined) assert.ok(script in scripts, command)
    const [, file] = /^(?:node dist\/|bash )(\S+)/.exec(command) ?? []
    const folder = file?.slice(0, file.lastIndexOf('/'))
    if (file !== undefined && folder !== undefined) {
      const name = file.slice(folder.length + 1).replace(/\.js$/, '.ts')
      assert.ok(readdirSync(join(packageRoot, folder)).includes(name), command)
    }
  }
})

test('every page of the documentation is in its index', () => {
  const pages = readdirSync(join(packageRoot, 'docs')).filter(name => name.endsWith('.md') && name !== 'README.md')
  assert.ok(pages.length > 40)
  const linked = new Set([...index.matchAll(/\]\(([^()#\s]+)(?:#[^()\s]*)?\)/g)].map(([, target]) => target))
  assert.deepEqual(
    pages.filter(name => !linked.has(name)),
    [],
  )
})

/** Parses a command as the program does, and does nothing. */
async function assertUnderstood(words: readonly string[]): Promise<void> {
  const program = await addCommands(new Command('longtail'))
  for (const command of [program, ...program.commands.flatMap(top => [top, ...top.commands])]) {
    command.exitOverride().configureOutput({ writeErr: () => {}, writeOut: () => {} })
    if (command.commands.length === 0) command.action(() => {})
  }
  const asked = words[0] === 'help' ? words.slice(1).filter(word => word !== 'COMMAND') : words
  if (words[0] === 'help' && asked.length === 0) return
  try {
    await program.parseAsync(asked, { from: 'user' })
  } catch (error) {
    throw new Error(`longtail ${words.join(' ')}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function cellsOf(row: string): string[] {
  return row
    .split('|')
    .slice(1, -1)
    .map(cell => cell.trim())
}
