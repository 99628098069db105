/** How a strategy is written: `name`, `name:key=value,key=value`, or the path of a file in place of the name. */
import { LongtailError, quoted } from './errors.js'

export interface StrategySpec {
  /** As it stands there. */
  readonly name: string
  /** The name is the path of a module that somebody brings along. */
  readonly isFile: boolean
  readonly given: ReadonlyMap<string, string>
}

/** Paths have colons, too. */
const OF_FILE = /^\s*(?<name>.+?\.[cm]?js)\s*(?::(?<parameters>.*))?$/s
const OF_NAME = /^(?<name>[^:]*)(?::(?<parameters>.*))?$/s

/** `what` is for messages: other things than strategies are written in the same way. */
export function parseSpec(spec: string, what = 'strategy'): StrategySpec {
  const { name = '', parameters } = (OF_FILE.exec(spec) ?? OF_NAME.exec(spec))?.groups ?? {}
  return { name: name.trim(), isFile: OF_FILE.test(spec), given: parametersOf(`${what} ${name.trim()}`, parameters) }
}

/** Without its parameters. */
export function nameOf(spec: string): string {
  return parseSpec(spec).name
}

/** The same strategy, its file named by another path. */
export function withFile(spec: string, pathOf: (path: string) => string): string {
  const { name, isFile } = parseSpec(spec)
  return isFile ? pathOf(name) + spec.trimStart().slice(name.length) : spec
}

function parametersOf(owner: string, written: string | undefined): Map<string, string> {
  const given = new Map<string, string>()
  for (const part of written === undefined ? [] : written.split(',')) {
    const equals = part.indexOf('=')
    const key = part.slice(0, Math.max(equals, 0)).trim()
    if (key === '') {
      throw new LongtailError('E_STRATEGY', `${owner}: expected key=value but found ${quoted(part)}`)
    }
    if (given.has(key)) throw new LongtailError('E_STRATEGY', `${owner}: ${quoted(key)} is set twice`)
    given.set(key, part.slice(equals + 1).trim())
  }
  return given
}
