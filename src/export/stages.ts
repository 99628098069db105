/** What the portal's readers are doing, in the words of an export. */
import type { BuildProgress } from '../portal/index.js'
import type { ExportOptions } from './contracts.js'

const STAGES: Readonly<Record<BuildProgress['stage'], string>> = {
  reading: 'reading archives',
  extracting: 'reading pages',
  linking: 'following links',
  indexing: 'indexing words',
  finishing: 'sorting pages',
}

export function tellingStages({ onProgress }: ExportOptions): (progress: BuildProgress) => void {
  return ({ stage, done, total }) => onProgress?.({ stage: STAGES[stage], done, total })
}
