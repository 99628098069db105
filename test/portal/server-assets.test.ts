import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import ts from 'typescript'
import { assets } from '../../src/portal/ui/assets.js'
import { plainValues, withPlainValues } from '../../src/portal/ui/plain-values.js'
import { packageRoot } from '../package-root.js'

const folder = join(packageRoot, 'src', 'portal', 'ui', 'assets')
const files = (ending: string) => readdirSync(folder).filter(file => file.endsWith(ending))
const read = (file: string) => readFileSync(join(folder, file), 'utf8')

/** Syntax that browsers of 2015 do not read: one of these, and nothing in the file runs. */
const NEWER: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.ArrowFunction,
  ts.SyntaxKind.AwaitExpression,
  ts.SyntaxKind.ClassDeclaration,
  ts.SyntaxKind.ForOfStatement,
  ts.SyntaxKind.ImportDeclaration,
  ts.SyntaxKind.MethodDeclaration,
  ts.SyntaxKind.NoSubstitutionTemplateLiteral,
  ts.SyntaxKind.ObjectBindingPattern,
  ts.SyntaxKind.ArrayBindingPattern,
  ts.SyntaxKind.QuestionDotToken,
  ts.SyntaxKind.QuestionQuestionToken,
  ts.SyntaxKind.AsteriskAsteriskToken,
  ts.SyntaxKind.ShorthandPropertyAssignment,
  ts.SyntaxKind.SpreadAssignment,
  ts.SyntaxKind.SpreadElement,
  ts.SyntaxKind.TemplateExpression,
])

function newerSyntax(file: string): string[] {
  const source = ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true, ts.ScriptKind.JS)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    const isLet = ts.isVariableDeclarationList(node) && (node.flags & ts.NodeFlags.BlockScoped) !== 0
    const hasComma = ts.isCallExpression(node) && node.arguments.hasTrailingComma === true
    const isBareCatch = ts.isCatchClause(node) && node.variableDeclaration === undefined
    const isDefault = ts.isParameter(node) && (node.initializer !== undefined || node.dotDotDotToken !== undefined)
    if (NEWER.has(node.kind) || isLet || hasComma || isBareCatch || isDefault)
      found.push(`${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}: ${node.getText().slice(0, 40)}`)
    node.forEachChild(visit)
  }
  visit(source)
  return found
}

test('scripts of the portal are read by browsers of 2015', () => {
  for (const file of files('.js')) assert.deepEqual(newerSyntax(file), [], file)
})

test('style sheets and scripts ask nobody else for anything', () => {
  for (const file of [...files('.css'), ...files('.js')])
    assert.doesNotMatch(read(file), /https?:|\/\/\w|@import|url\(/, file)
})

test('style sheets do without what browsers of 2015 lack: every variable has a plain value before it, grids are asked for', () => {
  for (const [file, { bytes }] of assets()) {
    if (!file.endsWith('.css')) continue
    const style = Buffer.from(bytes).toString('utf8')
    assert.doesNotMatch(style, /:is\(|:where\(|:has\(|@layer|@container/, file)
    assert.doesNotMatch(withoutSupports(style), /display:\s*grid/, file)
    const declarations = style.match(/[a-z-]+:[^;{}]*var\(--/g)?.length ?? 0
    const doubled = style.match(/(?<=[\s{])([a-z-]+):(?:(?!var\()[^;{}])*;\s*\1:[^;{}]*var\(--/g)?.length ?? 0
    assert.equal(doubled, declarations, `${file}: declarations without a plain value`)
  }
})

test('plain values are those of the light colours, also of several variables in one declaration', () => {
  const values = plainValues(':root {\n  --a: 1px;\n  --b: #123;\n}\n@media x { :root { --b: #fff; } }')
  assert.deepEqual(
    [...values],
    [
      ['a', '1px'],
      ['b', '#123'],
    ],
  )
  const style = 'p {\n  border: var(--a) solid var(--b, red);\n  margin: var(--unknown);\n  color: red;\n}\n'
  assert.equal(withPlainValues(style, values), style.replace('  border', '  border: 1px solid #123;  border'))
})

/** Without what stands in @supports, which old browsers skip. */
function withoutSupports(style: string): string {
  let left = style
  for (let at = left.indexOf('@supports'); at >= 0; at = left.indexOf('@supports')) {
    let depth = 0
    let end = left.indexOf('{', at)
    do {
      if (left[end] === '{') depth++
      else if (left[end] === '}') depth--
      end++
    } while (depth > 0)
    left = left.slice(0, at) + left.slice(end)
  }
  return left
}
