import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { cleanLines } from '../../src/train/example-lines.js'
import { listTargets } from '../../src/train/language-targets.js'
import { nameOf } from '../../src/train/language.js'
import { runCli, temporaryDirectory } from '../crawl/run-cli.js'

const directory = temporaryDirectory('train-language')

test('a language is named by its code or English name; other names become codes for private use', () => {
  assert.deepEqual(nameOf('min'), { code: 'min', name: 'Minangkabau' })
  assert.deepEqual(nameOf('Minangkabau'), { code: 'min', name: 'Minangkabau' })
  assert.deepEqual(nameOf('x-padang'), { code: 'x-padang', name: 'x-padang' })
  assert.deepEqual(nameOf('Our village speech'), { code: 'x-our-village-speech', name: 'Our village speech' })
  assert.equal(nameOf('язык').code, 'x-learned')
})

test('lines that stand on several pages, and menus beside enough prose, are not learned from', () => {
  const line = 'a line of running text that is long enough to be one, number '
  const prose = Array.from({ length: 60 }, (_, i) => `${line}${i}`)
  const pages = [
    { text: `Home\n© all rights reserved by us\n${prose.join('\n')}` },
    { text: 'Home\n© all rights reserved by us\n12.5 %\nYes.' },
  ]
  const lines = cleanLines(pages).split('\n')
  assert.equal(lines.length, 62)
  assert.ok(!lines.includes('Home') && lines.includes('Yes.'))
  assert.equal(cleanLines([{ text: 'Home\nHome\nAbout' }]), 'Home\nAbout')
})

test('all languages of the declarations are targets, and it is said who knows them', () => {
  const targets = listTargets()
  assert.ok(targets.length > 480, String(targets.length))
  const entry = (code: string) => targets.find(one => one.code === code)
  assert.deepEqual(entry('tha')?.knownBy, ['script', 'declaration'])
  assert.deepEqual(entry('zul')?.knownBy, ['identifier', 'declaration'])
  assert.deepEqual(entry('kab')?.knownBy, ['declaration'])
})

test('too little text is refused with what is needed', async () => {
  const file = join(directory, 'little.txt')
  writeFileSync(file, 'only a few words\n')
  const { code, stderr } = await runCli(
    'train',
    'language',
    'x-few',
    '--examples',
    file,
    '--out',
    join(directory, 'few.model'),
  )
  assert.equal(code, 1)
  assert.match(stderr, /E_MODEL: x-few: the examples have 16 characters of text; give at least 1000; 30000 or more/)
})

test('what is no crawl is refused as such', async () => {
  const file = join(directory, 'no-crawl.txt')
  writeFileSync(file, 'hello')
  for (const from of [file, join(directory, 'gone')]) {
    const { code, stderr } = await runCli(
      'train',
      'language',
      'min',
      '--from',
      from,
      '--out',
      join(directory, 'x.model'),
    )
    assert.equal(code, 1)
    assert.match(
      stderr,
      /E_CRAWL_DIR: --from .* is not a crawl directory; give the directory that "longtail crawl --out" wrote/,
    )
  }
})
