/** Shows doubtful paragraphs one after the other, and asks whether each is in the language. */
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import type { AnsweredDoubt, Doubt } from '../collection/doubts.js'

/** Resolves with what was answered; the end of the input, or Ctrl-C, leaves the rest in doubt. */
export async function askAboutDoubts(
  doubts: readonly Doubt[],
  name: string,
  { input, output, signal }: { readonly input: Readable; readonly output: Writable; readonly signal: AbortSignal },
): Promise<AnsweredDoubt[]> {
  const lines = createInterface({ input, output, terminal: false })
  const answers: AnsweredDoubt[] = []
  output.write(`\nIs this ${name}? Answer y (yes), n (no), s (skip) or q (quit).\n`)
  const next = lines[Symbol.asyncIterator]()
  const aborted = new Promise<null>(resolve => signal.addEventListener('abort', () => resolve(null), { once: true }))
  try {
    for (let i = 0; i < doubts.length;) {
      const doubt = doubts[i]
      output.write(`\n${i + 1} of ${doubts.length}, ${printable(doubt.url)}\n  ${printable(doubt.text)}\ny/n/s/q? `)
      const line = await Promise.race([next.next(), aborted])
      if (line === null || line.done === true) break
      const answer = line.value.trim().toLowerCase()
      if (answer.startsWith('q')) break
      const isYes = /^y(es)?$/.test(answer)
      if (isYes || /^no?$/.test(answer)) answers.push({ ...doubt, isOwn: isYes })
      else if (!/^(s(kip)?)?$/.test(answer)) continue
      i++
    }
  } finally {
    lines.close()
  }
  output.write('\n')
  return answers
}

/** What is on a page must not steer the terminal. */
function printable(text: string): string {
  return text.replace(/\p{C}+/gu, ' ')
}
