// What npm runs after it installed a checkout ("prepare"): makes dist/ and puts the command where npx finds it.
//
// Without the developers' packages (npm ci --omit=dev) there is no compiler: the one that package-lock.json names is then fetched
// into a temporary folder, which is removed again. A failure ends in one line that says what to run.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const COMPILER = ['typescript', '@types/node']

const { npm_command: npmCommand, npm_config_cache: npmCache, npm_execpath: npmPath } = process.env

// an installed package has no sources, and dist/ already
if (existsSync(join(root, 'tsconfig.json'))) {
  // the first "npx longtail" makes npm run this again: who waits for a command does not want a build
  if (npmCommand !== 'exec' || !isBuilt()) build()
  placeCommand()
  if (npmCommand === 'ci' || npmCommand === 'install') enterInNpxCache()
}

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
  return npm(['install', '--prefix', folder, '--no-save', '--no-package-lock', '--ignore-scripts', ...wanted]) === 0
}

/** By its name alone npm is not found on Windows; where npm runs this, it says where it is. */
function npm(args, output) {
  return npmPath === undefined ? run('npm', args, output) : run(process.execPath, [npmPath, ...args], output)
}

/** Standard output belongs to npm, which prints JSON there when asked to. */
function run(command, args, output = 2) {
  return spawnSync(command, args, { cwd: root, stdio: ['ignore', output, output] }).status ?? 1
}

/** Where npx looks when its cache has the checkout but not the command. */
function placeCommand() {
  const folder = join(root, 'node_modules', '.bin')
  mkdirSync(folder, { recursive: true })
  const command = join(folder, 'longtail')
  rmSync(command, { force: true })
  if (process.platform === 'win32') writeFileSync(`${command}.cmd`, '@node "%~dp0\\..\\..\\bin\\longtail.js" %*\r\n')
  else symlinkSync('../../bin/longtail.js', command)
}

/**
 * The first npx in a checkout makes a link to it in npm's cache. Where that is interrupted, npx fails ever after: it finds the
 * link and not what belongs to it. So the link is made now, and one that was left half made is removed. Needs no network. That
 * npm calls the entry so is no promise: were it called otherwise, npx would make the link at its first call as before.
 */
function enterInNpxCache() {
  if (npmCache === undefined) return
  const name = createHash('sha512').update(root).digest('hex').slice(0, 16)
  rmSync(join(npmCache, '_npx', name), { recursive: true, force: true })
  npm(['exec', '--offline', '--', 'longtail', '--version'], 'ignore')
}
