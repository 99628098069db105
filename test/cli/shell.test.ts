/** What a shell, a reader of manual pages and somebody with a problem meet. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Command } from 'commander'
import { addCommands, pathOf } from '../../src/cli/commands/index.js'
import { EXAMPLES, FIRST_STEPS } from '../../src/cli/examples.js'
import { manPage } from '../../src/cli/man-page.js'
import { runCli, temporaryDirectory } from '../crawl/run-cli.js'
import { packageRoot } from '../package-root.js'

const directory = temporaryDirectory('shell')

async function commands(): Promise<Map<string, Command>> {
  const program = await addCommands(new Command('longtail'))
  return new Map(
    program.commands.flatMap(top => [top, ...top.commands]).map(one => [pathOf(one).slice(1).join(' '), one]),
  )
}

test('bash completes commands, commands of commands, and their flags', async () => {
  const { code, stdout } = await runCli('completion', 'bash')
  assert.equal(code, 0)
  const script = join(directory, 'longtail.bash')
  writeFileSync(script, stdout)
  const complete = (...words: string[]): string[] => {
    const asked = `source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _longtail; printf '%s\\n' "\${COMPREPLY[@]}"`
    const out = execFileSync('bash', ['-c', asked, script, 'longtail', ...words], { encoding: 'utf8', cwd: directory })
    return out.split('\n').filter(word => word !== '')
  }
  assert.deepEqual(complete('cr'), ['crawl'])
  assert.deepEqual(complete('portal', 'bu'), ['build'])
  assert.deepEqual(complete('portal', 'build', 'DIR', '--ou'), ['--out'])
  assert.deepEqual(complete('crawl', 'long'), ['longtail.bash'], 'files, too')
  for (const [path, { options }] of await commands())
    for (const { long } of options) {
      if (!long) continue
      assert.ok(complete(...path.split(' '), long).includes(long), `${path} ${long}`)
    }
})

test('completions for zsh and fish name every command and flag', async () => {
  const zsh = (await runCli('completion', 'zsh')).stdout
  const fish = (await runCli('completion', 'fish')).stdout
  assert.match(zsh, /^#compdef longtail\n/)
  for (const [path, { options }] of await commands()) {
    const name = path.split(' ').at(-1) ?? ''
    assert.ok(zsh.includes(`'${name}:`), `zsh: ${path}`)
    assert.ok(fish.includes(` -a ${name} `), `fish: ${path}`)
    for (const { long } of options) {
      if (!long) continue
      assert.ok(zsh.includes(`'${long}:`), `zsh: ${long}`)
      assert.ok(fish.includes(` -l ${long.slice(2)} `), `fish: ${long}`)
    }
  }
  const { code, stderr } = await runCli('completion', 'tcsh')
  assert.equal(code, 2)
  assert.match(stderr, /bash, zsh, fish/)
})

test('man/longtail.1 is what "longtail man" prints', async () => {
  const page = await manPage()
  assert.equal(readFileSync(join(packageRoot, 'man/longtail.1'), 'utf8'), page, 'run "longtail man > man/longtail.1"')
  for (const path of (await commands()).keys()) assert.ok(page.includes(path.replaceAll('-', '\\-')), path)
})

test('examples are of commands and flags that exist, and help begins with them', async () => {
  const all = await commands()
  const check = (line: string, path: string): void => {
    assert.ok(line.startsWith(`longtail ${path}`), line)
    const known = all.get(path)?.options.map(({ long }) => long)
    for (const [flag] of line.split(' #')[0].matchAll(/(?<= )--[a-z-]+/g))
      assert.ok(known?.includes(flag), `${line}: ${flag}`)
  }
  for (const [path, lines] of Object.entries(EXAMPLES)) for (const line of lines) check(line, path)
  for (const [path, { commands }] of all)
    if (commands.length === 0) assert.ok(Object.hasOwn(EXAMPLES, path), `no example of ${path}`)
  for (const line of FIRST_STEPS.flatMap(steps => steps.split(' && '))) {
    const words = line.split(' ').slice(1)
    check(line, [2, 1].map(n => words.slice(0, n).join(' ')).find(path => all.has(path)) ?? line)
  }
  const { stdout } = await runCli('help', 'portal', 'build')
  assert.notEqual((await runCli('help', 'nosuch')).code, 0)
  assert.match(stdout, /^ {2}\$ longtail portal build .*\n[^]*Usage: longtail portal build/)
})

test('help for everything begins with the first steps, and lists each command once, by what it is for', async () => {
  const { stdout } = await runCli('--help')
  assert.match(stdout, /^ {2}\$ longtail demo .*\n[^]*Usage: longtail \[options\] \[command\]/)
  assert.match(stdout, /^Crawl:\n {2}crawl .*$[^]*^Compare strategies:\n {2}simulate .*$[^]*^Shell:$/m)
  assert.doesNotMatch(stdout, /^Commands:$/m)
  for (const path of (await commands()).keys())
    if (!path.includes(' ')) assert.equal(stdout.match(new RegExp(`^  ${path} {2,}`, 'gm'))?.length, 1, path)
})

test('doctor says what is here and what is missing, with what to do', async () => {
  const { code, stdout } = await runCli('doctor', directory, '--json')
  assert.equal(code, 0)
  const { findings }: { findings: { name: string; state: string; found: string; advice: string }[] } =
    JSON.parse(stdout)
  const of = (name: string) => findings.find(finding => finding.name === name)
  assert.equal(of('Node.js')?.found, process.versions.node)
  assert.match(of('disk')?.found ?? '', / GB free at /)
  for (const name of ['identifier', 'browser', 'Redis', 'memory', 'open files']) assert.ok(of(name) !== undefined, name)
  const bare = execFileSync(
    process.execPath,
    [join(packageRoot, 'bin/longtail.js'), 'doctor', join(directory, 'none')],
    {
      encoding: 'utf8',
      env: { PATH: '', LONGTAIL_IDENTIFIER: 'ngrams' },
    },
  )
  assert.match(bare, /missing +Redis +none\n +.*apt install redis-server/)
  assert.match(bare, /weak +identifier +ngrams/)
  assert.match(bare, /missing +disk +.* cannot be written/)
})

test('strategies have a page of their own', async () => {
  const one = await runCli('strategies', 'lswc')
  assert.match(one.stdout, /lswc: .*\n +from .*\n +s=3 /)
  assert.doesNotMatch((await runCli('crawl', '--help')).stdout, /lswc/)
  const none = await runCli('strategies', 'lsvc')
  assert.equal(none.code, 2)
  assert.match(none.stderr, /lswc/)
})

test('help for a command that does not exist is an error that names it', async () => {
  const { code, stdout, stderr } = await runCli('help', 'frobnicate')
  assert.deepEqual([code, stdout], [2, ''])
  assert.match(stderr, /unknown command 'frobnicate'/)
})
