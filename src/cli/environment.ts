/**
 * Settings by environment. One rule: LONGTAIL_, the command, the flag; capitals, and _ for spaces and dashes. So
 * LONGTAIL_CRAWL_MAX_PAGES is --max-pages of "crawl". What is typed counts more.
 */
import { Command, type Option } from 'commander'
import { nearestName } from '../did-you-mean.js'
import { pathOf } from './commands/index.js'

export const PREFIX = 'LONGTAIL_'

/** Those that are no flags; the docs say what they do. */
export const OTHER_VARIABLES: readonly string[] = [
  'LONGTAIL_ADMIN_PASSWORD',
  'LONGTAIL_DATA',
  'LONGTAIL_DEBUG',
  'LONGTAIL_IDENTIFIER',
  'LONGTAIL_JOIN',
]

const OFF = new Set(['', '0', 'false', 'no', 'off'])

export function variableOf(command: Command, { long }: Pick<Option, 'long'>): string {
  const words = [...pathOf(command).slice(1), (long ?? '').replace(/^--/, '')]
  return PREFIX + words.join('_').replaceAll('-', '_').toUpperCase()
}

/**
 * A program whose flags are set by environment. A flag without a value is set by anything but 0, false, no, off and nothing. The
 * parser must know when it gets an option, hence a class of its own.
 */
export class EnvironmentCommand extends Command {
  constructor(
    name?: string,
    private readonly env: NodeJS.ProcessEnv = process.env,
  ) {
    super(name)
  }

  override createCommand(name?: string): Command {
    return new EnvironmentCommand(name, this.env)
  }

  override addOption(option: Option): this {
    const variable = variableOf(this, option)
    const value = this.env[variable]
    const isSet = value !== undefined && (option.required || option.optional || !OFF.has(value.trim().toLowerCase()))
    if (isSet && option.envVar === undefined) option.env(variable)
    return super.addOption(option)
  }
}

export interface FoundVariable {
  readonly name: string
  /** `crawl --max-pages`; '' for one that sets nothing. */
  readonly sets: string
  /** What may have been meant, for one that sets nothing. */
  readonly near: string
}

/** Of a program with all its commands. Values are not told: some are passwords. */
export function foundVariables(program: Command, env: NodeJS.ProcessEnv = process.env): FoundVariable[] {
  const flags = new Map(
    flagsOf(program).map(({ command, option, variable }) => [
      variable,
      `${pathOf(command).slice(1).join(' ')} ${option.long}`,
    ]),
  )
  const names = Object.keys(env).filter(name => name.startsWith(PREFIX) && !OTHER_VARIABLES.includes(name))
  return names.sort().map(name => {
    const sets = flags.get(name) ?? ''
    return { name, sets, near: sets === '' ? (nearestName(name, [...flags.keys(), ...OTHER_VARIABLES]) ?? '') : '' }
  })
}

/** One line for the help of a command; '' for one without flags. */
export function environmentHelp(command: Command): string {
  const option = command.options.find(one => one.required && one.envVar === undefined) ?? command.options[0]
  if (option === undefined || option.envVar !== undefined) return ''
  return `\nFlags may be set in the environment: ${variableOf(command, option)} is ${option.long} (docs/environment.md).`
}

function flagsOf(program: Command): { command: Command; option: Option; variable: string }[] {
  return program.commands
    .flatMap(top => [top, ...top.commands])
    .flatMap(command =>
      command.options
        .filter(({ long }) => typeof long === 'string')
        .map(option => ({ command, option, variable: variableOf(command, option) })),
    )
}
