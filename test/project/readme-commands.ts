/** Commands of a page: the lines of its blocks ```sh and the code in its text, those of `longtail` word by word. */
import { readSteps } from '../examples/story.js'

/** `npm ci && npx longtail demo` is two of them. */
export function shellCommandsIn(markdown: string): string[] {
  return readSteps(markdown)
    .flatMap(({ commands }) => commands)
    .flatMap(line => line.split('&&').map(part => part.trim()))
}

/** The words behind `longtail` or `npx longtail`; of code in the text, too. A lone `longtail` is a strategy or the program. */
export function longtailCommandsIn(markdown: string): string[][] {
  const prose = markdown.replace(/^```[^]*?^```/gm, '')
  const inText = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, code]) => code)
  return [...shellCommandsIn(markdown), ...inText].flatMap(command => {
    const [, words] = /^(?:npx )?longtail (.+)$/.exec(command) ?? []
    return words === undefined ? [] : [words.split(/\s+/)]
  })
}
