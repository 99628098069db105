/** What those who read and build are doing, in the words of an export. */
import type { ExportOptions } from './contracts.js'

const STAGES = {
  reading: 'reading archives',
  extracting: 'reading pages',
  linking: 'following links',
  indexing: 'indexing words',
  finishing: 'sorting pages',
} as const

interface Stage {
  readonly stage: keyof typeof STAGES
  readonly done: number
  readonly total: number
}

export function tellingStages({ onProgress }: ExportOptions): (progress: Stage) => void {
  return ({ stage, done, total }) => onProgress?.({ stage: STAGES[stage], done, total })
}
