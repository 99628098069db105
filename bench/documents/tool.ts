/** A program that answers one line of JSON to each line that it is given. */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

export interface Reading {
  readonly text: string
  readonly failed: boolean
  readonly seconds: number
  readonly megabytes: number
  /** Ours alone: without heads and feet, and what is wrong. */
  readonly main?: string
  readonly problem?: string
}

export class Tool<Answer> {
  private readonly child
  private readonly answers

  constructor(program: string, ...parameters: string[]) {
    this.child = spawn(program, parameters, { stdio: ['pipe', 'pipe', 'inherit'] })
    this.answers = createInterface({ input: this.child.stdout })[Symbol.asyncIterator]()
  }

  async ask(line: string): Promise<Answer> {
    this.child.stdin.write(`${line}\n`)
    const { done, value } = await this.answers.next()
    if (done === true) throw new Error(`no answer to ${line}`)
    return JSON.parse(value)
  }

  end(): void {
    this.child.stdin.end()
  }
}
