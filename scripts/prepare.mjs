// What npm runs after it installed a checkout ("prepare"): makes dist/ and puts the command where npx finds it.
//
// Without the developers' packages (npm ci --omit=dev) there is no compiler: the one that package-lock.json names is then fetched
// into a temporary folder, which is removed again. A failure ends in one line that says what to run.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const COMPILER = ['typescript', '@types/node']

// The first "npx longtail" makes npm run this once more. Nothing changed since then, and who waits for a command does not want a build.
if (process.env.npm_command !== 'exec' || !isBuilt()) build()
placeCommand()

function isBuilt() {
  return existsSync(join(root, 'dist', 'src', 'cli', 'main.js'))
}

function build() {
  if (COMPILER.every(name => existsSync(join(root, 'node_modules', name, 'package.json')))) {
    const status = compile(join(root, 'node_modules'), ['-p', 'tsconfig.json'])
    if (status !== 0) process.exit(status)
    return
  }
  const folder = mkdtempSync(join(tmpdir(), 'longtail-compiler-'))
  try {
    const modules = join(folder, 'node_modules')
    const isDone =
      fetchCompiler(folder) &&
      compile(modules, ['-p', 'tsconfig.build.json', '--noCheck', '--typeRoots', join(modules, '@types')]) === 0
    if (isDone) return
    console.error(
      'longtail: dist/ was not built, because the compiler could not be fetched or failed (above); with a network run "npm ci", without --omit=dev',
    )
    process.exitCode = 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function compile(modules, options) {
  return run(process.execPath, [join(modules, 'typescript', 'bin', 'tsc'), ...options])
}

function fetchCompiler(folder) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const wanted = COMPILER.map(name => `${name}@${packages[`node_modules/${name}`].version}`)
  console.error(`longtail: fetching ${wanted.join(' and ')} for the build`)
  const install = ['install', '--prefix', folder, '--no-save', '--no-package-lock', '--ignore-scripts', ...wanted]
  // npm says where it is; by its name alone it is not found on Windows
  const npm = process.env.npm_execpath
  return (npm === undefined ? run('npm', install) : run(process.execPath, [npm, ...install])) === 0
}

function run(command, args) {
  // what is printed here is not what "npm pack --json" prints
  return spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2] }).status ?? 1
}

/**
 * npx makes a link to a checkout in its cache, and where that was interrupted it never links the command. It looks in
 * node_modules/.bin as well, so there is one that does not depend on the cache.
 */
function placeCommand() {
  const folder = join(root, 'node_modules', '.bin')
  mkdirSync(folder, { recursive: true })
  const command = join(folder, 'longtail')
  rmSync(command, { force: true })
  if (process.platform === 'win32') {
    writeFileSync(`${command}.cmd`, '@node "%~dp0\\..\\..\\bin\\longtail.js" %*\r\n')
    return
  }
  symlinkSync('../../bin/longtail.js', command)
}
