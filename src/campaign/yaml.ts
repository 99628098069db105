/** YAML from people: what is wrong with it is said with its line. */
import type * as v from 'valibot'
import { isMap, isNode, LineCounter, parseDocument, type Document } from 'yaml'
import { LongtailError, messageOf, type ErrorCode } from '../errors.js'

export type Issue = v.BaseIssue<unknown>

/** `where` names the source in messages. Throws `code` for what is no YAML. */
export function readYaml(source: string, where: string, code: ErrorCode = 'E_CAMPAIGN') {
  const lines = new LineCounter()
  const document = parseDocument(source, { lineCounter: lines, prettyErrors: false, uniqueKeys: true })
  if (document.errors.length > 0) {
    const first = document.errors[0]
    const { line, col } = lines.linePos(first.pos[0])
    throw new LongtailError(code, `${where}:${line}:${col}: not valid YAML: ${first.message}`)
  }
  return {
    value: valueOf(document, where, code),
    /** Where what an issue speaks of stands. */
    lineOf: (issue: Issue): number => lineIn(document, lines, issue),
  }
}

function valueOf(document: Document, where: string, code: ErrorCode): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 })
  } catch (error) {
    // aliases of aliases, or thousands of brackets
    const reason = messageOf(error)
    throw new LongtailError(code, `${where}: cannot be read (${reason}); write it without aliases (&, *)`)
  }
}

export function pathOf(issue: Issue): (string | number)[] {
  return (issue.path ?? []).map(item => (typeof item.key === 'number' ? item.key : String(item.key)))
}

function lineIn(document: Document, lines: LineCounter, issue: Issue): number {
  const path = pathOf(issue)
  for (let length = path.length; length > 0; length--) {
    const parent = document.getIn(path.slice(0, length - 1), true)
    const container = length === 1 ? document.contents : parent
    if (isMap(container)) {
      const pair = container.items.find(item => isNode(item.key) && String(item.key) === String(path[length - 1]))
      if (pair !== undefined && isNode(pair.key) && pair.key.range) return lines.linePos(pair.key.range[0]).line
    }
    const node = document.getIn(path.slice(0, length), true)
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line
  }
  return 1
}
