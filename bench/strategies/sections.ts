/** Puts what a benchmark printed into its place in a document, so that numbers there are never copied by hand. */
import { readFileSync, writeFileSync } from 'node:fs'

/** Replaces what stands between `<!-- begin name -->` and `<!-- end name -->`; throws when the document has no such place. */
export function writeSection(file: string, name: string, text: string): void {
  const document = readFileSync(file, 'utf8')
  const begin = `<!-- begin ${name} -->`
  const start = document.indexOf(begin)
  const end = document.indexOf(`<!-- end ${name} -->`)
  if (start === -1 || end < start) throw new Error(`${file} has no place ${begin} … <!-- end ${name} -->`)
  writeFileSync(file, `${document.slice(0, start + begin.length)}\n\n${text.trim()}\n\n${document.slice(end)}`)
}

/** Prints the text, or puts it into a document when one is named. */
export function publish(text: string, file: string | undefined, name: string): void {
  if (file === undefined) console.log(text)
  else writeSection(file, name, text)
}

/** The command, as a user would repeat it, without where the text went and where results were kept. */
export function commandOf(script: string, args: readonly string[]): string {
  const kept: string[] = []
  for (let i = 0; i < args.length; i++) {
    if (args[i] === '--into' || args[i] === '--cache') i++
    else kept.push(/[\s,']/.test(args[i]) ? `'${args[i]}'` : args[i])
  }
  return ['node', `dist/bench/${script}.js`, ...kept].join(' ')
}
