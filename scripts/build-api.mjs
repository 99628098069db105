// Writes docs/api.md: the library as its types say it is. Functions and their comments come from dist/src/index.d.ts and the files behind
// it, examples from examples/api. Run it after a build; "--print" writes to standard output (a test compares that with the file).
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const types = join(root, 'dist/src')
const source = readFileSync(join(root, 'src/index.ts'), 'utf8')
const index = join(types, 'index.d.ts')

// what index.ts loads at the first call: the comment on such a function stands where it is made
const lazy = new Map(
  [...source.matchAll(/export const (\w+) = loaded\(async \(\) => \(await import\('(.+?)'\)\)\.(\w+)\)/g)].map(
    ([, name, path, original]) => [name, { file: join(types, path.replace(/\.js$/, '.d.ts')), original }],
  ),
)
const program = ts.createProgram([index, ...[...lazy.values()].map(({ file }) => file)], {
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2023.d.ts', 'lib.es2024.string.d.ts'],
  strict: true,
  skipLibCheck: true,
  types: ['node'],
})
const checker = program.getTypeChecker()
const FLAGS = ts.TypeFormatFlags.NoTruncation

const exported = new Map(exportsOf(index).map(symbol => [symbol.name, original(symbol)]))
const functions = [...exported].filter(([, symbol]) => symbol.flags & (ts.SymbolFlags.Value & ~ts.SymbolFlags.Class))
const declared = [...exported].filter(([, symbol]) => !(symbol.flags & (ts.SymbolFlags.Value & ~ts.SymbolFlags.Class)))
const unnamed = new Map()

const page = [
  '<!-- made by scripts/build-api.mjs from the types: change the comments in src/, build, and run it again -->',
  '# The library',
  '',
  firstComment(source),
  '',
  '```js',
  "import { loadCampaign, runCrawl } from 'longtail'",
  '```',
  '',
  'Errors are `LongtailError`s with a `code` ([errors.md](errors.md)). Node.js 20.19 or newer; TypeScript finds the types by itself.',
  '',
  ...examples(),
  ...groups().flatMap(([title, names]) => [`## ${title}`, '', ...names.flatMap(describeFunction)]),
  '## Types',
  '',
  ...declared.flatMap(([name, symbol]) => describeType(name, symbol)),
  ...(unnamed.size === 0 ? [] : ['## Types of options and results that have no name in the package', '']),
  ...[...unnamed].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([name, symbol]) => describeType(name, symbol)),
].join('\n')
const text = `${page.trimEnd()}\n`
if (process.argv.includes('--print')) process.stdout.write(text)
else writeFileSync(join(root, 'docs/api.md'), text)

function exportsOf(file) {
  return checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(file)))
}

function original(symbol) {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
}

/** The sections of index.ts: its comments that begin with //. */
function groups() {
  const found = [['Campaigns, logs, strategies, pages', []]]
  for (const line of source.split('\n')) {
    const title = /^\/\/ (.*)/.exec(line)?.[1]
    if (title !== undefined) found.push([title[0].toUpperCase() + title.slice(1), []])
    const name = /^export (?:const|async function\*?) (\w+)/.exec(line)?.[1]
    if (name !== undefined) found.at(-1)[1].push(name)
  }
  const later = new Set(found.flatMap(([, names]) => names))
  found[0][1].push(...functions.map(([name]) => name).filter(name => !later.has(name)))
  return found
}

function describeFunction(name) {
  const symbol = exported.get(name)
  const declaration = symbol.valueDeclaration
  const type = checker.getTypeOfSymbolAtLocation(symbol, declaration)
  const [signature] = type.getCallSignatures()
  if (signature !== undefined) noteTypes(signature)
  const written =
    signature === undefined
      ? `const ${name}: ${checker.typeToString(type, declaration, FLAGS)}`
      : `function ${name}${checker.signatureToString(signature, declaration, FLAGS)}`
  return [`### ${name}`, '', ...comment(commentOf(name, symbol)), '```ts', plain(written), '```', '']
}

function commentOf(name, symbol) {
  const own = ts.displayPartsToString(symbol.getDocumentationComment(checker))
  const behind = lazy.get(name)
  if (own !== '' || behind === undefined) return own
  const found = exportsOf(behind.file).find(one => one.name === behind.original)
  return found === undefined ? '' : ts.displayPartsToString(original(found).getDocumentationComment(checker))
}

/** Options and results that the package does not export by name. */
function noteTypes(signature) {
  const parameters = signature.parameters.map(one => checker.getTypeOfSymbol(one))
  const result = checker.getAwaitedType(signature.getReturnType()) ?? signature.getReturnType()
  for (const type of [...parameters, result].flatMap(one => (one.isUnion() ? one.types : [one]))) {
    const symbol = type.aliasSymbol ?? type.symbol
    const file = symbol?.declarations?.[0]?.getSourceFile().fileName ?? ''
    if (!file.startsWith(types) || symbol.name.startsWith('__') || exported.has(symbol.name)) continue
    unnamed.set(symbol.name, symbol)
  }
}

function describeType(name, symbol) {
  const [declaration] = symbol.declarations
  const said = ts.displayPartsToString(symbol.getDocumentationComment(checker))
  const written = plain(declaration.getText())
  // of a schema: what it comes to
  const isInferred = /InferOutput|ReturnType</.test(written)
  const flags = FLAGS | ts.TypeFormatFlags.InTypeAlias | ts.TypeFormatFlags.MultilineObjectLiterals
  const shown = isInferred
    ? `type ${name} = ${plain(checker.typeToString(checker.getDeclaredTypeOfSymbol(symbol), declaration, flags))}`
    : written
  const file = relative(types, declaration.getSourceFile().fileName).replace(/\.d\.ts$/, '.ts')
  return [`### ${name}`, '', ...comment(said), '```ts', shown, '```', '', `from \`src/${file}\``, '']
}

function comment(said) {
  return said === '' ? [] : [said.replaceAll('<', '&lt;'), '']
}

/** As one would write it: without where it is imported from, and with two spaces. */
function plain(written) {
  return written
    .replace(/import\("[^"]*"\)\./g, '')
    .replace(/^export (?:declare )?/, '')
    .replace(/^( {4})+/gm, indent => '  '.repeat(indent.length / 4))
    .replace(/;$/gm, '')
}

/** The comment at the top of a file, as text. */
function firstComment(code) {
  const [, inside] = /^\/\*\*([^]*?)\*\//.exec(code)
  return inside.replace(/^ *\* ?/gm, '').trim()
}

function examples() {
  const folder = join(root, 'examples/api')
  const files = readdirSync(folder).filter(name => name.endsWith('.ts'))
  return files.flatMap(name => {
    const code = readFileSync(join(folder, name), 'utf8')
    return [`## ${firstComment(code)}`, '', '```ts', code.replace(/^\/\*\*[^]*?\*\/\n/, '').trim(), '```', '']
  })
}
