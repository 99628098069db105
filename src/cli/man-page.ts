/** The manual page, made of the commands themselves (`man/longtail.1` is a copy; a test compares them). */
import { Command } from 'commander'
import { addCommands, pathOf } from './commands/index.js'
import { EXAMPLES } from './examples.js'

export async function printManPage(): Promise<void> {
  process.stdout.write(await manPage())
}

export async function manPage(): Promise<string> {
  const program = await addCommands(new Command('longtail'))
  const commands = program.commands.flatMap(top => (top.commands.length > 0 ? top.commands : [top]))
  return `${[
    '.TH LONGTAIL 1 "" "Longtail" "User commands"',
    '.SH NAME',
    'longtail \\- a focused crawler for the long tail of the Web',
    '.SH SYNOPSIS',
    ...commands.flatMap(command => [`.B ${text(pathOf(command).join(' '))}`, text(command.usage()), '.br']),
    '.SH DESCRIPTION',
    'Finds the pages of one language, topic or nation anywhere on the Web, and spends few downloads on other pages.',
    'A crawl is stored in one directory. The same command resumes it.',
    '.SH COMMANDS',
    ...commands.flatMap(describe),
    '.SH EXIT STATUS',
    '.TP\n.B 0\ndone; also when a limit or Ctrl\\-C ended a crawl, which is saved',
    '.TP\n.B 1\ndamage, refusal, or nothing could be fetched',
    '.TP\n.B 2\nwrong usage',
    '.TP\n.B 130\nwork other than a crawl was interrupted',
    '.SH ENVIRONMENT',
    '.TP\n.B LONGTAIL_COMMAND_FLAG\nsets a flag of a command: LONGTAIL_CRAWL_MAX_PAGES is \\-\\-max\\-pages of crawl, LONGTAIL_PORTAL_SERVE_PORT is \\-\\-port of portal serve; what is typed counts more',
    '.TP\n.B LONGTAIL_JOIN\nthe Redis of a crawl by many processes, as \\-\\-join',
    '.TP\n.B LONGTAIL_ADMIN_PASSWORD\nthe password of the administrator of a portal or dashboard',
    '.TP\n.B LONGTAIL_IDENTIFIER\ncld or ngrams: the identifier for languages in shared scripts',
    '.TP\n.B LONGTAIL_DEBUG\nset to 1: unexpected errors show where they happened',
  ].join('\n')}\n`
}

function describe(command: Command): string[] {
  const path = pathOf(command).slice(1).join(' ')
  const parts = [
    ...command.registeredArguments.map(argument => [
      argument.required ? `<${argument.name()}>` : `[${argument.name()}]`,
      argument.description,
    ]),
    ...command.options.map(option => [option.flags, option.description]),
  ]
  return [
    `.SS ${text(path)}`,
    text(capital(command.description())),
    ...(EXAMPLES[path] ?? []).flatMap((line, i) => [i === 0 ? '.PP\n.nf' : '', `\\&    ${text(line)}`].filter(Boolean)),
    ...(EXAMPLES[path] === undefined ? [] : ['.fi']),
    ...parts.flatMap(([name, meaning]) => ['.TP', `.B ${text(name)}`, text(meaning)]),
  ]
}

function capital(sentence: string): string {
  return `${sentence.slice(0, 1).toUpperCase()}${sentence.slice(1)}.`
}

/** A line may not begin with a control character, and a bare minus is a hyphen. */
function text(words: string): string {
  return words
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^([.'])/, '\\&$1')
}
