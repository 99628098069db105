/** What is drawn by a hash is the same in every run, and has nothing to do with what it is drawn for. */
import { createHash } from 'node:crypto'

export function shaOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

export function numberOf(text: string): number {
  return Number.parseInt(shaOf(text).slice(0, 8), 16)
}
