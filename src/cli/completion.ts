/** Completion for shells, made of the commands themselves: a flag that is added is completed. */
import { Command, type Option } from 'commander'
import { addCommands, pathOf } from './commands/index.js'

interface Place {
  /** The words before it: `portal build`. */
  readonly path: string
  readonly commands: readonly { readonly name: string; readonly meaning: string }[]
  readonly flags: readonly { readonly name: string; readonly meaning: string; readonly takesValue: boolean }[]
}

export async function completion(shell: string): Promise<void> {
  const program = await addCommands(new Command('longtail'))
  const places = placesOf(program)
  process.stdout.write(shell === 'bash' ? bash(places) : shell === 'zsh' ? zsh(places) : fish(places))
}

function placesOf(command: Command): Place[] {
  const flags = command.options.flatMap(option => flagOf(option))
  const here: Place = {
    path: pathOf(command).slice(1).join(' '),
    commands: command.commands.map(sub => ({ name: sub.name(), meaning: firstClause(sub.description()) })),
    flags: [...flags, { name: '--help', meaning: 'show the usage', takesValue: false }],
  }
  return [here, ...command.commands.flatMap(placesOf)]
}

function flagOf({ long, description, required, optional }: Option): Place['flags'] {
  if (long === undefined || long === null) return []
  return [{ name: long, meaning: firstClause(description), takesValue: required || optional }]
}

function firstClause(text: string): string {
  return text.split(/[;:(]/)[0].trim()
}

/** Words in single quotes mean themselves in all three shells. */
function quoted(text: string): string {
  return `'${text.replaceAll('\\', '').replaceAll("'", '’')}'`
}

function bash(places: readonly Place[]): string {
  const cases = places.map(({ path, commands, flags }) => {
    const words = [...commands.map(({ name }) => name), ...flags.map(({ name }) => name)]
    return `    ${quoted(path)}) words=${quoted(words.join(' '))} ;;`
  })
  const known = places.filter(({ path }) => path !== '').map(({ path }) => quoted(path))
  return `# bash completion for longtail
_longtail() {
  local current=\${COMP_WORDS[COMP_CWORD]} path='' words='' word try i
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    try=\${path:+$path }$word
    case "$try" in
    ${known.join(' | ')}) path=$try ;;
    esac
  done
  case "$path" in
${cases.join('\n')}
  esac
  # flags and commands where they fit, files everywhere
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
  if [[ $current != -* && ( -n $path || \${#COMPREPLY[@]} -eq 0 ) ]]; then
    mapfile -t -O "\${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$current")
  fi
}
complete -o filenames -F _longtail longtail
`
}

function zsh(places: readonly Place[]): string {
  const item = (name: string, meaning: string): string => quoted(`${name}:${meaning.replaceAll(':', ' ')}`)
  const cases = places.map(({ path, commands, flags }) => {
    const words = commands.map(({ name, meaning }) => item(name, meaning))
    const options = flags.map(({ name, meaning }) => item(name, meaning))
    return `    ${quoted(path)}) commands=(${words.join(' ')}); flags=(${options.join(' ')}) ;;`
  })
  const known = places.filter(({ path }) => path !== '').map(({ path }) => quoted(path))
  return `#compdef longtail
_longtail() {
  local place='' try
  local -a commands flags
  local -i i
  for ((i = 2; i < CURRENT; i++)); do
    try=\${place:+$place }$words[i]
    case "$try" in
    ${known.join('|')}) place=$try ;;
    esac
  done
  case "$place" in
${cases.join('\n')}
  esac
  (( $#commands )) && _describe -t commands command commands
  if [[ $words[CURRENT] == -* ]]; then
    _describe -t options option flags
  else
    _files
  fi
}
if [ "$funcstack[1]" = "_longtail" ]; then
  _longtail "$@"
else
  compdef _longtail longtail
fi
`
}

function fish(places: readonly Place[]): string {
  const lines = places.flatMap(({ path, commands, flags }) => {
    const words = path === '' ? [] : path.split(' ')
    const used = words.map(word => `__fish_seen_subcommand_from ${word}`)
    const open =
      commands.length === 0 ? [] : [`not __fish_seen_subcommand_from ${commands.map(({ name }) => name).join(' ')}`]
    const when = quoted([...used, ...open].join('; and ') || 'true')
    return [
      ...commands.map(({ name, meaning }) => `complete -c longtail -f -n ${when} -a ${name} -d ${quoted(meaning)}`),
      ...flags.map(
        ({ name, meaning, takesValue }) =>
          `complete -c longtail -n ${when} -l ${name.slice(2)} -d ${quoted(meaning)}${takesValue ? ' -r' : ''}`,
      ),
    ]
  })
  return `# fish completion for longtail\n${lines.join('\n')}\n`
}
