import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import ts from 'typescript'
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

test('the style sheet has no layout that browsers of 2015 lack, and colours that do without variables', () => {
  assert.doesNotMatch(read('portal.css'), /display:\s*grid|[^-]gap:|:is\(|:where\(|:has\(|@layer|@container|var\(--/)
})
