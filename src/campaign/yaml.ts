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

/** What is wrong with a value, in words for people where the schema has only those of JavaScript. */
export function issueText({
  type,
  message,
  expected,
  received,
  requirement,
}: Issue & { requirement?: unknown }): string {
  if (!message.startsWith('Invalid ')) return message
  if (type === 'integer') return `expected a whole number, not ${inWords(received)}`
  if (/length$/.test(type))
    return `expected a length of ${inWords(expected ?? String(requirement))}, not ${inWords(received)}`
  return `expected ${inWords(expected ?? 'something else')}, not ${inWords(received)}`
}

const WORDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  boolean: 'true or false',
  Object: 'keys',
  Array: 'a list',
  never: 'nothing',
}

/** Of what valibot calls a type or shows of a value: `boolean`, `("all" | "any")`, `>=1`. */
function inWords(term: string): string {
  const bound = /^([<>])(=?)(.*)$/.exec(term)
  if (bound !== null) {
    const [, sign, equal, limit] = bound
    return equal === ''
      ? `${sign === '<' ? 'less' : 'more'} than ${limit}`
      : `at ${sign === '<' ? 'most' : 'least'} ${limit}`
  }
  const choices = term.replace(/^\((.*)\)$/s, '$1').split(' | ')
  return choices.map(choice => WORDS[choice] ?? choice).join(' or ')
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
