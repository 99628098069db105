import assert from 'node:assert/strict'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { loadTexts } from '../../src/demo/texts.js'
import { random } from '../../src/demo/random.js'
import { VERSION } from '../../src/version.js'
import { packageRoot } from '../package-root.js'
import { cloneInto, installedMegabytes, openRoom, pathWithoutCompiler } from './clean-room.js'

/** Of the folder with all packages but optional ones; 60 is what we aim for. */
const MAX_MEGABYTES = 80

describe('a fresh clone without the packages of developers', () => {
  const room = openRoom('clone')
  let clone = ''
  before(async () => {
    clone = await cloneInto(room)
  })

  test('npm ci --omit=dev builds it, and npx runs it', async () => {
    const installed = await room.run(clone, 'npm', 'ci', '--omit=dev', '--prefer-offline')
    assert.equal(installed.code, 0, installed.stderr)
    // what the compiler needs is not there (TypeScript alone may be: it is an optional peer of a library)
    assert.ok(!existsSync(join(clone, 'node_modules', '@types', 'node')))
    const { stdout, stderr } = await room.run(clone, 'npx', 'longtail', '--version')
    assert.equal(stdout, `${VERSION}\n`, stderr)
  })

  test('npx runs it also where the entry in its cache was left half made', async () => {
    const { stdout: cache } = await room.run(clone, 'npm', 'config', 'get', 'cache')
    const entry = npxEntry(cache.trim(), clone)
    try {
      rmSync(join(entry, 'node_modules', '.bin'), { recursive: true })
      const { stdout, stderr } = await room.run(clone, 'npx', 'longtail', '--version')
      assert.equal(stdout, `${VERSION}\n`, stderr)
    } finally {
      rmSync(entry, { recursive: true })
    }
  })

  test('without dist/ the command says what to run, and that helps', async () => {
    rmSync(join(clone, 'dist'), { recursive: true })
    const missing = await room.run(clone, 'node', 'bin/longtail.js', '--version')
    assert.equal(missing.code, 1)
    assert.match(missing.stderr, /^longtail: dist\/ is missing; run "npm run prepare"/)
    const prepared = await room.run(clone, 'npm', 'run', 'prepare')
    assert.equal(prepared.code, 0, prepared.stderr)
    assert.equal((await room.run(clone, 'node', 'bin/longtail.js', '--version')).stdout, `${VERSION}\n`)
  })

  test('where no compiler can be fetched one line says so', async () => {
    rmSync(join(clone, 'dist'), { recursive: true })
    const nowhere = ['--registry=http://127.0.0.1:9/', '--fetch-retries=0', `--cache=${join(room.folder, 'cache')}`]
    const { code, stderr } = await room.run(clone, 'npm', 'run', 'prepare', ...nowhere)
    assert.equal(code, 1)
    assert.match(stderr, /^longtail: dist\/ was not built, .* run "npm ci"/m)
  })
})

describe('the packed file in an empty folder, on a machine without a compiler', () => {
  const builder = openRoom('pack')
  const room = openRoom('tarball', pathWithoutCompiler(builder.folder))
  const thai = join(room.folder, 'thai.html')
  const swahili = join(room.folder, 'swahili.html')
  before(async () => {
    for (const [file, language] of [
      [thai, 'tha'],
      [swahili, 'swh'],
    ]) {
      const paragraphs = loadTexts(language).paragraphs(0.1, random('install', language))
      writeFileSync(file, `<meta charset="utf-8">${paragraphs.map(text => `<p>${text}</p>`).join('\n')}`)
    }
    const clone = await cloneInto(builder)
    // in two steps, so that npx' cache is left alone
    for (const command of [
      ['ci', '--omit=dev', '--omit=optional', '--ignore-scripts', '--prefer-offline'],
      ['run', 'prepare'],
    ]) {
      const { code, stderr } = await builder.run(clone, 'npm', ...command)
      assert.equal(code, 0, stderr)
    }
    const packed = await builder.run(clone, 'npm', 'pack', '--ignore-scripts', '--pack-destination', builder.folder)
    assert.equal(packed.code, 0, packed.stderr)
    writeFileSync(join(room.folder, 'package.json'), '{"private":true}')
    const file = join(builder.folder, `longtail-${VERSION}.tgz`)
    const installed = await room.run(room.folder, 'npm', 'install', '--prefer-offline', file)
    assert.equal(installed.code, 0, installed.stderr)
  })

  test('it is small', () => {
    assert.ok(!existsSync(join(room.folder, 'node_modules', 'cld')))
    const megabytes = installedMegabytes(join(room.folder, 'node_modules'), optionalPackages())
    assert.ok(megabytes > 10 && megabytes <= MAX_MEGABYTES, `${megabytes.toFixed(1)} MB`)
  })

  test('it judges pages and says which identifier it used', async () => {
    for (const [file, language] of [
      [thai, 'tha'],
      [swahili, 'swa'],
    ]) {
      const { code, stdout, stderr } = await longtail('judge', file, '--language', language, '--json')
      assert.equal(code, 0, stderr)
      const { pages, identifier } = JSON.parse(stdout)
      assert.equal(identifier, 'ngrams')
      assert.deepEqual([pages[0].language, pages[0].relevant], [language, true])
    }
    const { stdout } = await longtail('judge', thai, '--language', 'tha')
    assert.match(stdout, /^relevant .*\n(.*\n)*languages were identified by "ngrams"/)
  })

  test('it crawls, says so in status, and makes and opens a portal', async () => {
    const out = join(room.folder, 'demo')
    const demo = await longtail('demo', '--no-serve', '--pages', '60', '--out', out, '--json')
    assert.equal(demo.code, 0, demo.stderr)
    assert.ok(JSON.parse(demo.stdout).portal.pages > 10, demo.stdout)
    const status = JSON.parse((await longtail('status', join(out, 'longtail'), '--json')).stdout)
    assert.equal(status.identifier, 'ngrams')
    assert.match((await longtail('status', join(out, 'longtail'))).stdout, /^languages were identified by "ngrams"/m)
    const script = join(room.folder, 'serve.mjs')
    writeFileSync(script, SERVE)
    const served = await room.run(room.folder, 'node', script, join(out, 'portal'))
    assert.equal(served.stdout, '200\n', served.stderr)
  })

  test('the examples of the API page compile against its types and run', async () => {
    const examples = join(packageRoot, 'examples/api')
    const names = readdirSync(examples).filter(name => name.endsWith('.ts'))
    assert.ok(names.length >= 3)
    for (const name of names) cpSync(join(examples, name), join(room.folder, name.replace('.ts', '.mts')))
    const compiler = join(packageRoot, 'node_modules/typescript/bin/tsc')
    const typeRoots = join(packageRoot, 'node_modules/@types')
    const settings = [
      '--module',
      'nodenext',
      '--target',
      'es2022',
      '--strict',
      '--typeRoots',
      typeRoots,
      '--types',
      'node',
    ]
    const files = names.map(name => name.replace('.ts', '.mts'))
    const compiled = await room.run(room.folder, 'node', compiler, ...settings, '--skipLibCheck', ...files)
    assert.equal(compiled.code, 0, compiled.stdout)
    for (const name of names) {
      const { code, stdout, stderr } = await room.run(room.folder, 'node', name.replace('.ts', '.mjs'))
      assert.equal(code, 0, stderr)
      assert.notEqual(stdout, '', name)
    }
  })

  test('studies, docs and the manual page come with it', () => {
    const installed = join(room.folder, 'node_modules/longtail')
    for (const file of ['studies/tamura-2007.yaml', 'studies/curves.ipynb', 'docs/api.md', 'man/longtail.1'])
      assert.ok(existsSync(join(installed, file)), file)
  })

  function longtail(...args: string[]) {
    return room.run(room.folder, 'npx', 'longtail', ...args)
  }
})

const SERVE = `
import { startPortal } from 'longtail/portal/server'
const portal = await startPortal({ directory: process.argv[2], port: 0, password: 'only for this test' })
console.log((await fetch(portal.url)).status)
await portal.close()
`

/** Where npx keeps its link to a checkout. */
function npxEntry(cache: string, clone: string): string {
  const folder = join(cache, '_npx')
  const entry = readdirSync(folder).find(name => {
    const file = join(folder, name, 'package.json')
    return existsSync(file) && readFileSync(file, 'utf8').includes(clone)
  })
  assert.ok(entry !== undefined, `${folder} has no entry for ${clone}`)
  return join(folder, entry)
}

/** What only some features need (Redis, buckets), with what that needs. */
function optionalPackages(): string[] {
  const lock: unknown = JSON.parse(readFileSync(join(packageRoot, 'package-lock.json'), 'utf8'))
  const packages = typeof lock === 'object' && lock !== null && 'packages' in lock ? lock.packages : null
  const names = Object.entries(packages ?? {}).flatMap(([path, { optional }]: [string, { optional?: boolean }]) =>
    optional === true ? [path.replace('node_modules/', '')] : [],
  )
  assert.ok(names.includes('ioredis') && names.includes('pdfjs-dist'))
  // pdfjs-dist brings a canvas, which a checkout replaces
  return [...names, '@napi-rs']
}
